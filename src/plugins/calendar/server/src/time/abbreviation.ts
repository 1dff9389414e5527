import { isOffsetZone, zoneOf } from './zone';

/** Each of them knows the abbreviations of its own part of the world only. */
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IN', 'en-ZA'];
const WINTER_AND_SUMMER = [Date.UTC(2024, 0, 15), Date.UTC(2024, 6, 15)];
const NUMERIC = /^(GMT|UTC)[+-]/;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Spec 4.2 `timezone_abbr`: `EST`, `CEST`; `+0545` or `-03` where there is none; an offset zone's own name. */
export function abbreviationAt(instant: Date, zone: string): string {
  if (isOffsetZone(zone)) return zone;
  const name = shortName(formatOf(zone), instant.getTime());
  if (!NUMERIC.test(name)) return name;
  return zoneOf(zone).formatOffset(instant.getTime(), 'techie').replace(/00$/, '');
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const all = LOCALES.map(
    (locale) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }),
  );
  const best = all.find((format) =>
    WINTER_AND_SUMMER.every((time) => !NUMERIC.test(shortName(format, time))),
  );
  const chosen = (best ?? all[0]) as Intl.DateTimeFormat;
  formats.set(zone, chosen);
  return chosen;
}

const shortName = (format: Intl.DateTimeFormat, time: number) =>
  format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
