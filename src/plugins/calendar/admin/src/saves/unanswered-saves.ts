import { useRef } from 'react';
import { changesIn, only, type Values } from './changes';
import { type Save, useSaves } from './save-answers';
import { UNAVAILABLE } from './store-actions';

/** The part used here of Strapi's answer about a record. */
export interface Answered {
  data: Values;
  meta: { availableStatus?: Values[] };
}

interface Edited {
  model: string;
  documentId?: string;
  meta?: Answered['meta'] | null;
}

const isUnanswered = ({ state, status }: Save) =>
  state === 'rejected' && !(typeof status === 'number' && status < UNAVAILABLE);

/** Saves store text without the blanks around it. */
const trimmed = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  );

const dayOf = (time: unknown) => String(time).slice(0, 10);

const lettersOf = (text: unknown) =>
  String(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Of a whole day, only the day is stored. */
const isDayOf = (name: string) => (stored: unknown, sent: Values) =>
  sent.all_day === true && dayOf(stored) === dayOf(sent[name]);

/** Values that saves store otherwise, and whether a stored one may be made of what was sent. */
const MADE: Record<string, (stored: unknown, sent: Values) => boolean> = {
  slug: (stored, { slug }) => !slug || lettersOf(stored).startsWith(lettersOf(slug)),
  start_date: isDayOf('start_date'),
  end_date: isDayOf('end_date'),
  timezone: (_, { timezone }) => !timezone,
  stateprovince: (stored, { state, province }) => [state, province].includes(stored),
};

/** The values that a save has not sent, and that are not made of it. */
function notSent(values: Values, sent: Values): Values {
  const others = changesIn(values, trimmed(sent));
  const isSent = (name: string) =>
    name in sent && (!(name in others) || MADE[name]?.(values[name], trimmed(sent)));
  const names = Object.keys(values).filter((name) => !isSent(name));
  return only(values, names);
}

/** What publishing writes into a draft: the values, and whether each is that. */
const PUBLISHED: Record<string, (value: unknown, before: unknown) => boolean> = {
  date: (_, before) => !before,
  post_status: (value) => !value,
  review_note: (value) => !value,
};

/** When the published version was last changed. */
const versionOf = (meta: Edited['meta']) => meta?.availableStatus?.[0]?.updatedAt;

/**
 * Remembers what a form has sent whose answer was lost, or does not contain the draft: it may be stored, and is nobody
 * else's change. What was refused is not, and somebody else may have saved the same.
 */
export function useUnansweredSaves(
  { model, documentId, meta }: Edited,
  form: { getValues(): Values },
) {
  const sent = useRef<Values[]>([]);
  const saves = useRef<Values[]>([]);
  const hasPublished = useRef(false);
  const discardedTo = useRef<unknown>();

  const forget = () => {
    saves.current = [];
    hasPublished.current = false;
    discardedTo.current = undefined;
  };

  useSaves({ model, documentId }, (save) => {
    if (save.state === 'pending')
      sent.current = [save.data, only(form.getValues(), Object.keys(save.data))];
    if (save.document) forget();
    const isUnknown = isUnanswered(save);
    if (save.publishes && (isUnknown || save.state === 'fulfilled')) hasPublished.current = true;
    if (save.sends && isUnknown) saves.current.push(...sent.current);
    if (save.discards && isUnknown) discardedTo.current = versionOf(meta);
  });

  /** Whether the draft is stored as the form wanted to discard it: it has the time of the published version. */
  const isDiscarded = ({ data }: Answered) =>
    discardedTo.current !== undefined && data.updatedAt === discardedTo.current;

  /**
   * Divides what has changed since `base` into what publishing has written, which the form takes over, and what others
   * have saved.
   */
  const divide = (changed: Values, base: Values, stored: Answered) => {
    const isTrashed = Boolean(changed.trashed_at) && saves.current.some((sent) => sent.trashed_at);
    const isWritten = (name: string) =>
      (name === 'trashed_at' && isTrashed) || // At a moment of the server's clock.
      (hasPublished.current && PUBLISHED[name]?.(changed[name], base[name]));
    const names = Object.keys(changed);
    const rest = only(changed, isDiscarded(stored) ? [] : names.filter((name) => !isWritten(name)));
    return {
      written: only(changed, names.filter(isWritten)),
      theirs: saves.current.reduce(notSent, rest),
    };
  };

  return { forget, divide };
}
