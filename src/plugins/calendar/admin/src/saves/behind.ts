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

/** Longer than the form takes to begin anew with what was stored; milliseconds. */
const BEGUN_ANEW = 2000;

/** Where nothing turns out to be unsaved, it is forgotten. */
export function keepKey(key: KeyboardEvent) {
  kept = key;
  setTimeout(() => {
    if (kept === key) kept = undefined;
  }, BEGUN_ANEW);
}

/**
 * Strapi takes no save while one is under way: what was typed behind it, and saved by the same keys at once, stayed
 * unsaved. Such a key is kept, and pressed again when the form can be sent. Answers what does so with a key, and
 * whether one is kept.
 */
export function useSaveBehind(
  { model, documentId }: { model: string; documentId?: string },
  sends: (pressed: KeyboardEvent) => boolean,
  canSend: boolean,
) {
  const form = useForm('SaveBehind', (state) => state) as unknown as Form;
  const { isSubmitting } = form;
  const sent = useRef<Values>();
  const isMade = useRef(false);
  useSaves({ model, documentId }, ({ state, sends }) => {
    if (!sends) return;
    if (state === 'pending') sent.current = form.getValues();
    if (state === 'fulfilled') isMade.current = !documentId; // Another form goes on with it.
  });

  useEffect(() => {
    if (isSubmitting) return;
    sent.current = undefined;
    if (isMade.current) return;
    if (kept && canSend && sends(kept))
      window.dispatchEvent(new KeyboardEvent('keydown', takeKey()));
    else if (kept) keepKey(kept);
  }, [isSubmitting, canSend, sends]);

  useEffect(() => () => void takeKey(), []);

  return (pressed: KeyboardEvent) => {
    if (!isSubmitting || !sent.current) return false;
    const since = changesIn(form.getValues(), sent.current);
    kept = Object.keys(since).length > 0 ? pressed : undefined;
    return true;
  };
}
