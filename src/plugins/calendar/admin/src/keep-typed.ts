import { useForm } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';

type Values = Record<string, unknown>;

interface Form {
  values: Values;
  initialValues: Values;
  isSubmitting: boolean;
  setValues(values: Values): void;
}

const useOf = <Name extends keyof Form>(name: Name) =>
  useForm<Form[Name]>('KeepTyped', (form) => (form as unknown as Form)[name]);

/** What was sent, and what the form had begun with. */
interface Sent {
  values: Values;
  begun: string;
}

/**
 * Puts back what was typed when a save is refused. Strapi writes it into its cache before the server has
 * answered, and when it takes that back, the form begins anew with what is stored (strapi/strapi#22646).
 * A form that begins with anything else is that of a saved record, or of another language. A panel,
 * because those stand inside the form; it shows nothing (D9.9).
 */
export function KeepTyped() {
  const values = useOf('values');
  const initialValues = useOf('initialValues');
  const isSubmitting = useOf('isSubmitting');
  const setValues = useOf('setValues');
  const sent = useRef<Sent>();
  const latest = useRef({ values, initialValues });
  latest.current = { values, initialValues };

  useEffect(() => {
    if (!isSubmitting) return;
    const form = latest.current;
    sent.current = { values: form.values, begun: JSON.stringify(form.initialValues) };
  }, [isSubmitting]);

  useEffect(() => {
    if (isSubmitting || !sent.current) return;
    const { values: typed, begun } = sent.current;
    if (initialValues.updatedAt !== typed.updatedAt) sent.current = undefined;
    else if (JSON.stringify(initialValues) === begun) setValues(typed);
  }, [isSubmitting, initialValues, setValues]);

  return null;
}

/** By this name Strapi tells panels apart. */
KeepTyped.type = 'calendar-keep-typed';
