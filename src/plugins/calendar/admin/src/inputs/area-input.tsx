import { TextInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

const OF_STATES = ['', 'us', 'united states'];

/**
 * One input for state or province, which the interface keeps in two fields and a combined one: writes
 * `state` for countries with states and without a country, else `province`.
 */
export default function AreaInput({ attribute, disabled, rights, ...frame }: InputProps) {
  const { name } = frame;
  const { value, error, onChange } = useField<string | null>(name);
  const country = (useField<string | null>('country').value ?? '').trim().toLowerCase();
  const part = OF_STATES.includes(country) ? 'state' : 'province';

  const onType = (typed: string) => {
    onChange(name, typed || null);
    onChange(part, typed || null);
  };

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
