import { isDeepStrictEqual } from 'node:util';
import type { Values } from '../content-types/rows';
import { settings } from '../database/site';
import { endBehind } from '../kinds/dates/parts';
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
import { brokenLines, readersOf } from '../kinds/fields';
import { InvalidValue, unstorable } from '../kinds/kind';
import { excessOf } from '../kinds/raw-input';
import { plainName, plainText, RICH_TEXT_FIELDS } from '../kinds/text/html';
import {
  hasStates,
  isId,
  MAX_ID,
  NAME_FIELD,
  PARENT_FIELD,
  REFERENCE_FIELDS,
  type RecordType,
  TIME_FIELDS,
  uidOf,
} from '../settings/record-types';
import { isRefused, refusal } from './save';

/** D4.9: the normalised zone of an event. A stored name stays valid, even if only Node knows it. */
function zoneIn({ timezone }: Values, stored: Values, siteZone: string): string {
  if (timezone === undefined || timezone === null || timezone === '') return siteZone;
  const read = timezone === stored.timezone ? knownZone : normalizeZone;
  const zone = typeof timezone === 'string' ? read(timezone) : undefined;
  if (!zone) throw refusal({ field: 'timezone', text: 'rule.timezone' });
  return zone;
}

/** D5.2: a wall time, moved forward if in a gap. Throws a refusal if malformed; forms send `?` for unfinished parts. */
function wallIn(values: Values, field: 'start_date' | 'end_date', zone: string): WallTime | null {
  const value = values[field];
  if (value === undefined || value === null || value === '') return null;
  const text = String(value).includes('?') ? 'rule.unfinished' : 'rule.wall_time';
  if (!isWallTime(value)) throw refusal({ field, text });
  return wallOf(instantOf(value, zone), zone);
}

/** D5.1: the instant of a wall time. Throws a refusal if UTC would show it outside of the years 0001 to 9999. */
function instantIn(field: string, wall: WallTime | null, zone: string): Date | null {
  if (!wall) return null;
  const instant = instantOf(wall, zone);
  if (!isWritable(instant, zone)) throw refusal({ field, text: 'rule.years' });
  return instant;
}

/**
 * D5.1 to D5.3: the times of an event when `data` is saved over `stored`, with the derived instants. Empty if the
 * save sends none of them.
 */
export function timesOf(data: Values, stored: Values, siteZone: string): Values {
  if (!TIME_FIELDS.some((field) => data[field] !== undefined)) return {};
  const values = { ...stored, ...data };
  const timezone = zoneIn(values, stored, siteZone);
  const start = wallIn(values, 'start_date', timezone);
  const end = endBehind(start, wallIn(values, 'end_date', timezone), values);
  const allDay = values.all_day === true;
  const start_date = start && (allDay ? allDayStart(start) : start);
  const end_date = end && (allDay ? allDayEnd(end) : end);
  const begins = instantIn('start_date', start_date, timezone);
  const ends = instantIn('end_date', end_date, timezone);
  if (begins && ends && ends < begins) {
    throw refusal({ field: 'end_date', text: 'rule.end_before_start' });
  }
  const [utc_start_date, utc_end_date] = [begins, ends].map((at) => at?.toISOString() ?? null);
  return { timezone, start_date, end_date, utc_start_date, utc_end_date };
}

function valueIn(field: string, read: (sent: unknown) => unknown, sent: unknown): unknown {
  try {
    const value = read(sent);
    const text = unstorable(value);
    if (text) throw refusal({ field, text });
    return value;
  } catch (error) {
    if (error instanceof InvalidValue) throw refusal({ field, ...error.reason });
    throw error;
  }
}

/**
 * D4.9: the changed URLs and custom fields, read like in the interface. Unchanged ones are not validated, because forms
 * send all fields and invalid values may have been stored earlier.
 */
function readIn(type: RecordType, data: Values, stored: Values): Values {
  const changed = readersOf(type).filter(
    ([field]) => (data[field] ?? null) !== null && !isDeepStrictEqual(data[field], stored[field]),
  );
  return Object.fromEntries(
    changed.map(([field, read]) => [field, valueIn(field, read, data[field])]),
  );
}

/** D4.9: those of the values that a save would refuse today. */
export const refusedValues = (type: RecordType, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) =>
        unstorable(value) || isRefused(() => readIn(type, { [field]: value }, {})),
    ),
  );

/** The attributes from which a venue's `stateprovince` is derived. */
export const PARTS = ['country', 'state', 'province'];

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Spec 2: the state if the country has states, otherwise the province. */
const derived = ({ country, state, province }: Values) =>
  textOf(hasStates(textOf(country)) ? state : province);

/** Whether `stateprovince` equals its derived value. */
export const followsParts = (values: Values) => textOf(values.stateprovince) === derived(values);

/**
 * Spec 2: a venue's `stateprovince` when `data` is saved over `stored`. A value of its own stays, sent or stored; the
 * stored derived one, which forms send back, and an empty one are derived again.
 */
