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

/**
 * Puts back what was typed when a save is refused. Strapi writes it into its cache before the server has
 * answered, and when it takes that back, the form begins anew with what is stored (strapi/strapi#22646).
 * A panel, because those stand inside the form; it shows nothing (D9.9).
 */
export function KeepTyped() {
  const values = useOf('values');
  const initialValues = useOf('initialValues');
  const isSubmitting = useOf('isSubmitting');
  const setValues = useOf('setValues');
  const sent = useRef<Values>();
  const latest = useRef(values);
  latest.current = values;

  useEffect(() => {
    if (isSubmitting) sent.current = latest.current;
  }, [isSubmitting]);

  useEffect(() => {
    if (isSubmitting || !sent.current) return;
    const isStored = initialValues.updatedAt !== sent.current.updatedAt;
    if (isStored) sent.current = undefined;
    else setValues(sent.current);
  }, [isSubmitting, initialValues, setValues]);

  return null;
}

/** By this name Strapi tells panels apart. */
KeepTyped.type = 'calendar-keep-typed';
