import { useForm } from '@strapi/strapi/admin';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useParams } from 'react-router-dom';
import type { Values } from './changes';
import { type ActionProps, GONE, useConflictCheck } from './edit-conflicts';
import { type SaveQueue, useQueuedSave } from './queued-save';
import { useSaves } from './save-answers';
import { isOurs } from './store-actions';

interface ActionDescription {
  disabled?: boolean;
  onClick?: (event: unknown) => unknown;
}

/** A document action of Strapi: a hook that returns the description of a button. */
interface Action {
  (asked: ActionProps): ActionDescription | null | undefined;
  type?: string;
  position?: unknown;
}

type Keys = (pressed: KeyboardEvent) => boolean;

/** The actions that submit the whole form, with their shortcuts (with Ctrl or Cmd) and one key to dispatch. */
const SENDING: Record<string, { sends: Keys; key: KeyboardEventInit }> = {
  update: {
    sends: ({ key, shiftKey }) => !shiftKey && ['enter', 's'].includes(key.toLowerCase()),
    key: { key: 's', ctrlKey: true },
  },
  publish: {
    sends: ({ key, shiftKey }) => shiftKey && key === 'Enter',
    key: { key: 'Enter', ctrlKey: true, shiftKey: true },
  },
};

const PRESSED = { bubbles: true, cancelable: true };

/** Whether the input has parts (day, month, year …): Chromium moves to the first part when the focus returns. */
const isInParts = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && ['date', 'time'].includes(element.type);

/**
 * Keeps the focus while saving. Strapi blurs the active element so that inputs commit their value, and keys typed
 * after Ctrl+S were lost. Date and time inputs are not blurred at all: they commit at each key.
 */
function keepingFocus<Result>(save: () => Result): Result {
  const { activeElement } = document;
  const inParts = isInParts(activeElement) ? activeElement : undefined;
  if (inParts) inParts.blur = () => {};
  const result = save();
  if (inParts) delete (inParts as Partial<HTMLElement>).blur;
  if (activeElement instanceof HTMLElement && document.activeElement === document.body)
    activeElement.focus({ preventScroll: true });
  return result;
}

/** Whether the key was pressed in a dialog, from which the form below must not be submitted. */
const isInDialog = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

/** Holds back Strapi's save shortcuts until the conflict check has passed and no save is running. */
function useKeys(sends: Keys, queue: SaveQueue, hasChanged?: () => Promise<boolean>) {
  const latest = useRef({ queue, hasChanged });
  latest.current = { queue, hasChanged };
  // A layout effect, to be installed before the effect that dispatches queued keys in the form of a new record.
  useLayoutEffect(() => {
    const asked = new WeakSet<Event>();
    const isSending = (pressed: KeyboardEvent) =>
      (pressed.ctrlKey || pressed.metaKey) && sends(pressed);
    // On the window, before Strapi's own listener, which is added later by an effect.
    const stopBehindDialog = (pressed: KeyboardEvent) => {
      if (isSending(pressed) && isInDialog(pressed)) pressed.stopImmediatePropagation();
    };
    const onKey = async (pressed: KeyboardEvent) => {
      if (asked.has(pressed) || !isSending(pressed)) return;
      if (isInDialog(pressed)) return pressed.preventDefault(); // Otherwise the browser saves the page.
      const { queue, hasChanged: ask } = latest.current;
      const isQueued = queue.keep(pressed);
      if (!isQueued && !ask) return;
      pressed.preventDefault();
      pressed.stopImmediatePropagation();
      if (isQueued || !ask) return;
      const again = new KeyboardEvent('keydown', pressed);
      asked.add(again);
      if (await ask()) return;
      const now = latest.current;
      if (now.queue.keep(pressed)) return; // Another save has started since.
      if (now.hasChanged) keepingFocus(() => window.dispatchEvent(again));
      else now.queue.wait(pressed); // After a save, Strapi disables publishing while it counts related drafts.
    };
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('keydown', stopBehindDialog);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('keydown', stopBehindDialog);
    };
  }, [sends]);
}

interface CopyForm {
  modified: boolean;
  getValues(): Values;
  setValues(values: Values): void;
}

/** A name without a value, which is not sent; no field has it. */
const UNCHANGED = 'isUnchangedCopy';

/**
 * Returns a function that makes the form of a copy count as changed; undefined for other forms. Strapi offers to save
 * an unchanged copy too, and then sends nothing.
 */
function useUnchangedCopy() {
  const { origin } = useParams();
  const form = useForm('UnchangedCopy', (state) => state) as unknown as CopyForm;
  if (!origin) return undefined;
  return () => {
    if (form.modified) return;
    flushSync(() => form.setValues({ ...form.getValues(), [UNCHANGED]: undefined }));
  };
}

/** The queue of types that are not published (categories, tags): nothing is queued. */
const NONE: SaveQueue = { keep: () => false, wait: () => undefined };

function withConflictCheck(native: Action): Action {
  const sending = SENDING[native.type ?? ''];
  if (!sending) return native;
  const { sends, key } = sending;
  const Sending: Action = (asked) => {
    const described = native(asked);
    const changedMeanwhile = useConflictCheck(asked);
    const changeCopy = useUnchangedCopy();
    const pending = useRef<Promise<boolean>>();
    const isForm = useParams().id === asked.documentId; // Not a row of the list.
    useSaves(asked, ({ state, status }) => {
      if (native.type !== 'update' || !isForm || state !== 'rejected' || status !== GONE) return;
      void changedMeanwhile().catch(() => false); // Says what was deleted.
    });
    const press = useRef(described?.onClick);
    press.current = described?.onClick; // Of an unchanged copy, that of its next render saves.
    const asks = press.current && isOurs(asked.model);
    const hasChanged = async () => {
      changeCopy?.();
      if (changeCopy || !asked.documentId) return false;
      if (pending.current) return true;
      // If the check fails, the save itself reports the error.
      pending.current = changedMeanwhile().catch(() => false);
      return pending.current.finally(() => {
        pending.current = undefined;
      });
    };
    const canSend = Boolean(asks) && !described?.disabled;
    const queue = useQueuedSave(asked, sends, canSend);
    useKeys(sends, asks ? queue : NONE, canSend ? hasChanged : undefined);
    const latest = useRef(queue);
    latest.current = queue;
    if (!asks) return described;
    const keys = new KeyboardEvent('keydown', { ...PRESSED, ...key });
    // Returns true when handled: for undefined, Strapi opens the button's dialog.
    const onClick = async (event: unknown) =>
      (await hasChanged()) ||
      latest.current.keep(keys) || // Queued behind the other button's save, like a shortcut.
      (await keepingFocus(() => press.current?.(event)));
    return { ...described, onClick };
  };
  return Object.assign(Sending, { type: native.type, position: native.position });
}

/** Wraps the content manager's document actions that submit the form. */
export const checkConflicts = (actions: Action[]) => actions.map(withConflictCheck);
