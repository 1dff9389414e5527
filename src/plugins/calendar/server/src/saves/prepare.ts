import { isDeepStrictEqual } from 'node:util';
import type { Values } from '../content-types/rows';
import { settings } from '../database/site';
import {
  allDayEnd,
  allDayStart,
  instantOf,
  inYears,
  isWallTime,
  isWritable,
  knownZone,
  normalizeZone,
  type WallTime,
  wallOf,
} from '../kinds/dates/wall-time';
import { urlFields } from '../kinds/fields';
import { InvalidValue, unstorable } from '../kinds/kind';
import { plainName, plainText, RICH_TEXT_FIELDS } from '../kinds/text/html';
import { readUrl } from '../kinds/text/text';
import {
  MAX_ID,
  NAME_FIELD,
  PARENT_FIELD,
  REFERENCE_FIELDS,
  type RecordType,
  TIME_FIELDS,
  uidOf,
} from '../settings/record-types';
import { isRefused, refusal } from './save';

/** D4.9: one that was stored before names were looked for in the IANA database stays. */
function zoneIn({ timezone }: Values, stored: Values, siteZone: string): string {
  if (timezone === undefined || timezone === null || timezone === '') return siteZone;
  const read = timezone === stored.timezone ? knownZone : normalizeZone;
  const zone = typeof timezone === 'string' ? read(timezone) : undefined;
  if (!zone) throw refusal({ field: 'timezone', text: 'rule.timezone' });
  return zone;
}

/** A wall time that the zone really has: one inside a gap has moved forward (D5.2). */
function wallIn(values: Values, field: 'start_date' | 'end_date', zone: string): WallTime | null {
  const value = values[field];
  if (value === undefined || value === null || value === '') return null;
  if (!isWallTime(value)) throw refusal({ field, text: 'rule.wall_time' });
  return wallOf(instantOf(value, zone), zone);
}

/** D5.1: the instant of a wall time; UTC must be able to show it. */
function instantIn(field: string, wall: WallTime | null, zone: string): Date | null {
  if (!wall) return null;
  const instant = instantOf(wall, zone);
  if (!isWritable(instant, zone)) throw refusal({ field, text: 'rule.years' });
  return instant;
}

/**
 * D5.1 to D5.3: the times of an event after a save that sends `data` over `stored`, with the instants
 * that follow from them. A save that sends none of them changes none.
 */
export function timesOf(data: Values, stored: Values, siteZone: string): Values {
  if (!TIME_FIELDS.some((field) => data[field] !== undefined)) return {};
  const values = { ...stored, ...data };
  const timezone = zoneIn(values, stored, siteZone);
  const [start, end] = [
    wallIn(values, 'start_date', timezone),
    wallIn(values, 'end_date', timezone),
  ];
  const allDay = values.all_day === true;
  const start_date = start && (allDay ? allDayStart(start) : start);
  const end_date = end && (allDay ? allDayEnd(end) : end);
  const begins = instantIn('start_date', start_date, timezone);
  const ends = instantIn('end_date', end_date, timezone);
  if (begins && ends && ends < begins) {
    throw refusal({ field: 'end_date', text: 'rule.end_before_start' });
  }
  const utc_start_date = begins?.toISOString() ?? null;
  const utc_end_date = ends?.toISOString() ?? null;
  return { timezone, start_date, end_date, utc_start_date, utc_end_date };
}

function urlIn(field: string, sent: unknown): string {
  try {
    return readUrl(sent);
  } catch (error) {
    if (error instanceof InvalidValue) throw refusal({ field, ...error.reason });
    throw error;
  }
}

/**
 * D4.9: the addresses that a save changes, read as the interface reads them. One that is stored already
 * may stay while other fields are saved: forms send all of them.
 */
function urlsIn(type: RecordType, data: Values, stored: Values): Values {
  const changed = urlFields(type).filter(
    (field) => (data[field] ?? null) !== null && data[field] !== stored[field],
  );
  return Object.fromEntries(changed.map((field) => [field, urlIn(field, data[field])]));
}

/** Of these values those that a save would refuse, stored before they were judged (D4.9). */
export const refusedValues = (type: RecordType, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) =>
        unstorable(value) ||
        (urlFields(type).includes(field) && isRefused(() => urlsIn(type, { [field]: value }, {}))),
    ),
  );

/** What a venue's `stateprovince` follows from. */
export const PARTS = ['country', 'state', 'province'];

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

const isOfStates = ({ country }: Values) =>
  ['', 'us', 'united states'].includes(textOf(country).toLowerCase());

/** Spec 2: the state where the country has states or is not told, else the province. */
const derived = (values: Values) => textOf(isOfStates(values) ? values.state : values.province);

/** Whether the combined field only repeats what the others say. */
export const followsParts = (values: Values) => textOf(values.stateprovince) === derived(values);

/**
 * Spec 2: a venue's `stateprovince` after a save that sends `data` over `stored`. One that is sent
 * wins, unless it is the derived one that editors send back; else it follows what it is derived from.
 */
