import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { changesIn, type Values } from './changes';
import { useSaves } from './save-answers';

interface Form {
  isSubmitting: boolean;
  getValues(): Values;
}

/** The key by which a save was asked for behind another, before that had come back. */
let queued: KeyboardEvent | undefined;

export function takeKeyPress() {
  const key = queued;
  queued = undefined;
  return key;
}

/** Ctrl+Shift+Enter: it saves as well. */
const publishes = (key?: KeyboardEvent) => key?.shiftKey === true;

/** Longer than the form takes to begin anew with what was stored, over a slow network as well; milliseconds. */
const BEGUN_ANEW = 10_000;

/** Where nothing turns out to be unsaved, it is forgotten. */
export function queueKeyPress(key: KeyboardEvent) {
  queued = key;
  setTimeout(() => {
    if (queued === key) queued = undefined;
  }, BEGUN_ANEW);
}

/**
 * Strapi ignores a save while another is running: edits made meanwhile and saved by shortcut stayed unsaved,
 * and what was to be published stayed a draft. Such a key press is queued, and dispatched again once the form can be submitted.
 * Returns what queues a key press, and whether one is queued.
 */
export function useQueuedSave(
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
    if (queued && canSend && sends(queued))
      document.dispatchEvent(new KeyboardEvent('keydown', takeKeyPress()));
    else if (queued) queueKeyPress(queued);
  }, [isSubmitting, canSend, sends]);

  useEffect(() => () => void takeKeyPress(), []);

  return (pressed: KeyboardEvent) => {
    if (!isSubmitting) return false;
    const { values, publishes: isPublished } = sent.current ?? {};
    const since = values ? changesIn(form.getValues(), values) : {};
    const key = publishes(queued) ? queued : pressed;
    const isMore = Object.keys(since).length > 0 || (publishes(key) && !isPublished);
    queued = isMore ? key : undefined;
    return true;
  };
}
