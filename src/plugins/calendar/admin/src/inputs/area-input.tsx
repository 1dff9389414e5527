import { TextInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { hasStates } from '../../../server/src/settings/record-types';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

const OTHER = { state: 'province', province: 'state' } as const;

/** The parts of a venue's place, and which of them belongs to its country. */
function useParts() {
  const state = useField<string | null>('state').value;
  const province = useField<string | null>('province').value;
  const country = useField<string | null>('country').value ?? '';
  const part = hasStates(country) ? 'state' : 'province';
  return { parts: { state, province }, part, other: OTHER[part] } as const;
}

/**
 * One input for state or province, which the interface keeps in two fields and a combined one: writes
 * `state` for countries with states and without a country, else `province`. A region typed before its country
 * moves to the other field with it.
 */
export default function AreaInput({ attribute, disabled, rights, ...frame }: InputProps) {
  const { name } = frame;
  const { value, error, onChange } = useField<string | null>(name);
  const { parts, part, other } = useParts();

  const write = (typed: string | null) => {
    onChange(part, typed);
    if (parts[other] && parts[other] === value) onChange(other, null);
  };

  const onType = (typed: string) => {
    onChange(name, typed || null);
    write(typed || null);
  };

  const former = useRef(part);
  useEffect(() => {
    if (former.current === part) return;
    former.current = part;
    if (value && !parts[part] && parts[other] === value) write(value);
  });

  return (
    <InputFrame {...frame} error={error}>
      <TextInput
        dir="auto"
        value={value ?? ''}
        disabled={disabled || !attribute.options?.fields?.every((field) => rights?.edit(field))}
        onChange={({ target }: { target: { value: string } }) => onType(target.value)}
      />
    </InputFrame>
  );
}
