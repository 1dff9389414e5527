import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { type Shown, useLeftBehind } from './left-behind';

type Values = Record<string, unknown>;

interface Form {
  values: Values;
  initialValues: Values;
  isSubmitting: boolean;
  setValues(values: Values): void;
}

const useOf = <Name extends keyof Form>(name: Name) =>
  useForm<Form[Name]>('KeepTyped', (form) => (form as unknown as Form)[name]);

/** What was sent, what the form had begun with, and of which save that was. */
interface Sent {
  values: Values;
  begun: string;
  updatedAt: unknown;
}

/**
 * Puts back what was typed when a save is refused. Strapi writes it into its cache before the server has
 * answered, and when it takes that back, the form begins anew with what is stored (strapi/strapi#22646).
 * A form that begins with anything else is that of a saved record, or of another language. A panel,
 * because those stand inside the form; it shows nothing (D9.9).
 */
export function KeepTyped(shown: Shown) {
  const values = useOf('values');
  const initialValues = useOf('initialValues');
  const isSubmitting = useOf('isSubmitting');
  const setValues = useOf('setValues');
  const sent = useRef<Sent>();
  const updatedAt = shown.document?.updatedAt; // No form has it.
  const latest = useRef({ values, initialValues, updatedAt });
  latest.current = { values, initialValues, updatedAt };
  // Strapi takes what it sends for what the form has begun with.
  useLeftBehind(shown, { values, initialValues, isSubmitting, setValues }, () =>
    sent.current
      ? { values: sent.current.values, begun: JSON.parse(sent.current.begun) }
      : { values: latest.current.values, begun: latest.current.initialValues },
  );

  useEffect(() => {
    if (!isSubmitting) return;
    const form = latest.current;
    const begun = JSON.stringify(form.initialValues);
    sent.current = { values: form.values, begun, updatedAt: form.updatedAt };
  }, [isSubmitting]);

  useEffect(() => {
    if (isSubmitting || !sent.current) return;
    const { values: typed, begun } = sent.current;
    if (updatedAt && updatedAt !== sent.current.updatedAt) sent.current = undefined;
    else if (JSON.stringify(initialValues) === begun) setValues(typed);
  }, [isSubmitting, initialValues, setValues, updatedAt]);

  return null;
}

/** By this name Strapi tells panels apart. */
KeepTyped.type = 'calendar-keep-typed';
