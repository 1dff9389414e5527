import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { changesIn, type Values } from './changes';
import { useLeftBehind } from './left-behind';
import { useMadeOnce } from './made-once';
import { useSaves } from './save-answers';

/** What the content manager tells a panel. */
export interface Shown {
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
}

/**
 * Keeps what is typed beside a save. Strapi's form begins anew twice for each, with what was sent and with
 * what was stored, so that what is typed between was lost; and where the server could not save, it takes what
 * was sent for saved, so that nothing could be saved again. A panel, because those stand inside the form; it
 * shows nothing (D9.9).
 */
export function KeepTyped(shown: Shown) {
  const form = useForm('KeepTyped', (state) => state) as unknown as Form;
  const { values, initialValues, isSubmitting, resetForm, setValues } = form;
  const { activeTab, document } = shown;
  useMadeOnce(shown.model, shown.documentId); // Before what was left behind is taken up.
  const left = useLeftBehind(shown, form);

  const unsettled = useRef<Unsettled>();
  useSaves(shown, ({ state, sends, status }) => {
    if (state === 'pending') {
      unsettled.current = sends ? { refused: false, document } : undefined;
      left.forget();
    }
    if (state !== 'rejected' || !sends) return;
    unsettled.current = isSubmitting ? { refused: true, document } : undefined;
    if (status !== INVALID) left.leave();
  });

  const before = useRef({ values, initialValues });
  useEffect(() => {
    const { values: typed, initialValues: begun } = before.current;
    before.current = { values, initialValues };
    const save = unsettled.current;
    if (!save || activeTab === 'published') return;
    const beganAnew = initialValues !== begun;
    if (beganAnew && save.refused) {
      resetForm(begun);
      setValues(typed);
    } else if (beganAnew) {
      const since = changesIn(typed, begun);
      if (Object.keys(changesIn({ ...values, ...since }, values)).length > 0) {
        setValues({ ...values, ...since });
      }
    }
    const isOver = save.refused ? !isSubmitting : beganAnew && document !== save.document;
    if (isOver) unsettled.current = undefined;
  }, [values, initialValues, isSubmitting, document, resetForm, setValues]);

  return null;
}

/** By this name Strapi tells panels apart. */
KeepTyped.type = 'calendar-keep-typed';
