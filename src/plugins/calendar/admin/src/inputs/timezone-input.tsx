import { Combobox, ComboboxOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useText } from '../use-text';
import { zonesLike } from '../zones';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';

/** A time zone found by any part of its name; empty is the site's. */
export default function TimezoneInput({ attribute, disabled, ...frame }: InputProps) {
  const { name } = frame;
  const text = useText();
  const { value, error, onChange } = useField<string | null>(name);
  const zone = value ?? '';
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const words = typed ?? zone;

  const choose = (chosen = '') => {
    setTyped(undefined);
    if (chosen !== zone) onChange(name, chosen || null);
  };

  const type = (entered: string) => {
    setTyped(entered);
    setOpen(true);
  };

  const toggle = (opened: boolean) => {
    setOpen(opened);
    if (!opened) setTyped(undefined);
  };

  return (
    <InputFrame {...frame} error={error}>
      <Combobox
        autocomplete="none"
        value={zone}
        textValue={words}
        placeholder={text('timezone.placeholder')}
        clearLabel={text('input.clear', { field: String(frame.label) })}
        noOptionsMessage={() => text('timezone.none')}
        disabled={disabled}
        open={open}
        onInputChange={({ currentTarget }) => type(currentTarget.value)}
        onTextValueChange={(shown) => shown === zone && setTyped(undefined)}
        onOpenChange={toggle}
        onChange={choose}
        onClear={() => choose()}
      >
        {zonesLike(words === zone ? '' : words, zone).map((option) => (
          <ComboboxOption key={option} value={option} textValue={option}>
            <bdi>{option}</bdi>
          </ComboboxOption>
        ))}
      </Combobox>
    </InputFrame>
  );
}
