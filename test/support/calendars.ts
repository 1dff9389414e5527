import ICAL from 'ical.js';
import ical from 'node-ical';

/** An event as parsed by a calendar library. */
export interface ReadEvent {
  uid: string;
  title: string;
  description: string;
  location: string;
  /** ISO 8601; for all-day events the dates, the last one inclusive. */
  start: string;
  end: string;
}

const DAY = 24 * 60 * 60 * 1000;

export const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);

/** The calendar parsed by ical.js, the library of Thunderbird and Nextcloud. */
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

/** The date of an all-day time, which node-ical returns as midnight in the process's zone. */
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

/** RFC 5545 3.1: the unfolded content lines of a calendar. */
export const unfolded = (text: string): string[] =>
  text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .slice(0, -1);

/** The raw values of a property, in order. */
export const valuesOf = (text: string, name: string): string[] =>
  unfolded(text)
    .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    .map((line) => line.slice(line.search(/:(?=(?:[^"]*"[^"]*")*[^"]*$)/) + 1));
