import { Combobox, ComboboxOption, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useMemo, useState } from 'react';
import { useText } from '../use-text';
import { useZones } from '../use-zones';
import { offsetOf } from '../zones';
import { InputFrame } from './input-frame';
import type { InputProps } from './input-props';
import { usePickerKeys } from './use-picker-keys';

type Props = InputProps & {
  /** The wall time at which offsets are shown; now by default. */
  at?: string;
  /** Shown while no zone is chosen. */
  placeholder?: string;
  /** What a save would refuse. */
  fault?: string;
};

/** A time zone, searched by city, country or name of its time; empty means the site's. */
export default function TimezoneInput(props: Props) {
  const { attribute, disabled, at, placeholder, fault, ...frame } = props;
  const { name } = frame;
  const text = useText();
  const { value, error, onChange } = useField<string | null>(name);
  const { cityOf, labelOf, like } = useZones();
  const zone = value ?? '';
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const shown = zone && labelOf(zone, at);
  const words = typed ?? shown;
  // Text typed after the chosen zone's name is a new search.
  const sought = words.startsWith(shown) ? words.slice(shown.length) : words;

  // Memoised, because the form renders all inputs at each key press in any of them.
  const found = useMemo(() => like(sought, zone), [like, sought, zone]);
  const options = useMemo(
    () =>
      found.map((option) => (
        <ComboboxOption key={option} value={option} textValue={labelOf(option, at)}>
          <Flex gap={2} justifyContent="space-between">
            <bdi>{cityOf(option) ?? option}</bdi>
            <Typography variant="pi" textColor="neutral600" dir="ltr">
              {cityOf(option) && `${option} · `}
              {offsetOf(option, at)}
            </Typography>
          </Flex>
        </ComboboxOption>
      )),
    [found, labelOf, cityOf, at],
  );

  const choose = (chosen = '') => {
    setTyped(undefined);
    if (chosen !== zone) onChange(name, chosen || null);
  };

  const type = (entered: string) => {
    setTyped(entered);
    setOpen(true);
  };

  /** A search by country or name of the time highlights no option: Enter takes the result if it is the only one. */
  const { mayOpen, keys } = usePickerKeys(open && Boolean(typed?.trim()), () => {
    if (found.length !== 1) return;
    choose(found[0]);
    setOpen(false);
  });

  const toggle = (opened: boolean) => {
    if (opened && !mayOpen()) return;
    setOpen(opened);
    if (!opened) setTyped(undefined);
  };

  return (
    <InputFrame {...frame} error={error ?? fault}>
      <div {...keys}>
        <Combobox
          autocomplete="none"
          value={zone}
          textValue={words}
          placeholder={placeholder || text('timezone.placeholder')}
          clearLabel={text('input.clear', { field: String(frame.label) })}
          noOptionsMessage={() => text('timezone.none')}
          disabled={disabled}
          open={open}
          onInputChange={({ currentTarget }) => type(currentTarget.value)}
          onTextValueChange={(now) => now === shown && setTyped(undefined)}
          onOpenChange={toggle}
          // Without a value: Escape while the list is closed.
          onChange={(chosen) => chosen && choose(chosen)}
          onClear={() => choose()}
        >
          {options}
        </Combobox>
      </div>
    </InputFrame>
  );
}
