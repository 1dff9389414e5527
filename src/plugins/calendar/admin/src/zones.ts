/** Offsets in use that are not whole hours. */
const BROKEN_HOURS = [-9.5, -3.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75];
const WHOLE_HOURS = Array.from({ length: 27 }, (_, index) => index - 12).filter(Boolean);

const OFFSETS = [...WHOLE_HOURS, ...BROKEN_HOURS]
  .sort((a, b) => a - b)
  .map((hours) => `UTC${hours > 0 ? '+' : ''}${hours}`);

/** The zones that an event can have: IANA names, `UTC`, and fixed offsets such as `UTC+5.5`. */
const ZONES = [...new Set(['UTC', ...OFFSETS, ...Intl.supportedValuesOf('timeZone')])];

/** The most options shown; more would be slow to render. */
const MAX_OFFERED = 80;

/** Zone names in a language, in addition to the English ones. */
export interface ZoneNames {
  cityOf: (zone: string) => string | undefined;
  /** Countries and name of the time, for searches. */
  besides: (zone: string) => string;
}

const IN_ENGLISH: ZoneNames = { cityOf: () => undefined, besides: () => '' };

/**
 * Text folded for comparison: without case, accents, hamzas and vowel signs, which not everybody types, and without
 * blanks around it and invisible characters, which keyboards of phones and programs add.
 */
const searched = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .toLowerCase()
    .replace(/[\s_/]+/g, ' ')
    .trim();

/**
 * Zones with these words in their name, followed by those with a matching country or name of the time. Without words,
 * `chosen` is always included.
 */
export function zonesLike(words: string, chosen: string, names = IN_ENGLISH): string[] {
  const sought = searched(words);
  const matches = (...texts: string[]) => texts.some((text) => searched(text).includes(sought));
  const own = ZONES.filter((zone) => matches(zone, names.cityOf(zone) ?? ''));
  const others = ZONES.filter((zone) => !own.includes(zone) && matches(names.besides(zone)));
  const offered = [...own, ...others].slice(0, MAX_OFFERED);
  return words || !chosen || offered.includes(chosen) ? offered : [chosen, ...offered];
}

/** Minutes ahead of UTC of a fixed offset such as `UTC+5.5`; undefined for named zones. */
function fixedMinutes(zone: string): number | undefined {
  const [, hours] = /^UTC([+-]\d+(?:\.\d+)?)?$/.exec(zone) ?? [];
  if (zone === 'UTC') return 0;
  return hours === undefined ? undefined : Number(hours) * 60;
}

/** Instant and `timeZone` for Intl formatters, shifted for fixed offsets, which not every Intl supports. */
export function inZone(instant: Date | string | number, zone: string) {
  const minutes = fixedMinutes(zone);
  const at = new Date(instant);
  if (minutes === undefined) return { at, timeZone: zone };
  return { at: new Date(at.getTime() + minutes * 60_000), timeZone: 'UTC' };
}

/** A zone as Temporal and Intl name it: `+05:30` for `UTC+5.5`. */
export function standardZone(zone: string): string {
  const minutes = fixedMinutes(zone);
  if (!minutes) return zone;
  const far = Math.abs(minutes);
  const [hours, rest] = [Math.floor(far / 60), far % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}

/** The city of a zone; undefined for fixed offsets. */
export const cityOf = (zone: string, names = IN_ENGLISH): string | undefined =>
  names.cityOf(zone) ??
  (zone.includes('/') ? zone.split('/').at(-1)?.replaceAll('_', ' ') : undefined);

const offsets = new Map<string, Intl.DateTimeFormat>();

/** Minutes that a zone is ahead of UTC at an instant; null for an unknown zone. */
export function minutesAhead(zone: string, instant: number): number | null {
  const fixed = fixedMinutes(zone);
  if (fixed !== undefined) return fixed;
  try {
    const format =
      offsets.get(zone) ??
      new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    offsets.set(zone, format);
    const { value = '' } =
      format.formatToParts(instant).find(({ type }) => type === 'timeZoneName') ?? {};
    const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(value) ?? [];
    return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
  } catch {
    return null;
  }
}

/** The offset of a zone at a wall time, by default now: `UTC+5:30`. */
export function offsetOf(zone: string, wall?: string): string {
  const clock = wall ? Date.parse(`${wall.replace(' ', 'T')}Z`) : Number.NaN;
  const at = Number.isNaN(clock) ? Date.now() : clock;
  const near = minutesAhead(zone, at);
  const minutes = near && minutesAhead(zone, at - near * 60_000);
  if (!minutes) return 'UTC';
  const far = Math.abs(minutes);
  const rest = far % 60 ? `:${String(far % 60).padStart(2, '0')}` : '';
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(far / 60)}${rest}`;
}

/** The label of a zone: `Tokyo (UTC+9)`; its own name if it has no city. */
export function zoneLabel(zone: string, wall?: string, names = IN_ENGLISH): string {
  const city = cityOf(zone, names);
  return city ? `${city} (${offsetOf(zone, wall)})` : zone;
}