function stateprovinceOf(data: Values, stored: Values): Values {
  const { stateprovince = stored.stateprovince } = data;
  const isDerived = textOf(stateprovince) === textOf(stored.stateprovince) && followsParts(stored);
  if (textOf(stateprovince) !== '' && !isDerived) return {};
  const changes = (field: string) =>
    data[field] !== undefined && textOf(data[field]) !== textOf(stored[field]);
  if (![...PARTS, 'stateprovince'].some(changes)) return {};
  return { stateprovince: derived({ ...stored, ...data }) || null };
}

function ids(field: string, value: unknown): number[] {
  const list = value ?? [];
  const most = settings().limits.ids;
  if (!Array.isArray(list) || !list.every(isId)) throw refusal({ field, text: 'rule.references' });
  if (list.length > most) throw refusal({ field, text: 'too_many', values: { most } });
  return [...new Set(list)];
}

function id(field: string, value: unknown): number | null {
  if (value === null || value === 0 || value === '') return null;
  if (!isId(value)) throw refusal({ field, text: 'rule.reference' });
  return value;
}

/** D4.4: references as lists of ids without duplicates; ids without a record are allowed. */
function referencesIn(type: RecordType, data: Values) {
  const lists = type === 'event' ? REFERENCE_FIELDS : [];
  const parent = PARENT_FIELD[type];
  const sent = (field: string) => data[field] !== undefined;
  return Object.fromEntries([
    ...lists.filter(sent).map((field) => [field, ids(field, data[field])]),
    ...(parent && sent(parent) ? [[parent, id(parent, data[parent])]] : []),
  ]);
}

/**
 * The longest values by type: Strapi's columns on PostgreSQL, and `text` because lists read it. Slugs are cut (D4.6).
 */
const MAX_LENGTH: Record<string, number> = { string: 255, email: 255, text: 8192 };

/** Attributes with another limit, or none. */
const LARGE = [...RICH_TEXT_FIELDS, 'slug', 'search_text'];

function isTooLong(field: string, value: unknown, most: number) {
  if (field === 'custom_fields') return Buffer.byteLength(JSON.stringify(value ?? '')) > most;
  return (
    RICH_TEXT_FIELDS.includes(field) && typeof value === 'string' && Buffer.byteLength(value) > most
  );
}

/** Whether a number does not fit into a 32-bit integer column. */
const tooLarge = (value: unknown) => typeof value === 'number' && Math.abs(value) > MAX_ID;

/** Whether a date is outside of the years 0001 to 9999, which PostgreSQL's driver cannot read back. */
const isBeyondYears = (value: unknown) => {
  const time = value instanceof Date ? value.getTime() : Date.parse(String(value));
  return !Number.isNaN(time) && !inYears(time);
};

/** D4.9, D9.7: throws a refusal that names the field for changed values that cannot be stored exactly, or too long. */
function refuseValues(type: RecordType, data: Values, stored: Values): void {
  const { attributes } = strapi.contentType(uidOf(type));
  const most = settings().limits.description;
  for (const [field, value] of Object.entries(data)) {
    const isChanged = !isDeepStrictEqual(value, stored[field]);
    const excess = isChanged ? excessOf({ [field]: value }) : undefined;
    if (excess) throw refusal({ field, ...excess });
    if (isTooLong(field, value, most))
      throw refusal({ field, text: 'rule.bytes', values: { most } });
    const kind = attributes[field]?.type ?? '';
    if (kind === 'integer' && (tooLarge(value) || tooLarge(Number(value)))) {
      throw refusal({ field, text: 'rule.integer' });
    }
    const text = isChanged ? unstorable(value) : undefined;
    if (text) throw refusal({ field, text });
    const longest = MAX_LENGTH[kind] ?? Number.POSITIVE_INFINITY;
    if (!LARGE.includes(field) && typeof value === 'string' && value.length > longest) {
      throw refusal({ field, text: 'too_long', values: { longest } });
    }
    if (kind === 'datetime' && isBeyondYears(value)) throw refusal({ field, text: 'rule.years' });
  }
}

/** The title or name as plain text; empty for a changed one without visible characters. */
function nameIn(type: RecordType, data: Values, stored: Values): Values {
  const field = NAME_FIELD[type];
  const name = data[field];
  if (typeof name !== 'string') return {};
  return { [field]: name === stored[field] ? plainText(name) : plainName(name) };
}

/** D4.13: external id and source, trimmed; null if empty. */
const externalIn = (data: Values): Values =>
  Object.fromEntries(
    ['external_id', 'source']
      .filter((field) => typeof data[field] === 'string')
      .map((field) => [field, String(data[field]).trim() || null]),
  );

/**
 * The values that a save writes when it sends `sent` over the `stored` row: validated, normalised, and with derived
 * values. Throws a refusal that names the field.
 */
export function prepare(type: RecordType, sent: Values, stored: Values): Values {
  const { utc_start_date: _, utc_end_date: __, ...whole } = sent; // D5.1: they are derived.
  refuseValues(type, whole, stored);
  const data = { ...whole, ...brokenLines(type, whole, stored) };
  return {
    ...data,
    ...nameIn(type, data, stored),
    ...referencesIn(type, data),
    ...readIn(type, data, stored),
    ...externalIn(data),
    ...(type === 'event' ? timesOf(data, stored, settings().timezone) : {}),
    ...(type === 'venue' ? stateprovinceOf(data, stored) : {}),
  };
}
