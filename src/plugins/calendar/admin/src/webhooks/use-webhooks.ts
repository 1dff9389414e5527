import { useFetchClient } from '@strapi/strapi/admin';
import type { Webhook, WebhookTest } from '../../../server/src/resources/payloads';
import type { MessageType } from '../../../server/src/settings/webhooks';
import { newIdempotencyKey, withIdempotencyKey } from '../saves/idempotency-keys';
import { useAnswer } from '../use-query';

export const ROUTE = '/calendar/admin/webhooks';

/** The fields that can be set; `url` is required for a new one. */
export type Draft = Partial<Pick<Webhook, 'name' | 'url' | 'types' | 'enabled'>>;

/** The secret is only in the answers to creation and rotation. */
type WithSecret = Required<Webhook>;

interface Listed {
  results: Webhook[];
  /** All message names, in order. */
  types: MessageType[];
}

/** D9.12: idempotency keys of unanswered secret rotations, by webhook; leaving the page aborts requests. */
const renewing = new Map<number, string>();

/** Loads webhooks, and functions to change them, which throw the server's errors. */
export function useWebhooks() {
  const { get, post, put, del } = useFetchClient();
  const {
    data: listed,
    error,
    load,
  } = useAnswer(ROUTE, async (signal) => (await get<Listed>(ROUTE, { signal })).data);

  return {
    listed,
    failed: error !== undefined,
    load,
    /** Repeating it with the same key after a lost answer updates the created webhook. */
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
    tryOut: async (id: number) => (await post<WebhookTest>(`${ROUTE}/${id}/test`)).data,
  };
}
