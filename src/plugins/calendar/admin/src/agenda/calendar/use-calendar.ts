import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import { isInOrder } from '../agenda-address';
import type { CalendarEntry } from './calendar-entry';

/** The events of a week or a month, as its route answers them. */
export interface Shown {
  results: CalendarEntry[];
  /** Whether there are more than are shown. */
  more: boolean;
  /** The day that was asked for, else today, by the clocks of the site. */
  day: string;
  /** The first day of the week or month, and the last. */
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

/** What an address asks of the calendar; while it is loading, that of the address before. */
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
    if (!asks) return; // One of the two days is still to be chosen.
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
