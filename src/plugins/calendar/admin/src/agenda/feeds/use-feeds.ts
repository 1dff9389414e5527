import { FetchError, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useCallback, useEffect, useState } from 'react';
import { isAbort } from '../../faults-of';
import { useIdempotencyKey, withIdempotencyKey } from '../../saves/idempotency-keys';
import { useText } from '../../use-text';

/** A key of one's own; `address` only in the answer that made it. */
export interface Feed {
  id: number;
  name: string;
  created: string;
  address?: string;
}

/** What the agenda's filters are as a calendar. */
interface Answer {
  feeds: Feed[];
  /** Whether calendars hold the states that are asked for. */
  isFed: boolean;
  /** Parameters of the agenda that no calendar can say. */
  unsaid: ('view' | 'missing')[];
  /** Where everybody may read it. */
  public?: { address: string; webcal: string; google: string; outlook: string };
}

interface Making {
  busy: boolean;
  onBusy: (busy: boolean) => void;
}

/** One's own feeds, and how people subscribe to what the agenda's address asks for. */
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
      setFailed(error.status === 400 ? error.message : text('webhooks.failed'));
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
    /** The list could not be read; `read` asks for it again. */
    isUnread,
    read,
    make: async (name: string) => {
      if (busy) return; // Enter, held or pressed again.
      onBusy(true);
      await trying(async () => {
        try {
          // Asked for again, one whose answer was lost is replaced: nobody knows its address.
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
            if (!(error instanceof FetchError && error.status === 404)) throw error; // It is revoked already.
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
