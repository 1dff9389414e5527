import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { useContentLanguage } from '../languages';
import { useText } from '../use-text';
import { changesIn, keepTakenOver, only, takenOver, type Values } from './changes';
import { type SaveQueue, useQueuedSave } from './queued-save';
import { isOurs, useSaves } from './save-answers';

interface Form {
  modified: boolean;
  initialValues: Values;
  getValues(): Values;
  setValues(values: Values): void;
}

interface ActionProps {
  model: string;
  documentId?: string;
  /** The record as the server last returned it. */
  document?: Values | null;
}

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

/** Fields written or derived by the server, which are no conflict. */
const WRITTEN = ['id', 'documentId', 'locale', 'localizations', 'status'];
const STAMPED = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'];
const DERIVED = ['utc_start_date', 'utc_end_date', 'search_text'];
const NOT_TYPED = new Set([...WRITTEN, ...STAMPED, ...DERIVED]);

/** Strapi's status for a record that does not exist. */
const GONE = 404;

/** Milliseconds that the notification stays: time to read it and look at the fields it names. */
const NOTIFICATION_TIMEOUT = 60_000;

/**
 * Ignores that the record was deleted for good; otherwise Strapi would replace the form, and its edits, by an error.
 */
function ignoreDeleted(error: { status?: number }) {
  if (error.status !== GONE) throw error;
}

/** Strapi's answer for a record's language; `data` is empty if the record lacks it. */
interface Stored {
  data: Values;
  meta: { availableLocales: Values[] };
}

/** The stored values; of a language that the record lacks, the shared ones, with which Strapi fills its form. */
const valuesOf = ({ data, meta }: Stored): Values =>
  data.documentId ? data : (meta.availableLocales[0] ?? {});

/**
 * Returns a function that checks whether somebody else saved the record since the form was opened. If so, their
 * changes are merged into fields not edited here, and announced: Strapi's form sends every field and would revert
 * them. If the record was deleted, the form stays, so that its text can be copied. If only its language was, saving
 * creates it again, which the person must know first.
 */
function useConflictCheck({ model, documentId, document }: ActionProps) {
  const text = useText();
  const { formatList, formatMessage } = useIntl();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const locale = useContentLanguage();
  const of = `${documentId} ${locale}`;
  const form = useForm('EditConflicts', (state) => state) as unknown as Form;
  const known = useRef<Values>();
  const isKnownRemoved = useRef(false);
  const sent = useRef<Values>();
  const unheard = useRef<Values>();

  useEffect(() => {
    known.current = undefined;
    unheard.current = undefined;
    isKnownRemoved.current = false;
    keepTakenOver(of, {}); // The form now begins with them.
  }, [of, document?.updatedAt]);

  useSaves({ model, documentId }, (save) => {
    if (save.sends && save.state === 'pending') sent.current = form.getValues();
    if (save.sends && save.state === 'rejected') unheard.current = sent.current;
    if (!save.document) return;
    unheard.current = undefined;
    known.current = save.document; // Set before the form's own reset.
    keepTakenOver(of, {});
  });

  const labelsOf = (names: string[]) =>
    formatList(
      names.map((name) =>
        formatMessage({
          id: `content-manager.content-types.${model}.${name}`,
          defaultMessage: name,
        }),
      ),
    );

  return async () => {
    const isNew = document && !document.documentId; // In this language.
    const begun = known.current ?? (isNew ? form.initialValues : document);
    if (!begun) return false;
    const base = { ...begun, ...takenOver(of) }; // The other button may have told of these.
    const path = `/content-manager/collection-types/${model}/${documentId}`;
    const stored = await get<Stored>(path, { params: { locale } }).catch(ignoreDeleted);
    const timeout = NOTIFICATION_TIMEOUT;
    if (!stored) {
      toggleNotification({ type: 'danger', message: text('meanwhile.gone'), timeout });
      return true;
    }
    const isRemoved = Boolean(document?.documentId) && !stored.data.data.documentId;
    if (isRemoved && !isKnownRemoved.current) {
      isKnownRemoved.current = true;
      toggleNotification({ type: 'warning', message: text('meanwhile.removed'), timeout });
      return true;
    }
    const latest = valuesOf(stored.data);
    const values = form.getValues(); // Read now: fields may have been edited during the request.
    const names = Object.keys(base).filter(
      (name) => name in latest && name in values && !NOT_TYPED.has(name),
    );
    const since = changesIn(only(latest, names), base);
    // A save may have been stored although its answer was lost.
    const theirs = unheard.current ? changesIn(since, unheard.current) : since;
    if (Object.keys(theirs).length === 0) return false;
    known.current = { ...base, ...latest };
    const mine = changesIn(only(values, names), base);
    const inBoth = Object.keys(theirs).filter((name) => name in mine);
    const both = changesIn(only(theirs, inBoth), mine);
    const merged = Object.keys(theirs).filter((name) => !(name in both));
    keepTakenOver(of, { ...takenOver(of), ...theirs });
    form.setValues({ ...values, ...theirs, ...mine });
    const message = [
      text('meanwhile.changed', { count: merged.length, fields: labelsOf(merged) }),
      Object.keys(both).length > 0 &&
        text('meanwhile.both', { fields: labelsOf(Object.keys(both)) }),
    ];
    toggleNotification({ type: 'warning', message: message.filter(Boolean).join(' '), timeout });
    return true;
  };
}

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

/** A name without a value, which is not sent; no field has it. */
const UNCHANGED = 'isUnchangedCopy';

/**
 * Returns a function that makes the form of a copy count as changed; undefined for other forms. Strapi offers to save
 * an unchanged copy too, and then sends nothing.
 */
function useUnchangedCopy() {
  const { origin } = useParams();
  const form = useForm('UnchangedCopy', (state) => state) as unknown as Form;
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
