import { type ComponentPropsWithoutRef, forwardRef, type KeyboardEvent, useRef } from 'react';
import { browserFormat } from '../browser-format';
import { keysWith, pastedWallTime, typedParts } from '../typed-keys';
import { ClockInput } from './clock-input';

type Props = Omit<ComponentPropsWithoutRef<typeof ClockInput>, 'type' | 'onChange' | 'onPaste'> & {
  /**
   * D5.11: called with the input's value, `""` for an unfinished one, also for keys and pastes that browsers ignore.
   */
  onDay: (day: string, isBegun: boolean) => void;
};

/** A day without a time. */
export const DayInput = forwardRef<HTMLInputElement, Props>(function DayInput(
  { onDay, onKeyDown, ...props },
  ref,
) {
  const keys = useRef('');

  const take = (input: HTMLInputElement, day: string) => {
    input.value = day;
    onDay(day, false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    keys.current = keysWith(keys.current, event.key);
    const { date } = typedParts(keys.current, '', browserFormat());
    if (!date) return;
    event.preventDefault();
    take(event.currentTarget, date);
  };
  const paste = (text: string, input: HTMLInputElement) => {
    const { date } = pastedWallTime(text, browserFormat()) ?? {};
    if (date) take(input, date);
    return Boolean(date);
  };
  const begin = () => {
    keys.current = '';
  };

  return (
    <ClockInput
      {...props}
      ref={ref}
      type="date"
      max="9999-12-31"
      onChange={({ currentTarget: { value, validity } }) => onDay(value, validity.badInput)}
      onFocus={begin}
      onMouseDown={begin}
      onKeyDown={press}
      onPaste={paste}
    />
  );
});
