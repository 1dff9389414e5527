import { Field } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useDirection } from '../direction';
import type { InputProps } from './input-props';

type Props = Omit<InputProps, 'attribute' | 'disabled'> & { error?: string; children: ReactNode };

/** Label, hint and error of an input, in the admin's language and direction. */
export function InputFrame({ name, label, labelAction, hint, required, error, children }: Props) {
  return (
    <Field.Root
      name={name}
      error={error}
      hint={hint}
      required={required}
      dir={useDirection()}
      width="100%"
    >
      <Field.Label action={labelAction}>{label}</Field.Label>
      {children}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
