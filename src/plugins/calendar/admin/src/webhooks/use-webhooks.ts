import { useFetchClient } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import { newIdempotencyKey, withIdempotencyKey } from '../saves/idempotency-keys';

export const ROUTE = '/calendar/admin/webhooks';

export interface Webhook {
  id: number;
  name: string;
  url: string;
  /** Names of the messages that it wants; none named: all. */
  types: string[];
  enabled: boolean;
  /** Why the calendar has switched it off by itself. */
  switched_off: null | 'failing' | 'gone';
  switched_off_at: string | null;
  created: string;
  last_delivered: string | null;
  /** Messages that wait for it. */
  pending: number;
  /** Until when the former secret signs as well. */
  previous_secret_until: string | null;
}

/** What it is changed by; a new one needs an address. */
export type Draft = Partial<Pick<Webhook, 'name' | 'url' | 'types' | 'enabled'>>;

/** Told once: when it is made, and when it has another secret. */
export type WithSecret = Webhook & { secret: string };

export type Failure =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'connection'
  | 'address'
  | 'secret'
  | 'switched_off';

export interface Tried {
  delivered: boolean;
  response_status: number | null;
  error: Failure | null;
  /** Milliseconds. */
  duration: number;
}

interface Listed {
  results: Webhook[];
  /** Every message that there is, in order. */
  types: string[];
}

/** The keys of secrets that nobody has answered for (D9.12), by webhook; whoever leaves the page ends its requests. */
const renewing = new Map<number, string>();

/** The webhooks, and what can be done with them; each change throws what the server refuses. */
export function useWebhooks() {
  const { get, post, put, del } = useFetchClient();
  const [listed, setListed] = useState<Listed>();
  const [failed, setFailed] = useState(false);

  const load = useCallback(async () => {
    try {
      const { data } = await get<Listed>(ROUTE);
      setListed(data);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [get]);

  useEffect(() => {
    void load();
  }, [load]);

  return {
    listed,
    failed,
    load,
    /** With the same key it changes what was made, where the answer was lost on its way. */
    create: async (draft: Draft, key: string) => {
      try {
        return (await post<WithSecret>(ROUTE, draft, withIdempotencyKey(key))).data;
      } finally {
        await load();
      }
    },
    change: async (id: number, draft: Draft) => {
      await put(`${ROUTE}/${id}`, draft);
      await load();
    },
    remove: async (id: number) => {
      await del(`${ROUTE}/${id}`);
      await load();
    },
    renew: async (id: number) => {
      const key = renewing.get(id) ?? newIdempotencyKey();
      renewing.set(id, key);
      const { data } = await post<WithSecret>(
        `${ROUTE}/${id}/secret`,
        undefined,
        withIdempotencyKey(key),
      );
      renewing.delete(id);
      await load();
      return data;
    },
    tryOut: async (id: number) => (await post<Tried>(`${ROUTE}/${id}/test`)).data,
  };
}
