import { useForm } from '@strapi/strapi/admin';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Caret, currentCaret, keepFocus, restoreCaret } from './caret';
import { changesIn, only, type Values } from './changes';
import { useFormHandover } from './form-handover';
import { useIdempotentCreate } from './idempotency-keys';
import { endQueue } from './queued-save';
import { keepFormsOfFailed, useOwnId, useSaves } from './save-answers';
import { useUnsavedEdits } from './unsaved-edits';

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
interface PendingSave {
  refused: boolean;
  /** The record as stored before the save. */
  document: unknown;
  /** The form's values of the fields that are sent, and initial values of the others (trashing sends one field). */
  sent: Values;
  /** Before the answer, the form may still reset to the result of an earlier save. */
  isAnswered: boolean;
  /** Whether the form was reset to what this save stored. */
  wasReset?: boolean;
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
export function KeepEdits(shown: PanelProps) {
  const form = useForm('KeepEdits', (state) => state) as unknown as Form;
  const { values, initialValues, isSubmitting, resetForm, setValues } = form;
  const { activeTab, document } = shown;
  useIdempotentCreate(shown.model, shown.documentId); // Must precede useUnsavedEdits, which resumes its key.
  useEffect(keepFormsOfFailed, []);
  const edits = useUnsavedEdits(shown, form);
  useFormHandover(shown, form);

  const pending = useRef<PendingSave>();
  useSaves(shown, ({ state, sends, data, status }) => {
    const held = form.getValues();
    const sent = { ...initialValues, ...only(held, Object.keys(data)) };
    if (state === 'pending') {
      const save = { refused: false, document, sent, isAnswered: false };
      pending.current = sends ? save : undefined;
      edits.forget();
    }
    const save = pending.current;
    if (save && sends && state === 'fulfilled')
      pending.current = { ...save, document, isAnswered: true };
    if (state !== 'rejected' || !sends) return;
    const since = changesIn(sent, save?.sent ?? sent);
    if (status === INVALID && Object.keys(since).length > 0) keepFocus();
    pending.current = isSubmitting
      ? { refused: true, document, sent, isAnswered: true }
      : undefined;
    if (status !== INVALID) edits.store();
  });

  const submits = useRef(isSubmitting);
  submits.current = isSubmitting;
  const documentId = useOwnId(shown.documentId);
  // Strapi does not block leaving a form during a save, so unsaved edits are stored here; the form of a new record
  // hands them to the next one.
  useLayoutEffect(
    () => () => {
      const { sent } = pending.current ?? {};
      if (!sent || !submits.current || !documentId) return;
      if (Object.keys(changesIn(form.getValues(), sent)).length > 0) edits.store(edits.of, sent);
    },
    [edits.of],
  );

  const caret = pending.current && currentCaret(); // Read during render, before the inputs change.
  const lost = useRef<Caret>();
  const before = useRef({ values, initialValues });
  // A layout effect, to run before the next key press, which would otherwise be lost.
  useLayoutEffect(() => {
    if (lost.current) restoreCaret(lost.current);
    lost.current = undefined;
    const { values: typed, initialValues: begun } = before.current;
    before.current = { values, initialValues };
    const save = pending.current;
    if (!save || activeTab === 'published') return;
    const isReset = initialValues !== begun;
    const isResetToStored = isReset && save.isAnswered && document !== save.document;
    const isOver = save.refused
      ? isReset || !isSubmitting
      : (isResetToStored || save.wasReset) && !isSubmitting;
    if (isOver) pending.current = undefined;
    let since = changesIn(values, initialValues);
    if (isReset) {
      lost.current = caret;
      const newer = newerThan(values, initialValues, save.sent);
      if (save.refused) {
        resetForm(begun);
        setValues({ ...typed, ...newer });
      } else {
        const before = save.isAnswered && !save.wasReset ? save.sent : begun;
        since = { ...changesIn(typed, before), ...newer };
        const begins = isResetToStored && caret ? withBlanks(initialValues, caret) : initialValues;
        if (begins !== initialValues) resetForm(begins);
        setValues({ ...begins, ...since });
        if (isResetToStored) save.wasReset = true;
      }
    }
    const isSaved = isOver && !save.refused && Object.keys(since).length === 0;
    if (isSaved) endQueue(document?.status);
  }, [values, initialValues, isSubmitting, document, resetForm, setValues]);

  return null;
}

/** Strapi identifies panels by their type. */
KeepEdits.type = 'calendar-keep-edits';
