import { isWhole, unfinishedHalf } from '../wall-time';
import type { InputProps } from './input-props';
import { DateAndTime } from './wall-time-input';

const MINUTE_MS = 60_000;

/** What the clocks of the browser show at an instant, to the minute. */
function toWall(value: string): string {
  const instant = new Date(value);
  if (unfinishedHalf(value) || Number.isNaN(+instant)) return value;
  const shown = new Date(+instant - instant.getTimezoneOffset() * MINUTE_MS).toISOString();
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
  return <DateAndTime {...props} options={{ allDay: false, toWall, fromWall }} />;
}
