import { Combobox, ComboboxOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useText } from '../use-text';
import { ZONES } from '../zones';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

/** A time zone found by any part of its name; empty is the site's. */
export default function TimezoneInput({ attribute, disabled, ...frame }: InputProps) {
  const { name } = frame;
  const text = useText();
  const { value, error, onChange } = useField<string | null>(name);
  const zones = value && !ZONES.includes(value) ? [value, ...ZONES] : ZONES;
  return (
    <InputFrame {...frame} error={error}>
      <Combobox
        autocomplete={{ type: 'list', filter: 'contains' }}
        value={value ?? ''}
        placeholder={text('timezone.placeholder')}
        clearLabel={text('input.clear', { field: String(frame.label) })}
        noOptionsMessage={() => text('timezone.none')}
        disabled={disabled}
        onChange={(zone) => onChange(name, zone || null)}
        onClear={() => onChange(name, null)}
      >
        {zones.map((zone) => (
          <ComboboxOption key={zone} value={zone} textValue={zone}>
            {zone}
          </ComboboxOption>
        ))}
      </Combobox>
    </InputFrame>
  );
}
