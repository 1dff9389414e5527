import { citiesFile } from './messages';
import type { ZoneNames } from './zones';

/** The part used here of a CLDR file: cities in a tree by the parts of zone names. */
interface File {
  main: Record<string, { dates: { timeZoneNames: { zone: object } } }>;
}

/** The browser's canonical name of a zone, equal for aliases and former names. */
function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}

function* citiesIn(places: object, path: string[] = []): Generator<[zone: string, city: string]> {
  for (const [part, place] of Object.entries(places)) {
    if (part === 'exemplarCity') yield [canonical(path.join('/')), place];
    else if (typeof place === 'object') yield* citiesIn(place, [...path, part]);
  }
}

async function citiesOf(language: string): Promise<Map<string, string>> {
  const file = (await citiesFile(language)) as File | undefined;
  const places = file?.main[language]?.dates.timeZoneNames.zone ?? {};
  return new Map(citiesIn(places));
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Intl.Locale's zones, unknown to TypeScript: a method by the standard, formerly a property. */
type Region = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] };

function zonesIn(country: string): string[] {
  const region = new Intl.Locale(`und-${country}`) as Region;
  return region.getTimeZones?.() ?? region.timeZones ?? [];
}

/** The names of the countries of each zone. */
function countriesOf(language: string): Map<string, string> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name ? zonesIn(code).map((zone): [string, string] => [zone, name]) : [];
    }),
  );
}

/** The name of a zone's time, such as Central European Time. */
function timeOf(zone: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

async function namesIn(language: string): Promise<ZoneNames> {
  const cities = await citiesOf(language);
  const known = new Map<string, string>();
  let countries: Map<string, string> | undefined;
  return {
    cityOf: (zone) => cities.get(zone),
    besides(zone) {
      if (!zone.includes('/')) return '';
      countries ??= countriesOf(language);
      const words = known.get(zone) ?? `${countries.get(zone) ?? ''} ${timeOf(zone, language)}`;
      known.set(zone, words);
      return words;
    },
  };
}

const loaded = new Map<string, Promise<ZoneNames>>();

/** Zone names in an admin language; loaded once, retried after a failure. */
export function zoneNames(language: string): Promise<ZoneNames> {
  const known = loaded.get(language);
  if (known) return known;
  const names = namesIn(language);
  loaded.set(language, names);
  names.catch(() => loaded.delete(language));
  return names;
}
