import { FetchError, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import type { Subscribing } from '../../../../server/src/resources/feeds/address';
import type { Feed as StoredFeed } from '../../../../server/src/resources/payloads';
import { isAbort } from '../../faults-of';
import { useIdempotencyKey, withIdempotencyKey } from '../../saves/idempotency-keys';
import { failureText } from '../../saves/session-guard';
import { useText } from '../../use-text';

/** A feed key of the user; `address` is only in the answer to its creation. */
export interface Feed extends Pick<StoredFeed, 'id' | 'name' | 'created'> {
  address?: string;
}

/** How the agenda's filters translate into feeds. */
interface Answer {
  feeds: Feed[];
  /** Whether feeds include events in the requested states. */
  isFed: boolean;
  /** Parameters of the agenda that feeds do not support. */
  unsaid: ('view' | 'missing')[];
  /** Addresses of the public feed. */
  public?: Subscribing & { address: string };
}

interface Making {
  busy: boolean;
  onBusy: (busy: boolean) => void;
}

/** Loads, creates and revokes the user's feeds for the agenda's query. */
export function useFeeds(question: string, { busy, onBusy }: Making) {
  const { get, post, del } = useFetchClient();
  const { toggleNotification } = useNotification();
  const text = useText();
  const [answer, setAnswer] = useState<Answer>();
  const [failed, setFailed] = useState<string>();
  const [isUnread, setUnread] = useState(false);
  const [made, setMade] = useState<Feed>();
  const { begin, end } = useIdempotencyKey<string[]>();

  const load = useCallback(async () => {
    const { data } = await get<Answer>(`/calendar/admin/feeds?${question}`);
    setAnswer(data);
  }, [get, question]);

  const trying = async (work: () => Promise<unknown>) => {
    setFailed(undefined);
    await work().catch((error) => {
      if (!(error instanceof FetchError)) return setFailed(text('lost-answer'));
      setFailed(error.status === 400 ? error.message : text(failureText('webhooks.failed')));
    });
  };

  const read = useCallback(() => {
    setUnread(false);
    load().catch((error) => setUnread(!isAbort(error)));
  }, [load]);

  useEffect(read, [read]);

  return {
    answer,
    made,
    failed,
    /** Whether loading the list failed; `read` retries. */
    isUnread,
    read,
    make: async (name: string) => {
      if (busy) return; // Enter held, or pressed twice.
      onBusy(true);
      await trying(async () => {
        try {
          // A retry after a lost answer replaces the key, whose address nobody knows.
          const once = withIdempotencyKey(begin([question, name]));
          const { data } = await post<Feed>(`/calendar/admin/feeds?${question}`, { name }, once);
          end();
          setMade(data);
        } finally {
          await load();
        }
      });
      onBusy(false);
    },
    revoke: ({ id, name }: Feed) =>
      trying(async () => {
        try {
          await del(`/calendar/admin/feeds/${id}`).catch((error) => {
            if (!(error instanceof FetchError && error.status === 404)) throw error; // Already revoked.
          });
          const message = text('feeds.revoked', { name: name || text('feeds.unnamed') });
          toggleNotification({ type: 'success', message });
          if (made?.id === id) setMade(undefined);
        } finally {
          await load();
        }
      }),
  };
}
