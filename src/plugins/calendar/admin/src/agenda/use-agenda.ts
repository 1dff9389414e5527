import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AgendaAnswer } from '../../../server/src/records/agenda';
import type { AgendaEntry } from '../../../server/src/resources/agenda';
import { isInOrder } from './agenda-address';

/** What the selection keeps of an event. */
export type Selected = Pick<AgendaEntry, 'id' | 'title' | 'trashed_at'>;

interface Answer {
  question?: string;
  agenda?: AgendaAnswer;
  /** Reused while only the view or the page changes. */
  counts?: { filters: string; of: Record<string, number> };
  failed?: boolean;
}

/** The query without view and page, on which the counts do not depend. */
function filtersOf(question: string): string {
  const filters = new URLSearchParams(question);
  filters.delete('view');
  filters.delete('page');
  return filters.toString();
}

/** Loads the agenda of an address; keeps the previous answer while loading. */
export function useAgenda(address: URLSearchParams, language: string) {
  const { get } = useFetchClient();
  const [answer, setAnswer] = useState<Answer>({});
  const [tries, setTries] = useState(0);
  const asked = new URLSearchParams(address);
  asked.set('in', language);
  for (const name of ['tab', 'day']) asked.delete(name); // Used by the week and month tabs only.
  const question = asked.toString();
  const asks = isInOrder(asked);
  const counted = useRef<string>(undefined); // The filters for which the counts are known.

  useEffect(() => {
    if (!asks) return; // The range is invalid until its other day is changed.
    const controller = new AbortController();
    const { signal } = controller;
    const filters = filtersOf(question);
    const counting = counted.current === filters ? '' : '&counts=true';
    get<AgendaAnswer>(`/calendar/admin/agenda?${question}${counting}`, { signal })
      .then(({ data }) => {
        if (data.counts) counted.current = filters;
        setAnswer(({ counts }) => ({
          question,
          agenda: data,
          counts: data.counts ? { filters, of: data.counts } : counts,
        }));
      })
      .catch(() => {
        if (!signal.aborted) setAnswer((before) => ({ ...before, question, failed: true }));
      });
    return () => controller.abort();
  }, [get, question, asks, tries]);

  /** Reloads events and counts after a change. */
  const again = useCallback(() => {
    counted.current = undefined;
    setTries((before) => before + 1);
  }, []);
  const { counts } = answer;
  return {
    ...answer,
    counts: counts?.filters === filtersOf(question) ? counts.of : undefined,
    asked: question,
    loading: asks && answer.question !== question,
    again,
  };
}
