import { useField, useForm } from '@strapi/strapi/admin';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  awaitsHalf,
  browserFormat,
  keysWith,
  mayBeDay,
  pastedHere,
  typedParts,
} from '../typed-keys';
import {
  halfOf,
  isWhole,
  partsOf,
  unfinishedHalf,
  type WallTimeParts,
  wallTimeOf,
} from '../wall-time';

const MIDNIGHT = '00:00';

/** Keys behind which a time is no longer what was typed before them. */
const ANEW = /^(\d|Backspace|Delete)$/;

/** Keys that choose another hour or minute, or the half of the day, which makes a time whole. */
const CHOOSING = /^Arrow(Up|Down)$/;

/** Strapi keeps an error until the next save: it is of the value that was sent, not of what is typed since. */
function useErrorOf(value: string | null | undefined, error: string | undefined) {
  const isSending = useForm<boolean>('WallTime', ({ isSubmitting }) => isSubmitting);
  const sent = useRef({ value, isSending });
  if (isSending && !sent.current.isSending) sent.current.value = value;
  sent.current.isSending = isSending;
  return sent.current.value === value ? error : undefined;
}

const itself = (value: string) => value;

export interface WallTimeOptions {
  /** Of whole days no time is asked for. */
  allDay: boolean;
  /** Told of a whole time that somebody has typed, and of the one before. */
  onMove?: (from: string | null, to: string) => void;
  /** How the form's value is a time on a wall, and the other way round, where it is an instant. */
  toWall?: (value: string) => string;
  fromWall?: (wall: string) => string;
}

/**
 * A date and a time in inputs that own their text: the form is told what they hold, and is listened
 * to only when it holds something else than it was told last. Writing a form's value back into the
 * input that somebody types in resets what is half typed, because the form is one render behind.
 */
export function useWallTime(
  name: string,
  { allDay, onMove, toWall = itself, fromWall = itself }: WallTimeOptions,
) {
  const { value, error, onChange } = useField<string | null>(name);
  const date = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLInputElement>(null);
  const told = useRef<string | null>(null);
  const valueTold = useRef<string | null>(null);
  const written = useRef('');
  const whole = useRef<string | null>(null);
  const keys = useRef('');
  const awaiting = useRef('');
  const [hasSeconds, setHasSeconds] = useState(false);

  const write = (parts: Partial<WallTimeParts>) => {
    awaiting.current = '';
    if (parts.date !== undefined) written.current = parts.date;
    if (parts.time !== undefined) setHasSeconds(parts.time.length > MIDNIGHT.length);
    for (const [half, input] of Object.entries({ date, time })) {
      const text = parts[half as keyof WallTimeParts];
      if (text !== undefined && input.current) input.current.value = text;
    }
  };

  /** Chosen by arrows, or typed behind Tab, the half of the day makes whole what the browser has read of the keys. */
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
    if (wall === told.current) return;
    told.current = wall;
    valueTold.current = wall && fromWall(wall);
    onChange(name, valueTold.current);
    if (!isWhole(wall)) return;
    onMove?.(whole.current, wall);
    whole.current = wall;
  };

  useEffect(() => {
    if (value && value === valueTold.current) return; // Of a time that the clocks pass over, it is shown as another.
    const held = value ? toWall(value) : null;
    if (held === told.current) return;
    told.current = held;
    if (isWhole(held)) whole.current = held;
    write(partsOf(held));
  }, [value]);

  useEffect(tell, [allDay]);

  return {
    date,
    time,
    hasSeconds,
    error: useErrorOf(value, error),
    empty: !value,
    unfinished: unfinishedHalf(value),
    tell,
    /** What the browser does not read of keys pressed one behind the other, read as a whole. */
    press(event: KeyboardEvent<HTMLInputElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { type, value: held } = event.currentTarget;
      keys.current = keysWith(keys.current, event.key);
      // It would open the picker, which takes the "PM" of "7:30 PM".
      if (type === 'time' && event.key === ' ' && keys.current) event.preventDefault();
      const half = type === 'time' ? 'time' : 'date';
      const drawn = browserFormat();
      if (ANEW.test(event.key)) awaiting.current = '';
      if (half === 'time' && !held && awaitsHalf(keys.current, drawn))
        awaiting.current = keys.current;
      const text = typedParts(keys.current, held, drawn)[half];
      if (!text) return;
      event.preventDefault();
      write({ [half]: text });
      tell();
    },
    /** An hour or a minute that is chosen behind what was typed is meant. */
    release({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
      if (CHOOSING.test(key) && !currentTarget.value) awaiting.current = '';
      tell();
    },
    /** Somebody goes to another place: what was pressed before is no part of what comes. */
    begin() {
      keys.current = '';
      awaiting.current = '';
    },
    clear() {
      write({ date: '', time: '' });
      tell();
    },
    paste(event: ClipboardEvent) {
      const pasted = event.clipboardData.getData('text');
      const parts = pastedHere(pasted, browserFormat());
      if (!parts || (event.target === date.current && mayBeDay(pasted))) return;
      event.preventDefault();
      write(parts);
      tell();
    },
  };
}
