import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { changesIn, type Values } from './changes';
import { useSaves } from './save-answers';

interface Form {
  isSubmitting: boolean;
  modified: boolean;
  getValues(): Values;
}

/** Ctrl+Shift+Enter: it saves as well. */
const publishes = ({ shiftKey }: KeyboardEvent) => shiftKey;

/** The keys by which saves were asked for behind another, before that had come back. */
let queued: KeyboardEvent[] = [];

/** One that saves beside one that publishes: of somebody who may not publish, only the first can be sent. */
const othersThan = (key: KeyboardEvent) =>
  queued.filter((one) => publishes(one) !== publishes(key));

export function takeKeyPresses() {
  const keys = queued;
  queued = [];
  return keys;
}

/** Longer than the form takes to begin anew with what was stored, over a slow network as well; milliseconds. */
const BEGUN_ANEW = 10_000;

let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Where they cannot be sent, they are forgotten. */
export function queueKeyPress(key: KeyboardEvent) {
  queued = [...othersThan(key), key];
  clearTimeout(forgetting);
  forgetting = setTimeout(takeKeyPresses, BEGUN_ANEW);
}

/** Once nothing is unsaved: a key that waited on would send the next change, for which nobody has asked. */
export function endQueue(status: unknown) {
  queued = status === 'published' ? [] : queued.filter(publishes);
}

interface Saved {
  model: string;
  documentId?: string;
  document?: Values | null;
}

/** What becomes of a key by which a save is asked for, where it cannot be sent at once. */
export interface SaveQueue {
  /** Queues it behind a save, and says whether one is running. */
  keep(pressed: KeyboardEvent): boolean;
  /** Until it can be sent; it is forgotten where what it would have sent was taken back. */
  wait(pressed: KeyboardEvent): void;
}

/**
 * Strapi ignores a save while another is running: edits made meanwhile and saved by shortcut stayed unsaved,
 * and what was to be published stayed a draft. Such a key press is queued, and dispatched again once the form can be submitted.
 */
export function useQueuedSave(
  { model, documentId, document: stored }: Saved,
  sends: (pressed: KeyboardEvent) => boolean,
  canSend: boolean,
): SaveQueue {
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
    if (isSubmitting) return clearTimeout(forgetting);
    sent.current = undefined;
    if (isMade.current) return;
    const key = queued.find(sends);
    if (!key) return;
    if (!canSend) return queueKeyPress(key);
    queued = publishes(key) ? [] : othersThan(key);
    // From within, as a real one: at the window itself, Strapi's own listener, which is older than ours, hears it first.
    document.dispatchEvent(new KeyboardEvent('keydown', key));
  }, [isSubmitting, canSend, sends]);

  useEffect(() => () => void takeKeyPresses(), []);

  const keep = (pressed: KeyboardEvent) => {
    if (!isSubmitting) return false;
    const { values, publishes: isPublished } = sent.current ?? {};
    const since = values ? changesIn(form.getValues(), values) : {};
    const isMore = Object.keys(since).length > 0 || (publishes(pressed) && !isPublished);
    queued = isMore ? [...othersThan(pressed), pressed] : othersThan(pressed);
    return true;
  };
  const wait = (pressed: KeyboardEvent) => {
    queueKeyPress(pressed);
    if (!form.modified) endQueue(stored?.status);
  };
  return { keep, wait };
}
