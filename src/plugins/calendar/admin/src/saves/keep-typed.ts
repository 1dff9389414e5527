import { useForm } from '@strapi/strapi/admin';
import { useLayoutEffect, useRef } from 'react';
import { type Caret, caretNow, putBack, stayHere } from './caret';
import { useCarried } from './carried';
import { changesIn, only, type Values } from './changes';
import { useIdempotentCreate } from './idempotency-keys';
import { useLeftBehind } from './left-behind';
import { endQueue } from './queued-save';
import { useSaves } from './save-answers';

/** What the content manager tells a panel. */
export interface PanelProps {
  model: string;
  documentId?: string;
  /** What is shown: the draft, or what is public, in which nothing can be typed. */
  activeTab?: string;
  document?: Values | null;
}

/** As far as we use it. */
export interface Form {
  values: Values;
  initialValues: Values;
  isSubmitting: boolean;
  getValues(): Values;
  resetForm(initialValues: Values): void;
  setValues(values: Values): void;
}

/** The form says what is wrong, and stays. */
const INVALID = 400;

/** A save whose end the form has not taken in. */
interface Unsettled {
  refused: boolean;
  /** As it was stored before. */
  document: unknown;
  /** What the form held then of what is sent, and began as of the rest: the way into the trash sends one field. */
  sent: Values;
  /** Until then the form may begin anew with what a save before has stored, and holds what this one sends. */
  isAnswered: boolean;
  /** Whether the form has begun anew with what is stored now. */
  anew?: boolean;
}

/** A save stores no blanks around a text: who writes on behind one still finds it. */
function withBlanks(begun: Values, { input: { name }, value }: Caret): Values {
  return begun[name] !== value && begun[name] === value.trim()
    ? { ...begun, [name]: value }
    : begun;
}

/** Those of the values that differ from both: a key may come before a form that begins anew holds what it begins with. */
const newerThan = (values: Values, one: Values, other: Values) =>
  changesIn(changesIn(values, one), other);

/**
 * Keeps edits made during a save. Strapi resets the form twice per save, to the sent and to the stored values,
 * which lost edits made in between; and if a save fails, it treats the sent values as saved, so that nothing
 * could be saved again. A panel, because those stand inside the form; it shows nothing (D9.9).
 */
export function KeepTyped(shown: PanelProps) {
  const form = useForm('KeepTyped', (state) => state) as unknown as Form;
  const { values, initialValues, isSubmitting, resetForm, setValues } = form;
  const { activeTab, document } = shown;
  useIdempotentCreate(shown.model, shown.documentId); // Before what was left behind is taken up.
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
  // Strapi asks nothing where a form is left while a save is under way.
  useLayoutEffect(
    () => () => {
      const { sent } = unsettled.current ?? {};
      if (!sent || !submits.current || !shown.documentId) return;
      if (Object.keys(changesIn(form.getValues(), sent)).length > 0) left.leave(left.of);
    },
    [left.of],
  );

  const caret = unsettled.current && caretNow(); // The inputs are drawn with this: they hold what they held.
  const lost = useRef<Caret>();
  const before = useRef({ values, initialValues });
  // Before the next key: by an effect that waits, what it wrote was lost.
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

/** By this name Strapi tells panels apart. */
KeepTyped.type = 'calendar-keep-typed';
