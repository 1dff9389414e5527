import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { isInOrder } from '../agenda-address';
import type { CalendarEntry } from './calendar-entry';

/** The answer of the week and month route. */
export interface Shown {
  results: CalendarEntry[];
  /** Whether there are more events than the answer holds. */
  more: boolean;
  /** The requested day, else today in the site's zone. */
  day: string;
  /** First and last day of the week or month. */
  from: string;
  to: string;
  zone: string;
  /** 0 is Sunday. */
  firstDay: number;
}

interface Answer {
  question?: string;
  shown?: Shown;
  failed?: boolean;
}

/** Loads the week or month of an address; keeps the previous answer while loading. */
export function useCalendar(address: URLSearchParams, language: string) {
  const { get } = useFetchClient();
  const [answer, setAnswer] = useState<Answer>({});
  const [tries, setTries] = useState(0);
  const asked = new URLSearchParams(address);
  asked.delete('page');
  asked.set('in', language);
  const question = asked.toString();
  const asks = isInOrder(asked);

  useEffect(() => {
    if (!asks) return; // The range is invalid until its other day is changed.
    const controller = new AbortController();
    const { signal } = controller;
    get<Shown>(`/calendar/admin/agenda/calendar?${question}`, { signal })
      .then(({ data }) => setAnswer({ question, shown: data }))
      .catch(() => {
        if (!signal.aborted) setAnswer((before) => ({ ...before, question, failed: true }));
      });
    return () => controller.abort();
  }, [get, question, asks, tries]);

  return {
    ...answer,
    loading: asks && answer.question !== question,
    again: () => setTries(tries + 1),
  };
}
