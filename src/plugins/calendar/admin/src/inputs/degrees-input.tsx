import { TextInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useState } from 'react';
import { degreesIn } from '../degrees';
import { useDryRun } from '../use-dry-run';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

/**
 * Degrees of latitude or longitude, as maps write them. Strapi's input takes the point of 48.8566 for a separator of
 * thousands in Spanish, and drops it in French.
 */
export default function DegreesInput({ attribute, disabled, placeholder, ...frame }: InputProps) {
  const { name } = frame;
  const { value, error, initialValue, onChange } = useField<number | string | null>(name);
  const [typed, setTyped] = useState('');
  const judged = useDryRun(
    attribute.options?.type ?? 'venue',
    value !== initialValue ? { [name]: value } : undefined,
  );
  const type = (text: string) => {
    setTyped(text);
    onChange(name, degreesIn(text));
  };
  return (
    // Strapi's own message about a text that is no number is English.
    <InputFrame {...frame} error={judged?.faults[name] ?? error}>
      <TextInput
        dir="ltr"
        value={degreesIn(typed) === (value ?? null) ? typed : `${value}`}
        placeholder={placeholder}
        disabled={disabled}
        onChange={({ target }: { target: { value: string } }) => type(target.value)}
      />
    </InputFrame>
  );
}
