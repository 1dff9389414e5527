import { useField, useForm } from '@strapi/strapi/admin';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { browserFormat } from '../browser-format';
import {
  awaitsHalf,
  keysWith,
  leftDate,
  mayBeDay,
  pastedInstant,
  pastedWallTime,
  typedParts,
} from '../typed-keys';
import {
  halfOf,
  isWhole,
  partsOf,
  unfinishedHalf,
  type WallTimeParts,
  wallIn,
  wallTimeOf,
} from '../wall-time';

const MIDNIGHT = '00:00';

/** Keys that change a time typed before them. */
const REPLACING = /^(\d|Backspace|Delete)$/;

/** Keys that step the hour, the minute or AM/PM, which completes a time. */
const STEPPING = /^Arrow(Up|Down)$/;

/** Whether the field still holds the value with which the form was last loaded or sent. */
function useIsSent(value: string | null | undefined): boolean {
  const isSending = useForm<boolean>('WallTime', ({ isSubmitting }) => isSubmitting);
  const sent = useRef({ value, isSending });
  if (isSending && !sent.current.isSending) sent.current.value = value;
  sent.current.isSending = isSending;
  return sent.current.value === value;
}

const itself = (value: string) => value;

export interface WallTimeOptions {
  /** Whether only the date is edited. */
  allDay: boolean;
  /** The zone of the wall time, for a pasted instant; empty if it is unknown. */
  zone: string;
  /** Called with the previous and the new value when a complete time was entered. */
  onMove?: (from: string | null, to: string) => void;
  /** Convert the form's value to a wall time and back, if it is an instant. */
  toWall?: (value: string) => string;
  fromWall?: (wall: string) => string;
}

/**
 * A date and a time in uncontrolled inputs: they report their value to the form, and only accept a form value that
 * differs from the last one reported or accepted. Controlled inputs would reset what is half typed, because the
 * form's value is one render behind.
 */
export function useWallTime(
  name: string,
  { allDay, zone, onMove, toWall = itself, fromWall = itself }: WallTimeOptions,
) {
  const { value, error, onChange } = useField<string | null>(name);
  const date = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLInputElement>(null);
  const reported = useRef<string | null>(null);
  const known = useRef<string | null>();
  const written = useRef('');
  const whole = useRef<string | null>(null);
  const keys = useRef('');
  const before = useRef('');
  const awaiting = useRef('');
  const isWriting = useRef(false);
  const [hasSeconds, setHasSeconds] = useState(false);
  const isSent = useIsSent(value);

  const write = (parts: Partial<WallTimeParts>) => {
    awaiting.current = '';
    if (parts.date !== undefined) written.current = parts.date;
    if (parts.time !== undefined) setHasSeconds(parts.time.length > MIDNIGHT.length);
    isWriting.current = true;
    for (const [half, input] of Object.entries({ date, time })) {
      const text = parts[half as keyof WallTimeParts];
      if (text !== undefined && input.current) input.current.value = text;
    }
    isWriting.current = false;
  };

  /** Completes a typed time once AM/PM was chosen with the arrow keys or typed after Tab. */
  const completeHalf = () => {
    const half = time.current?.value;
    if (!awaiting.current || !half) return;
    write(typedParts(awaiting.current, half, browserFormat()));
  };

  const tell = () => {
    completeHalf();
    if (!date.current || !time.current) return;
    const day = halfOf(date.current, written.current);
    const hour = allDay ? day && (time.current.value || MIDNIGHT) : halfOf(time.current);
    const wall = wallTimeOf({ date: day, time: hour });
    if (wall === reported.current) return;
    reported.current = wall;
    known.current = wall && fromWall(wall);
    onChange(name, known.current);
    if (!isWhole(wall)) return;
    onMove?.(whole.current, wall);
    whole.current = wall;
  };

  /** A wall time stands for the first of two instants in an hour that the clocks repeat; a moment can be the second. */
  const keepInstant = (instant: number) => {
    if (fromWall === itself) return;
    known.current = new Date(instant).toISOString();
    onChange(name, known.current);
  };

  /** Starts a new key sequence, when the focus or caret moves. */
  const begin = () => {
    if (isWriting.current) return; // WebKit focuses an input again when its value is set.
    keys.current = '';
    awaiting.current = '';
  };

  useEffect(() => {
    if (value && value === known.current) return; // A skipped wall time is displayed as another; keep the text.
    known.current = value;
    const held = value ? toWall(value) : null;
    if (held === reported.current) return;
    reported.current = held;
    if (isWhole(held)) whole.current = held;
    write(partsOf(held));
  }, [value]);

  useEffect(tell, [allDay]);

  return {
    date,
    time,
    hasSeconds,
    error: isSent ? error : undefined, // Strapi keeps errors until the next save.
    isSent,
    empty: !value,
    unfinished: unfinishedHalf(value),
    tell,
    /** Reads the sequence of pressed keys where the browser's input would drop some of them. */
    press(event: KeyboardEvent<HTMLInputElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { type, value: held } = event.currentTarget;
      if (!keys.current) before.current = held; // Firefox reads 2:1 as 9 PM meanwhile.
      keys.current = keysWith(keys.current, event.key);
      // The space of "7:30 PM" would open the picker, which swallows the "PM".
      if (type === 'time' && event.key === ' ' && keys.current) event.preventDefault();
      const half = type === 'time' ? 'time' : 'date';
      const drawn = browserFormat();
      if (REPLACING.test(event.key)) awaiting.current = '';
      if (half === 'time' && !held && awaitsHalf(keys.current, drawn))
        awaiting.current = keys.current;
      const text = typedParts(keys.current, before.current, drawn)[half];
      if (!text) return;
      event.preventDefault();
      write({ [half]: text });
      tell();
    },
    /** An hour or minute stepped after typing replaces what was typed. */
    release({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
      if (STEPPING.test(key) && !currentTarget.value) awaiting.current = '';
      tell();
    },
    begin,
    /** The focus leaves one of the inputs. */
    leave(input: EventTarget) {
      const shown = date.current?.value ?? '';
      const typed = shown === written.current ? '' : shown; // A stored year below 100 stays.
      const left = input === date.current && leftDate(keys.current, typed, browserFormat());
      if (left && left !== shown) write({ date: left });
      tell();
      begin(); // WebKit announces that a date or time loses the focus, but not that the next one has it.
    },
    clear() {
      write({ date: '', time: '' });
      tell();
      date.current?.focus(); // The pressed button disappears.
    },
    paste(text: string, input: HTMLInputElement) {
      const instant = pastedInstant(text);
      if (instant !== undefined) {
        const shown = partsOf(wallIn(instant, zone));
        if (shown.date) {
          write(shown);
          tell();
          keepInstant(instant);
        }
        return true; // Where the zone is unknown too: no browser shall read a wall time from it.
      }
      const parts = pastedWallTime(text, browserFormat());
      if (!parts || (input === date.current && mayBeDay(text))) return false;
      write(parts);
      tell();
      return true;
    },
  };
}