function stateprovinceOf(data: Values, stored: Values): Values {
  const sent = textOf(data.stateprovince);
  const sentBack = sent === textOf(stored.stateprovince) && followsParts(stored);
  if (sent !== '' && !sentBack) return {};
  const changes = (field: string) =>
    data[field] !== undefined && textOf(data[field]) !== textOf(stored[field]);
  if (![...PARTS, 'stateprovince'].some(changes)) return {};
  return { stateprovince: derived({ ...stored, ...data }) || null };
}

export const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_ID;

function ids(field: string, value: unknown): number[] {
  const list = value ?? [];
  const { limits } = settings();
  if (!Array.isArray(list) || !list.every(isId)) throw refusal({ field, text: 'rule.references' });
  if (list.length > limits.ids)
    throw refusal({ field, text: 'too_many', values: { most: limits.ids } });
  return [...new Set(list)];
}

function id(field: string, value: unknown): number | null {
  if (value === null || value === 0 || value === '') return null;
  if (!isId(value)) throw refusal({ field, text: 'rule.reference' });
  return value;
}

/** D4.4: references are lists of ids without doubles; ids that match no record may stand. */
function referencesIn(type: RecordType, data: Values) {
  const lists = type === 'event' ? REFERENCE_FIELDS : [];
  const parent = PARENT_FIELD[type];
  const sent = (field: string) => data[field] !== undefined;
  return Object.fromEntries([
    ...lists.filter(sent).map((field) => [field, ids(field, data[field])]),
    ...(parent && sent(parent) ? [[parent, id(parent, data[parent])]] : []),
  ]);
}

/** Where Strapi's columns end on PostgreSQL, and what is read with every list; slugs are cut (D4.6). */
const MAX_LENGTH: Record<string, number> = { string: 255, email: 255, text: 8192 };

/** What has no length of its own, or a larger one. */
const LARGE = [...RICH_TEXT_FIELDS, 'slug', 'search_text'];

function isTooLong(field: string, value: unknown, most: number) {
  if (field === 'custom_fields') return Buffer.byteLength(JSON.stringify(value ?? '')) > most;
  return (
    RICH_TEXT_FIELDS.includes(field) && typeof value === 'string' && Buffer.byteLength(value) > most
  );
}

/** Both databases keep integers in 32 bits, as ids are. */
const tooLarge = (value: unknown) => typeof value === 'number' && Math.abs(value) > MAX_ID;

/** Years that are not written with four digits: PostgreSQL's dates would come back unreadable. */
const isBeyondYears = (value: unknown) => {
  const time = value instanceof Date ? value.getTime() : Date.parse(String(value));
  return !Number.isNaN(time) && !inYears(time);
};

/**
 * D4.9, D9.7: what cannot be stored as it was sent, and texts that cost too much, are refused by name. What
 * is stored already may stay, as addresses may.
 */
function refuseValues(type: RecordType, data: Values, stored: Values): void {
  const { attributes } = strapi.contentType(uidOf(type));
  const { limits } = settings();
  const most = limits.description;
  for (const [field, value] of Object.entries(data)) {
    if (isTooLong(field, value, most))
      throw refusal({ field, text: 'rule.bytes', values: { most } });
    const kind = attributes[field]?.type ?? '';
    if (kind === 'integer' && (tooLarge(value) || tooLarge(Number(value)))) {
      throw refusal({ field, text: 'rule.integer' });
    }
    const text = isDeepStrictEqual(value, stored[field]) ? undefined : unstorable(value);
    if (text) throw refusal({ field, text });
    const longest = MAX_LENGTH[kind] ?? Number.POSITIVE_INFINITY;
    if (!LARGE.includes(field) && typeof value === 'string' && value.length > longest) {
      throw refusal({ field, text: 'too_long', values: { longest } });
    }
    if (kind === 'datetime' && isBeyondYears(value)) throw refusal({ field, text: 'rule.years' });
  }
}

/** Titles and names are plain text, whoever wrote them; a new one of which nobody sees anything is none. */
function nameIn(type: RecordType, data: Values, stored: Values): Values {
  const field = NAME_FIELD[type];
  const name = data[field];
  if (typeof name !== 'string') return {};
  return { [field]: name === stored[field] ? plainText(name) : plainName(name) };
}

/** D4.13: exactly what another system says, and nothing where it says nothing. */
const externalIn = (data: Values): Values =>
  Object.fromEntries(
    ['external_id', 'source']
      .filter((field) => typeof data[field] === 'string')
      .map((field) => [field, String(data[field]).trim() || null]),
  );

/**
 * What a save really writes when it sends values over the `stored` row: every value checked and in
 * its one form, with what follows from it. Throws a refusal that names the field.
 */
export function prepare(type: RecordType, sent: Values, stored: Values): Values {
  const { utc_start_date: _, utc_end_date: __, ...data } = sent; // D5.1: they are derived.
  refuseValues(type, data, stored);
  const { timezone } = settings();
  return {
    ...data,
    ...nameIn(type, data, stored),
    ...referencesIn(type, data),
    ...urlsIn(type, data, stored),
    ...externalIn(data),
    ...(type === 'event' ? timesOf(data, stored, timezone) : {}),
    ...(type === 'venue' ? stateprovinceOf(data, stored) : {}),
  };
}
