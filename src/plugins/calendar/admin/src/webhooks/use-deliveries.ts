import { getFetchClient, useFetchClient } from '@strapi/strapi/admin';
import { useQuery } from '../use-query';
import { type Failure, ROUTE } from './use-webhooks';

/** A message to a webhook with the state of its delivery. */
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

/** Failed deliveries per page, and the most pages that are read. */
const AT_ONCE = 100;
const MAX_PAGES = 50;

/** Loads a page of a webhook's delivery log, newest first. */
export function useDeliveries(webhook: number, { page, failedOnly }: DeliveriesQuery) {
  const { get } = useFetchClient();
  const route = `${ROUTE}/${webhook}/deliveries`;
  const shown = useQuery<Page>(`${route}?page=${page}${failedOnly ? '&status=failed' : ''}`);
  const { again } = shown;

  return {
    ...shown,
    redeliver: async (id: number) => {
      await getFetchClient().post(`${route}/${id}/redeliver`);
      again();
    },
    /**
     * Redelivers all failed messages, oldest first, even if the page is left meanwhile. Calls `tell` with the
     * progress.
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

interface DeliveriesQuery {
  page: number;
  failedOnly: boolean;
}
