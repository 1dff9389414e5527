import { Flex } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useState } from 'react';
import { isWhole, unfinishedHalf } from '../wall-time';
import type { InputProps } from './input-props';
import { PassedOver } from './passed-over';
import { DateAndTime } from './wall-time-input';

const MINUTE_MS = 60_000;

/** The range of date inputs. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:00Z');

/**
 * The browser's wall time of an instant, to the minute. Clamped to what inputs can hold: late in 9999, used for
 * "never", a zone may show the year 10000, for which the input would be empty and clear the date.
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
 * An instant, edited in the browser's zone. Replaces Strapi's pickers, which cannot read typed dates that contain
 * direction marks (Arabic), read 7.30 as 7:00, and are cleared by Escape. Seconds are not shown but kept until
 * another time is typed.
 */
export default function MomentInput(props: InputProps) {
  const { value } = useField<string | null>(props.name);
  const [typed, setTyped] = useState('');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const onMove = (_from: string | null, to: string) => setTyped(to);
  return (
    <Flex direction="column" alignItems="stretch" gap={1}>
      <DateAndTime {...props} options={{ allDay: false, zone, onMove, toWall, fromWall }} />
      {typed && fromWall(typed) === value && (
        <PassedOver label={String(props.label)} wall={typed} zone={zone} />
      )}
    </Flex>
  );
}
