import { FetchError, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import { isAbort } from './faults-of';
import { useIdempotencyKey, withIdempotencyKey } from './saves/idempotency-keys';
import { failureText } from './saves/session-guard';
import { type TextKey, useText } from './use-text';

const ROUTE = '/calendar/admin/shared-drafts';

/** A link in the route's answer; `url` only in the answer to its creation. */
export interface SharedDraft {
  id: number;
  maker: string;
  expires: string;
  url?: string;
}

export interface Named {
  documentId: string;
  language: string;
}

const [FORBIDDEN, GONE] = [403, 404];

const isRefused = (error: unknown, status: number) =>
  error instanceof FetchError && error.status === status;

/** Keeps known addresses, which the list does not contain. */
const withAddresses = (listed: SharedDraft[], before: SharedDraft[] = []) =>
  listed.map((draft) => ({ ...draft, url: before.find(({ id }) => id === draft.id)?.url }));

/**
 * Loads, creates and ends links to a draft. One action at a time, and none before the list has loaded: an older
 * answer would replace the result of a newer action.
 */
export function useSharedDrafts({ documentId, language }: Named) {
  const { get, post, del } = useFetchClient();
  const { toggleNotification } = useNotification();
  const text = useText();
  const [drafts, setDrafts] = useState<SharedDraft[]>();
  const [failed, setFailed] = useState<'shared.not-allowed' | 'shared.unread'>();
  const [busy, setBusy] = useState<'sharing' | 'ending'>();
  const { begin, end } = useIdempotencyKey<number>();

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const asked = { params: { documentId, language }, signal };
      try {
        const { data } = await get<{ results: SharedDraft[] }>(ROUTE, asked);
        setDrafts((before) => withAddresses(data.results, before));
        setFailed(undefined);
      } catch (error) {
        if (signal?.aborted) return;
        setFailed(isRefused(error, FORBIDDEN) ? 'shared.not-allowed' : 'shared.unread');
      }
    },
    [get, documentId, language],
  );

  useEffect(() => {
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  }, [load]);

  const doing = async (what: typeof busy, work: () => Promise<unknown>, done: TextKey) => {
    setBusy(what);
    try {
      await work();
      toggleNotification({ type: 'success', message: text(done) });
    } catch (error) {
      if (isAbort(error)) return;
      const message = text(
        error instanceof FetchError ? failureText('shared.failed') : 'lost-answer',
      );
      toggleNotification({ type: 'danger', message });
    }
    await load(); // Others create and end links too, and an answer may have been lost.
    setBusy(undefined);
  };

  const share = async (days: number) => {
    // A retry after a lost answer replaces the link, whose address nobody knows.
    const once = withIdempotencyKey(begin(days));
    const { data } = await post<SharedDraft>(ROUTE, { documentId, language, days }, once);
    end();
    setDrafts((before = []) => [...before, data]);
  };

  return {
    drafts,
    failed,
    busy,
    again: () => load(),
    share: (days: number) => doing('sharing', () => share(days), 'shared.made'),
    end: (id: number) =>
      doing(
        'ending',
        () =>
          del(`${ROUTE}/${id}`).catch((error) => {
            if (!isRefused(error, GONE)) throw error; // Already ended by somebody else.
          }),
        'shared.ended',
      ),
  };
}
