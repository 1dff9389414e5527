import { getFetchClient, useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import { type Failure, ROUTE } from './use-webhooks';

/** A message on its way to a webhook. */
export interface Delivery {
  id: number;
  message: string;
  type: string;
  record: { type: string; id: number };
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  created: string;
  last_attempt: string | null;
  next_attempt: string | null;
  response_status: number | null;
  error: Failure | null;
  /** Milliseconds that the last attempt took. */
  duration: number | null;
}

interface Page {
  deliveries: Delivery[];
  total: number;
  total_pages: number;
}

/** Failed deliveries that are read at a time, and how often at most. */
const AT_ONCE = 100;
const MAX_PAGES = 50;

interface Answer {
  question?: string;
  log?: Page;
  failed?: boolean;
}

/** A page of the log of a webhook, the newest first. */
export function useDeliveries(webhook: number, { page, failedOnly }: Asked) {
  const { get } = useFetchClient();
  const [answer, setAnswer] = useState<Answer>({});
  const [asked, setAsked] = useState(0);
  const route = `${ROUTE}/${webhook}/deliveries`;
  const question = `${webhook} ${page} ${failedOnly} ${asked}`;

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const params = { page, ...(failedOnly && { status: 'failed' }) };
    get<Page>(route, { params, signal }).then(
      ({ data }) => setAnswer({ question, log: data }),
      () => !signal.aborted && setAnswer((before) => ({ ...before, question, failed: true })),
    );
    return () => controller.abort();
  }, [get, route, page, failedOnly, question]);

  const again = useCallback(() => setAsked((times) => times + 1), []);

  return {
    ...answer,
    loading: answer.question !== question,
    again,
    redeliver: async (id: number) => {
      await getFetchClient().post(`${route}/${id}/redeliver`);
      again();
    },
    /**
     * All that failed, the longest ago first, also when somebody leaves the page meanwhile; tells how many are
     * sent again of how many.
     */
    redeliverAll: async (tell: (done: number, of: number) => void) => {
      const ids: number[] = [];
      for (let at = 1, pages = 1; at <= Math.min(pages, MAX_PAGES); at += 1) {
        const params = { status: 'failed', per_page: AT_ONCE, page: at };
        const { deliveries, total_pages } = (await get<Page>(route, { params })).data;
        ids.unshift(...deliveries.map(({ id }) => id).toReversed());
        pages = total_pages;
      }
      for (const [at, id] of ids.entries()) {
        tell(at, ids.length);
        await getFetchClient().post(`${route}/${id}/redeliver`);
      }
      again();
    },
  };
}

interface Asked {
  page: number;
  failedOnly: boolean;
}
