import ICAL from 'ical.js';
import ical from 'node-ical';

/** An event of a calendar, as a library that reads calendars understands it. */
export interface ReadEvent {
  uid: string;
  title: string;
  description: string;
  location: string;
  /** ISO 8601; of whole days the days themselves, the last one included. */
  start: string;
  end: string;
}

const DAY = 24 * 60 * 60 * 1000;

export const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);

/** The calendar as ical.js has it, which Thunderbird and Nextcloud use. */
export const component = (text: string) => new ICAL.Component(ICAL.parse(text));

const momentOf = (time: ICAL.Time) =>
  time.isDate ? time.toString() : time.toJSDate().toISOString();

function byIcalJs(text: string): ReadEvent[] {
  return component(text)
    .getAllSubcomponents('vevent')
    .map((each) => {
      const event = new ICAL.Event(each);
      const end = momentOf(event.endDate);
      return {
        uid: event.uid,
        title: event.summary ?? '',
        description: event.description ?? '',
        location: event.location ?? '',
        start: momentOf(event.startDate),
        end: event.endDate.isDate ? dayBefore(end) : end,
      };
    });
}

type Value = string | { val: string } | undefined;

const textOf = (value: Value) => (typeof value === 'object' ? value.val : (value ?? ''));

/** node-ical gives days as midnights of the process. */
const localDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0'))
    .join('-');

function byNodeIcal(text: string): ReadEvent[] {
  const read = Object.values(ical.sync.parseICS(text)) as unknown as {
    type: string;
    uid: string;
    summary: Value;
    description: Value;
    location: Value;
    start: Date;
    end: Date | undefined;
    datetype: string;
  }[];
  return read
    .filter(({ type }) => type === 'VEVENT')
    .map(({ uid, summary, description, location, start, end = start, datetype }) => ({
      uid,
      title: textOf(summary),
      description: textOf(description),
      location: textOf(location),
      start: datetype === 'date' ? localDay(start) : start.toISOString(),
      end: datetype === 'date' ? dayBefore(localDay(end)) : end.toISOString(),
    }));
}

export const READERS = { 'ical.js': byIcalJs, 'node-ical': byNodeIcal };

/** RFC 5545 3.1: a calendar's lines as they were before they were folded. */
export const unfolded = (text: string): string[] =>
  text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .slice(0, -1);

/** The values of a property, in their order, as they stand. */
export const valuesOf = (text: string, name: string): string[] =>
  unfolded(text)
    .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    .map((line) => line.slice(line.search(/:(?=(?:[^"]*"[^"]*")*[^"]*$)/) + 1));
