import { useForm } from '@strapi/strapi/admin';
import { useLayoutEffect, useRef } from 'react';
import { type Caret, caretNow, putBack, stayHere } from './caret';
import { useCarried } from './carried';
import { changesIn, only, type Values } from './changes';
import { useIdempotentCreate } from './idempotency-keys';
import { useLeftBehind } from './left-behind';
import { endQueue } from './queued-save';
import { useSaves } from './save-answers';

/** Properties that the content manager passes to a panel. */
export interface PanelProps {
  model: string;
  documentId?: string;
  /** The draft, or the published version, which is read-only. */
  activeTab?: string;
  document?: Values | null;
}

/** The part of Strapi's form state used here. */
export interface Form {
  values: Values;
  initialValues: Values;
  isSubmitting: boolean;
  getValues(): Values;
  resetForm(initialValues: Values): void;
  setValues(values: Values): void;
}

/** Status of a refused save, after which the form stays and shows the errors. */
const INVALID = 400;

/** A save that the form has not fully processed. */
interface Unsettled {
  refused: boolean;
  /** The record as stored before the save. */
  document: unknown;
  /** The form's values of the fields that are sent, and initial values of the others (trashing sends one field). */
  sent: Values;
  /** Before the answer, the form may still reset to the result of an earlier save. */
  isAnswered: boolean;
  /** Whether the form was reset to what this save stored. */
  anew?: boolean;
}

/** Keeps blanks around the text being edited: a save trims them, but the next word needs its space. */
function withBlanks(begun: Values, { input: { name }, value }: Caret): Values {
  return begun[name] !== value && begun[name] === value.trim()
    ? { ...begun, [name]: value }
    : begun;
}

/** Values that differ from both: a key press may arrive while the form is between its two resets. */
const newerThan = (values: Values, one: Values, other: Values) =>
  changesIn(changesIn(values, one), other);

/**
 * Keeps edits made during a save. Strapi resets the form twice per save, to the sent and to the stored values,
 * which lost edits made in between; and if a save fails, it treats the sent values as saved, so that nothing
 * could be saved again. A panel that renders nothing, because panels have access to the form (D9.9).
 */
export function KeepTyped(shown: PanelProps) {
  const form = useForm('KeepTyped', (state) => state) as unknown as Form;
  const { values, initialValues, isSubmitting, resetForm, setValues } = form;
  const { activeTab, document } = shown;
  useIdempotentCreate(shown.model, shown.documentId); // Must precede useLeftBehind, which resumes its key.
  const left = useLeftBehind(shown, form);
  useCarried(shown, form);

  const unsettled = useRef<Unsettled>();
  useSaves(shown, ({ state, sends, fields, status }) => {
    const held = form.getValues();
    const sent = { ...initialValues, ...only(held, fields) };
    if (state === 'pending') {
      const save = { refused: false, document, sent, isAnswered: false };
      unsettled.current = sends ? save : undefined;
      left.forget();
    }
    const save = unsettled.current;
    if (save && sends && state === 'fulfilled')
      unsettled.current = { ...save, document, isAnswered: true };
    if (state !== 'rejected' || !sends) return;
    const since = changesIn(sent, save?.sent ?? sent);
    if (status === INVALID && Object.keys(since).length > 0) stayHere();
    unsettled.current = isSubmitting
      ? { refused: true, document, sent, isAnswered: true }
      : undefined;
    if (status !== INVALID) left.leave();
  });

  const submits = useRef(isSubmitting);
  submits.current = isSubmitting;
  // Strapi does not block leaving a form during a save, so unsaved edits are stored here.
  useLayoutEffect(
    () => () => {
      const { sent } = unsettled.current ?? {};
      if (!sent || !submits.current || !shown.documentId) return;
      if (Object.keys(changesIn(form.getValues(), sent)).length > 0) left.leave(left.of);
    },
    [left.of],
  );

  const caret = unsettled.current && caretNow(); // Read during render, before the inputs change.
  const lost = useRef<Caret>();
  const before = useRef({ values, initialValues });
  // A layout effect, to run before the next key press, which would otherwise be lost.
  useLayoutEffect(() => {
    if (lost.current) putBack(lost.current);
    lost.current = undefined;
    const { values: typed, initialValues: begun } = before.current;
    before.current = { values, initialValues };
    const save = unsettled.current;
    if (!save || activeTab === 'published') return;
    const beganAnew = initialValues !== begun;
    const isAnew = beganAnew && save.isAnswered && document !== save.document;
    const isOver = save.refused
      ? beganAnew || !isSubmitting
      : (isAnew || save.anew) && !isSubmitting;
    if (isOver) unsettled.current = undefined;
    let since = changesIn(values, initialValues);
    if (beganAnew) {
      lost.current = caret;
      const newer = newerThan(values, initialValues, save.sent);
      if (save.refused) {
        resetForm(begun);
        setValues({ ...typed, ...newer });
      } else {
        const before = save.isAnswered && !save.anew ? save.sent : begun;
        since = { ...changesIn(typed, before), ...newer };
        const begins = isAnew && caret ? withBlanks(initialValues, caret) : initialValues;
        if (begins !== initialValues) resetForm(begins);
        setValues({ ...begins, ...since });
        if (isAnew) save.anew = true;
      }
    }
    const isSaved = isOver && !save.refused && Object.keys(since).length === 0;
    if (isSaved) endQueue(document?.status);
  }, [values, initialValues, isSubmitting, document, resetForm, setValues]);

  return null;
}

/** Strapi identifies panels by their type. */
KeepTyped.type = 'calendar-keep-typed';
