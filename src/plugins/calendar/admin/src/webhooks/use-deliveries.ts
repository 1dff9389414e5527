import { getFetchClient } from '@strapi/strapi/admin';
import type { Deliveries } from '../../../server/src/resources/payloads';
import { MAX_DELIVERIES } from '../../../server/src/settings/webhooks';
import { useQuery } from '../use-query';
import { ROUTE } from './use-webhooks';

/** The most pages of failed deliveries that are read. */
const MAX_PAGES = 50;

/** Loads a page of a webhook's delivery log, newest first. */
export function useDeliveries(webhook: number, { page, failedOnly }: DeliveriesQuery) {
  const route = `${ROUTE}/${webhook}/deliveries`;
  const shown = useQuery<Deliveries>(`${route}?page=${page}${failedOnly ? '&status=failed' : ''}`);
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
      const { get, post } = getFetchClient(); // The hook's client aborts when the page is left.
      const ids: number[] = [];
      for (let at = 1, pages = 1; at <= Math.min(pages, MAX_PAGES); at += 1) {
        const params = { status: 'failed', per_page: MAX_DELIVERIES, page: at };
        const { deliveries, total_pages } = (await get<Deliveries>(route, { params })).data;
        ids.unshift(...deliveries.map(({ id }) => id).toReversed());
        pages = total_pages;
      }
      for (const [at, id] of ids.entries()) {
        tell(at, ids.length);
        await post(`${route}/${id}/redeliver`);
      }
      again();
    },
  };
}

interface DeliveriesQuery {
  page: number;
  failedOnly: boolean;
}
