import { categories, type SampleCategory } from '../../../database/sample/categories';
import { events } from '../../../database/sample/events/all-events';
import { pictures, svgOf } from '../../../database/sample/pictures/pictures';
import { sampleRecords } from '../../../database/sample/sample-records';
import { timesOf } from '../../../database/sample/times';
import { venues } from '../../../database/sample/venues';
import {
  instantOf,
  isWallTime,
  normalizeZone,
} from '../../../src/plugins/calendar/server/src/kinds/dates/wall-time';

const nameOf = ({ type, key }: { type: string; key: string }) => `${type}:${key}`;
const names = sampleRecords.map(nameOf);

/** Days around the clock changes of the sample's zones, and a leap day. */
const DAYS = ['2026-03-08', '2026-03-29', '2026-04-23', '2026-10-25', '2026-11-01', '2028-02-29'];

const letters = (text: string, script: RegExp) => text.match(script)?.length ?? 0;

it('no two records have the same key', () => {
  expect(new Set(names).size).toBe(names.length);
});

it('every record has a name in at least one language, and no empty text', () => {
  for (const record of sampleRecords) {
    const texts = Object.values(record.texts);
    expect([nameOf(record), texts.length > 0]).toEqual([nameOf(record), true]);
    for (const text of texts.flatMap((values) => Object.values(values))) {
      expect(String(text).trim()).toBe(text);
      expect(text).not.toBe('');
    }
  }
});

it('every record refers only to records before it', () => {
  const known = new Set<string>();
  const idOf = (type: string, key: string) => {
    expect([...known]).toContain(`${type}:${key}`);
    return 1;
  };
  for (const record of sampleRecords) {
    const values = record.shared({ now: new Date('2026-11-20T12:30:00Z'), idOf, fileOf: () => 1 });
    expect(values).toBeDefined();
    known.add(nameOf(record));
  }
  expect(known.size).toBe(names.length);
});

it('every picture can be drawn and has an alternative text', () => {
  for (const [key, { alternativeText }] of Object.entries(pictures)) {
    expect(svgOf(key as keyof typeof pictures)).not.toMatch(/NaN|undefined|<text/);
    expect(alternativeText.length).toBeGreaterThan(20);
  }
});

it('every zone exists and is normalized', () => {
  for (const { timezone } of events) expect(normalizeZone(timezone)).toBe(timezone);
});

it.each(DAYS)('every event loaded on %s has valid dates and ends after it starts', (day) => {
  for (const { key, when, timezone } of events) {
    const times = timesOf(when, timezone, new Date(`${day}T12:30:00Z`));
    expect([key, isWallTime(times.start_date), isWallTime(times.end_date)]).toEqual([
      key,
      true,
      true,
    ]);
    const length = +instantOf(times.end_date, timezone) - +instantOf(times.start_date, timezone);
    expect([key, length > 0]).toEqual([key, true]);
  }
});

it('Arabic texts are in Arabic script, and all others in Latin script', () => {
  for (const { type, key, texts } of sampleRecords) {
    for (const [language, values] of Object.entries(texts)) {
      const text = Object.values(values).join(' ');
      const arabic = letters(text, /\p{Script=Arabic}/gu);
      const latin = letters(text, /\p{Script=Latin}/gu);
      const isArabic = arabic > latin;
      expect([type, key, language, isArabic]).toEqual([type, key, language, language === 'ar']);
    }
  }
});

it('every venue has an address, a city, a country and coordinates on the globe', () => {
  for (const { texts, details } of Object.values(venues)) {
    for (const { address, city, country } of Object.values(texts)) {
      expect([address, city, country].every((part) => part.length > 2)).toBe(true);
    }
    expect(Math.abs(details.geo_lat)).toBeLessThan(90);
    expect(Math.abs(details.geo_lng)).toBeLessThan(180);
  }
});

it('the categories are a tree of two levels, each with a colour', () => {
  const tree: Record<string, SampleCategory> = categories;
  const children = Object.values(tree).filter(({ parent }) => parent);
  expect(children.length).toBeGreaterThan(10);
  for (const { parent } of children) expect(tree[parent as string]?.parent).toBeUndefined();
  for (const { color } of Object.values(tree)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
});

it('every web address uses the reserved domain .example', () => {
  const links = JSON.stringify([events, sampleRecords.map(({ texts }) => texts), venues]).match(
    /https?:\/\/[^/"]+/g,
  );
  expect(links?.length).toBeGreaterThan(20);
  for (const link of links ?? []) expect(link).toMatch(/\.example$/);
});
