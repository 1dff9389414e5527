import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useContentLanguage } from '../languages';
import { useText } from '../use-text';
import { changesIn, only, type Values } from './changes';
import { type SaveQueue, useQueuedSave } from './queued-save';
import { isOurs, useSaves } from './save-answers';

interface Form {
  getValues(): Values;
  setValues(values: Values): void;
}

interface ActionProps {
  model: string;
  documentId?: string;
  /** As the server has told it last. */
  document?: Values | null;
}

interface ActionDescription {
  disabled?: boolean;
  onClick?: (event: unknown) => unknown;
}

/** Strapi's actions are hooks that describe a button. */
interface Action {
  (asked: ActionProps): ActionDescription | null | undefined;
  type?: string;
  position?: unknown;
}

type Keys = (pressed: KeyboardEvent) => boolean;

/** Those that send the whole form, the keys that do so, with Ctrl or Cmd, and one of them. */
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

/** What the server writes at every save, or makes of what is typed. */
const WRITTEN = ['id', 'documentId', 'locale', 'localizations', 'status'];
const STAMPED = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'];
const DERIVED = ['utc_start_date', 'utc_end_date', 'search_text'];
const NOT_TYPED = new Set([...WRITTEN, ...STAMPED, ...DERIVED]);

/** What Strapi answers of a record that is not there. */
const GONE = 404;

/** To read it, and to look at the fields that it names; milliseconds. */
const LONG_ENOUGH = 60_000;

/** A record that is deleted for good: Strapi would put an error in the place of the form, and of what was typed. */
function unlessGone(error: { status?: number }) {
  if (error.status !== GONE) throw error;
}

/**
 * Whether somebody else has saved the record since the form was opened. What they have changed is then in
 * the form, but for what is changed in it as well, and is said: Strapi's form sends every field, and would
 * write back how each was. Or whether they have deleted it: then the form stays, to take out what was typed.
 */
