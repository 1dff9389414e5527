import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { changesIn, type Values } from './changes';
import { useOwnId, useSaves } from './save-answers';

interface Form {
  isSubmitting: boolean;
  modified: boolean;
  getValues(): Values;
}

/** Whether the key publishes (Ctrl+Shift+Enter), which also saves. */
const publishes = ({ shiftKey }: KeyboardEvent) => shiftKey;

/** Save shortcuts pressed while another save was running. */
let queued: KeyboardEvent[] = [];

/** Queued keys of the other kind: at most one that saves and one that publishes, which not every user may. */
const queuedOfOtherKind = (key: KeyboardEvent) =>
  queued.filter((one) => publishes(one) !== publishes(key));

export function takeKeyPresses() {
  const keys = queued;
  queued = [];
  return keys;
}

/** Milliseconds; longer than the form takes to reset to the stored values, even over a slow network. */
const QUEUE_TIMEOUT = 10_000;

let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Queues a key. It is dropped when it cannot be dispatched in time. */
export function queueKeyPress(key: KeyboardEvent) {
  queued = [...queuedOfOtherKind(key), key];
  clearTimeout(forgetting);
  forgetting = setTimeout(takeKeyPresses, QUEUE_TIMEOUT);
}

/** Drops keys once nothing is unsaved: otherwise they would submit the next edit unasked. */
export function endQueue(status: unknown) {
  queued = status === 'published' ? [] : queued.filter(publishes);
}

interface Saved {
  model: string;
  documentId?: string;
  document?: Values | null;
}

/** Queues save shortcuts that cannot be executed at once. */
export interface SaveQueue {
  /** Queues it behind a save, and says whether one is running. */
  keep(pressed: KeyboardEvent): boolean;
  /** Queues it until the form can be submitted; dropped if the edits are reverted. */
  wait(pressed: KeyboardEvent): void;
}

/**
 * Strapi ignores a save while another is running: edits made meanwhile and saved by shortcut stayed unsaved,
 * and what was to be published stayed a draft. Such a key press is queued, and dispatched again once the form can be
 * submitted.
 */
export function useQueuedSave(
  { model, documentId: shown, document: stored }: Saved,
  sends: (pressed: KeyboardEvent) => boolean,
  canSend: boolean,
): SaveQueue {
  const form = useForm('QueuedSave', (state) => state) as unknown as Form;
  const { isSubmitting } = form;
  const documentId = useOwnId(shown);
  const sent = useRef<{ values: Values; publishes: boolean }>();
  const isMade = useRef(false);
  useSaves({ model, documentId }, ({ state, sends, publishes }) => {
    if (!sends) return;
    if (state === 'pending') sent.current = { values: form.getValues(), publishes };
    if (state === 'fulfilled') isMade.current = !documentId; // The form of the created record takes over.
  });

  useEffect(() => {
    if (isSubmitting) return clearTimeout(forgetting);
    sent.current = undefined;
    if (isMade.current) return;
    const key = queued.find(sends);
    if (!key) return;
    if (!canSend) return queueKeyPress(key);
    queued = publishes(key) ? [] : queuedOfOtherKind(key);
    // On the document, not the window: there Strapi's listener, added before ours, would receive it first.
    document.dispatchEvent(new KeyboardEvent('keydown', key));
  }, [isSubmitting, canSend, sends]);

  useEffect(() => () => void takeKeyPresses(), []);

  const keep = (pressed: KeyboardEvent) => {
    if (!isSubmitting) return false;
    const { values, publishes: isPublished } = sent.current ?? {};
    const since = values ? changesIn(form.getValues(), values) : {};
    const isMore = Object.keys(since).length > 0 || (publishes(pressed) && !isPublished);
    queued = isMore ? [...queuedOfOtherKind(pressed), pressed] : queuedOfOtherKind(pressed);
    return true;
  };
  const wait = (pressed: KeyboardEvent) => {
    queueKeyPress(pressed);
    if (!form.modified) endQueue(stored?.status);
  };
  return { keep, wait };
}
