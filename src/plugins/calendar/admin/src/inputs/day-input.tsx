import {
  type ComponentPropsWithoutRef,
  type FocusEvent,
  forwardRef,
  type KeyboardEvent,
  useRef,
} from 'react';
import { browserFormat } from '../browser-format';
import { keysWith, leftDate, pastedWallTime, typedParts } from '../typed-keys';
import { ClockInput } from './clock-input';

type Props = Omit<ComponentPropsWithoutRef<typeof ClockInput>, 'type' | 'onChange' | 'onPaste'> & {
  /**
   * D5.11: called with the input's value, `""` for an unfinished one, also for keys and pastes that browsers ignore.
   */
  onDay: (day: string, isBegun: boolean) => void;
};

/** A day without a time. */
export const DayInput = forwardRef<HTMLInputElement, Props>(function DayInput(
  { onDay, onKeyDown, onBlur, ...props },
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
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const day = leftDate(keys.current, input.value, browserFormat());
    if (day && day !== input.value) take(input, day);
    onBlur?.(event);
  };

  return (
    <ClockInput
      {...props}
      ref={ref}
      type="date"
      max="9999-12-31"
      onChange={({ currentTarget: { value, validity } }) => onDay(value, validity.badInput)}
      onFocus={begin}
      onBlur={leave}
      onMouseDown={begin}
      onKeyDown={press}
      onPaste={paste}
    />
  );
});