function useConflictCheck({ model, documentId, document }: ActionProps) {
  const text = useText();
  const { formatList, formatMessage } = useIntl();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const locale = useContentLanguage();
  const form = useForm('Meanwhile', (state) => state) as unknown as Form;
  const known = useRef<Values>();

  useEffect(() => {
    known.current = undefined;
  }, [document?.updatedAt]);

  useSaves({ model, documentId }, (save) => {
    if (save.document) known.current = save.document; // Before the form has it.
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
    const base = known.current ?? document;
    if (!base) return false;
    const path = `/content-manager/collection-types/${model}/${documentId}`;
    const stored = await get<{ data: Values }>(path, { params: { locale } }).catch(unlessGone);
    const timeout = LONG_ENOUGH;
    if (!stored) {
      toggleNotification({ type: 'danger', message: text('meanwhile.gone'), timeout });
      return true;
    }
    const { data } = stored;
    const values = form.getValues(); // Now: they may have been typed in while it was asked.
    const names = Object.keys(base).filter(
      (name) => name in data.data && name in values && !NOT_TYPED.has(name),
    );
    const theirs = changesIn(only(data.data, names), base);
    if (Object.keys(theirs).length === 0) return false;
    known.current = data.data;
    const mine = changesIn(only(values, names), base);
    const inBoth = Object.keys(theirs).filter((name) => name in mine);
    const both = changesIn(only(theirs, inBoth), mine);
    const taken = Object.keys(theirs).filter((name) => !(name in both));
    form.setValues({ ...values, ...theirs, ...mine });
    const message = [
      text('meanwhile.changed', { count: taken.length, fields: labelsOf(taken) }),
      Object.keys(both).length > 0 &&
        text('meanwhile.both', { fields: labelsOf(Object.keys(both)) }),
    ];
    toggleNotification({ type: 'warning', message: message.filter(Boolean).join(' '), timeout });
    return true;
  };
}

/** Chromium begins with the first part of a date or a time again where the focus comes back: Tab led into its year. */
const isInParts = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && ['date', 'time'].includes(element.type);

/**
 * Strapi takes the focus from what one writes in when it saves, so that inputs hand over what they hold: who
 * wrote on behind Ctrl+S wrote nowhere. They have when this returns; dates and times have at each key.
 */
function keepingPlace<Result>(save: () => Result): Result {
  const { activeElement } = document;
  const inParts = isInParts(activeElement) ? activeElement : undefined;
  if (inParts) inParts.blur = () => {};
  const result = save();
  if (inParts) delete (inParts as Partial<HTMLElement>).blur;
  if (activeElement instanceof HTMLElement && document.activeElement === document.body)
    activeElement.focus({ preventScroll: true });
  return result;
}

/** A dialog takes keys for itself: nobody sends from there the form that it stands over. */
const isInDialog = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

/** Strapi listens for keys by itself: they reach it once nothing has changed, and no save is under way. */
function useKeys(sends: Keys, queue: SaveQueue, hasChanged?: () => Promise<boolean>) {
  const latest = useRef({ queue, hasChanged });
  latest.current = { queue, hasChanged };
  // Before the effect that presses a kept key again, as soon as the form of a new record is there.
  useLayoutEffect(() => {
    const asked = new WeakSet<Event>();
    const isSending = (pressed: KeyboardEvent) =>
      (pressed.ctrlKey || pressed.metaKey) && sends(pressed);
    // At the window Strapi's listener comes behind it: it is added by an effect.
    const stopBehindDialog = (pressed: KeyboardEvent) => {
      if (isSending(pressed) && isInDialog(pressed)) pressed.stopImmediatePropagation();
    };
    const onKey = async (pressed: KeyboardEvent) => {
      if (asked.has(pressed) || !isSending(pressed)) return;
      if (isInDialog(pressed)) return pressed.preventDefault(); // The browser would save the page.
      const { queue, hasChanged: ask } = latest.current;
      const isKept = queue.keep(pressed);
      if (!isKept && !ask) return;
      pressed.preventDefault();
      pressed.stopImmediatePropagation();
      if (isKept || !ask) return;
      const again = new KeyboardEvent('keydown', pressed);
      asked.add(again);
      if (await ask()) return;
      const now = latest.current;
      if (now.queue.keep(pressed)) return; // Another save has begun meanwhile.
      if (now.hasChanged) keepingPlace(() => window.dispatchEvent(again));
      else now.queue.wait(pressed); // Behind a save, Strapi publishes nothing while it counts drafts that are referred to.
    };
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('keydown', stopBehindDialog);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('keydown', stopBehindDialog);
    };
  }, [sends]);
}

/** Nobody publishes a category or a tag: a key that would stands in the way of none that saves. */
const NONE: SaveQueue = { keep: () => false, wait: () => undefined };

function withConflictCheck(native: Action): Action {
  const sending = SENDING[native.type ?? ''];
  if (!sending) return native;
  const { sends, key } = sending;
  const Sending: Action = (asked) => {
    const described = native(asked);
    const changedMeanwhile = useConflictCheck(asked);
    const pending = useRef<Promise<boolean>>();
    const press = described?.onClick;
    const asks = press && isOurs(asked.model);
    const hasChanged = async () => {
      if (!asked.documentId) return false;
      if (pending.current) return true;
      // When nobody answers, the save itself says so.
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
    // Answers whether it was all: to nothing, Strapi opens the dialog of the button.
    const onClick = async (event: unknown) =>
      (await hasChanged()) ||
      latest.current.keep(keys) || // The other button was pressed meanwhile: behind its save, as by the keys.
      (await keepingPlace(() => press(event)));
    return { ...described, onClick };
  };
  return Object.assign(Sending, { type: native.type, position: native.position });
}

/** A reducer of the content manager's actions. */
export const checkConflicts = (actions: Action[]) => actions.map(withConflictCheck);
