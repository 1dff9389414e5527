import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { changesIn, type Values } from './changes';
import { useSaves } from './save-answers';

interface Form {
  isSubmitting: boolean;
  getValues(): Values;
}

/** The key by which a save was asked for behind another, before that had come back. */
let kept: KeyboardEvent | undefined;

export function takeKey() {
  const key = kept;
  kept = undefined;
  return key;
}

/** Ctrl+Shift+Enter: it saves as well. */
const publishes = (key?: KeyboardEvent) => key?.shiftKey === true;

/** Longer than the form takes to begin anew with what was stored, over a slow network as well; milliseconds. */
const BEGUN_ANEW = 10_000;

/** Where nothing turns out to be unsaved, it is forgotten. */
export function keepKey(key: KeyboardEvent) {
  kept = key;
  setTimeout(() => {
    if (kept === key) kept = undefined;
  }, BEGUN_ANEW);
}

/**
 * Strapi takes no save while one is under way: what was typed behind it, and saved by the same keys at once, stayed
 * unsaved, and what was to be published behind a save stayed a draft. Such a key is kept, and pressed again when the
 * form can be sent. Answers what does so with a key, and whether one is kept.
 */
export function useSaveBehind(
  { model, documentId }: { model: string; documentId?: string },
  sends: (pressed: KeyboardEvent) => boolean,
  canSend: boolean,
) {
  const form = useForm('SaveBehind', (state) => state) as unknown as Form;
  const { isSubmitting } = form;
  const sent = useRef<{ values: Values; publishes: boolean }>();
  const isMade = useRef(false);
  useSaves({ model, documentId }, ({ state, sends, publishes }) => {
    if (!sends) return;
    if (state === 'pending') sent.current = { values: form.getValues(), publishes };
    if (state === 'fulfilled') isMade.current = !documentId; // Another form goes on with it.
  });

  useEffect(() => {
    if (isSubmitting) return;
    sent.current = undefined;
    if (isMade.current) return;
    // From within, as a real one: at the window itself, Strapi's own listener, which is older than ours, hears it first.
    if (kept && canSend && sends(kept))
      document.dispatchEvent(new KeyboardEvent('keydown', takeKey()));
    else if (kept) keepKey(kept);
  }, [isSubmitting, canSend, sends]);

  useEffect(() => () => void takeKey(), []);

  return (pressed: KeyboardEvent) => {
    if (!isSubmitting) return false;
    const { values, publishes: isPublished } = sent.current ?? {};
    const since = values ? changesIn(form.getValues(), values) : {};
    const key = publishes(kept) ? kept : pressed;
    const isMore = Object.keys(since).length > 0 || (publishes(key) && !isPublished);
    kept = isMore ? key : undefined;
    return true;
  };
}
