import { Flex } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useState } from 'react';
import { isWhole, unfinishedHalf } from '../wall-time';
import type { InputProps } from './input-props';
import { PassedOver } from './passed-over';
import { DateAndTime } from './wall-time-input';

const MINUTE_MS = 60_000;

/** What inputs of dates can hold. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:00Z');

/**
 * What the clocks of the browser show at an instant, to the minute. Of the last hours of the year 9999, as of those
 * who mean "never", they may show a year that no input holds: an empty one would clear the date.
 */
function toWall(value: string): string {
  const instant = new Date(value);
  if (unfinishedHalf(value) || Number.isNaN(+instant)) return value;
  const clock = +instant - instant.getTimezoneOffset() * MINUTE_MS;
  const shown = new Date(Math.min(Math.max(clock, FIRST), LAST)).toISOString();
  return `${shown.slice(0, '2027-01-31T19:30'.length).replace('T', ' ')}:00`;
}

const fromWall = (wall: string) =>
  isWhole(wall) ? new Date(wall.replace(' ', 'T')).toISOString() : wall;

/**
 * A moment, by the clocks of the browser. Strapi's pickers read nothing that is typed where dates hold marks of
 * direction, as in Arabic, take 7.30 for 7:00, and are emptied by Escape. It keeps its seconds, which nobody
 * sees, until another time is typed.
 */
export default function MomentInput(props: InputProps) {
  const { value } = useField<string | null>(props.name);
  const [typed, setTyped] = useState('');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const onMove = (_from: string | null, to: string) => setTyped(to);
  return (
    <Flex direction="column" alignItems="stretch" gap={1}>
      <DateAndTime {...props} options={{ allDay: false, onMove, toWall, fromWall }} />
      {typed && fromWall(typed) === value && (
        <PassedOver label={String(props.label)} wall={typed} zone={zone} />
      )}
    </Flex>
  );
}
