import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useRef } from 'react';
import type { AgendaAnswer } from '../../../server/src/records/agenda';
import type { AgendaEntry } from '../../../server/src/resources/agenda';
import { useAnswer } from '../use-query';
import { isInOrder } from './agenda-address';

/** What the selection keeps of an event. */
export type Selected = Pick<AgendaEntry, 'id' | 'title' | 'trashed_at'>;

/** Counts by view, and the filters for which they are known. */
interface Counts {
  filters: string;
  of: Record<string, number>;
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
  const asked = new URLSearchParams(address);
  asked.set('in', language);
  for (const name of ['tab', 'day']) asked.delete(name); // Used by the week and month tabs only.
  const question = asked.toString();
  const asks = isInOrder(asked);
  const filters = filtersOf(question);
  const counted = useRef<Counts>(undefined); // Reused while only the view or the page changes.

  // A range is invalid until its other day is changed.
  const {
    data,
    error,
    loading,
    again: ask,
  } = useAnswer(asks ? question : undefined, async (signal) => {
    const counting = counted.current?.filters === filters ? '' : '&counts=true';
    const address = `/calendar/admin/agenda?${question}${counting}`;
    const { data: agenda } = await get<AgendaAnswer>(address, { signal });
    if (agenda.counts) counted.current = { filters, of: agenda.counts };
    return { agenda, counts: counted.current };
  });

  /** Reloads events and counts after a change. */
  const again = useCallback(() => {
    counted.current = undefined;
    ask();
  }, [ask]);
  const { agenda, counts } = data ?? {};
  return {
    agenda,
    counts: counts?.filters === filters ? counts.of : undefined,
    failed: error !== undefined,
    asked: question,
    loading,
    again,
  };
}
