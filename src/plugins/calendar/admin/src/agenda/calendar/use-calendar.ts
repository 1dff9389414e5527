import { useFetchClient } from '@strapi/strapi/admin';
import { useEffect, useState } from 'react';
import type { CalendarAnswer } from '../../../../server/src/records/agenda-calendar';
import { isInOrder } from '../agenda-address';

interface Answer {
  question?: string;
  shown?: CalendarAnswer;
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
    get<CalendarAnswer>(`/calendar/admin/agenda/calendar?${question}`, { signal })
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
