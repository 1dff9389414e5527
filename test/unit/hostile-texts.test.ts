import Koa from 'koa';
import { acceptedFormat } from '../../src/plugins/calendar/server/src/http/address';
import { isStrict } from '../../src/plugins/calendar/server/src/http/request';
import { parseCost } from '../../src/plugins/calendar/server/src/kinds/cost';
import { FIELDS } from '../../src/plugins/calendar/server/src/kinds/fields';
import {
  type FieldContext,
  InvalidValue,
  type Kind,
  type Params,
} from '../../src/plugins/calendar/server/src/kinds/kind';
import { pictureName } from '../../src/plugins/calendar/server/src/kinds/picture';
import {
  brokenParams,
  hasSecretParam,
  takeSecrets,
} from '../../src/plugins/calendar/server/src/kinds/raw-input';
import {
  blockHtml,
  htmlToLine,
  inlineHtml,
  plainText,
} from '../../src/plugins/calendar/server/src/kinds/text/html';
import {
  cleanSlug,
  fold,
  normalizeName,
  slugFromTitle,
} from '../../src/plugins/calendar/server/src/kinds/text/normalize';
import { pickFields } from '../../src/plugins/calendar/server/src/resources/answer';
import { htmlToText } from '../../src/plugins/calendar/server/src/resources/feeds/content-line';
import { RESOURCES } from '../../src/plugins/calendar/server/src/resources/routes';
import { hasStates } from '../../src/plugins/calendar/server/src/settings/record-types';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';
import { searchTextOf } from '../../src/plugins/calendar/server/src/sql/sql';
import { isExhaustive } from '../support/extent';
import { HOSTILE_TEXTS } from '../support/hostile-texts';

/** What costs the square takes a second at the longer one, and many in the full cross product. */
const SHORTER = isExhaustive ? 12_000 : 6_000;
const LONGER = 4 * SHORTER;

/** Whatever takes less than this is fast, however it grows. */
const LITTLE = isExhaustive ? 250 : 100;

/** Four times the text may take this many times as long: half of the square. */
const MAX_GROWTH = 8;

const TRIES = 3;

type Read = (text: string) => unknown;

const settings = readSettings({});
const context: FieldContext = {
  now: new Date('2027-01-01T00:00:00Z'),
  settings,
  language: 'en',
  eventZone: 'Europe/Paris',
};

const refusing =
  ({ read }: Pick<Kind<unknown, FieldContext>, 'read'>): Read =>
  (text) => {
    try {
      return read(text, context);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
    }
  };

/** Every way to read a text, once, under the first name that has it. */
const distinct = (named: [string, Kind<unknown, FieldContext>][]): [string, Read][] =>
  [...new Map(named.map(([name, reader]) => [reader.read, [name, refusing(reader)]])).values()] as [
    string,
    Read,
  ][];

const fields = Object.entries(FIELDS).flatMap(([type, all]) =>
  Object.entries(all).map(([name, field]): [string, Kind<unknown, FieldContext>] => [
    `${type} ${name}`,
    field,
  ]),
);
const filters = RESOURCES.flatMap(({ path, filters: all }) =>
  Object.entries(all).map(([name, { kind }]): [string, Params[string]] => [
    `filter ${path} ${name}`,
    kind,
  ]),
);

const READS: [string, Read][] = [
  ...distinct([...fields, ...filters]),
  ['search text of events', (text) => searchTextOf('event', { title: text, description: text })],
  ['search text of tags', (text) => searchTextOf('tag', { name: text, slug: text })],
  ['plain text', plainText],
  ['text of HTML', htmlToLine],
  ['Markdown', blockHtml],
  ['text of HTML in feeds', (text) => htmlToText(blockHtml(text))],
  ["a term's description", inlineHtml],
  ['folding', fold],
  ['slugs of titles', slugFromTitle],
  ['slugs', cleanSlug],
  ['names and slugs to look for', normalizeName],
  ['costs', parseCost],
  ['the country of a venue', hasStates],
  ["a picture's name", (text) => pictureName(text, 'png')],
  ['keys of answers', (text) => pickFields({ a: { a: 1 } }, ['a.'.repeat(text.length / 8)])],
];

/** Milliseconds of this process alone: others on the machine do not count. */
function cost(read: Read, text: string): number {
  const before = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Nothing, or how long the two texts took at their best. */
function slowness(read: Read, make: (size: number) => string): string | undefined {
  const best = { shorter: Number.POSITIVE_INFINITY, longer: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES; tries += 1) {
    best.longer = Math.min(best.longer, cost(read, make(LONGER)));
    if (best.longer < LITTLE) return undefined;
    best.shorter = Math.min(best.shorter, cost(read, make(SHORTER)));
    if (best.longer < MAX_GROWTH * best.shorter) return undefined;
  }
  return `${Math.round(best.shorter)} ms, four times as long: ${Math.round(best.longer)} ms`;
}

it.each(READS)(
  '%s: takes less than quadratic time for hostile texts',
  (_name, read) => {
    const slow: Record<string, string> = {};
    for (const [kind, make] of Object.entries(HOSTILE_TEXTS)) {
      const why = slowness(read, make);
      if (why) slow[kind] = why;
    }
    expect(slow).toEqual({});
  },
  60_000,
);

it.each(['%&', '&', '%', '%41&', 'key&', 'password[&', '%70%'])(
  'a query of 64 KB of %s takes less than 250 ms (D9.7)',
  (piece) => {
    const query = piece.repeat(64_000 / piece.length);
    const read = () => [hasSecretParam(`/a?%${query}`), takeSecrets(query), brokenParams(query)];
    const costs = Array.from({ length: TRIES }, () => cost(read, query));
    expect(Math.min(...costs)).toBeLessThan(250);
  },
);

beforeAll(() => {
  Object.assign(globalThis, { strapi: { server: { app: new Koa() } } }); // Whose parser reads `Accept`.
});

it.each<[name: string, value: string, read: Read]>([
  ['Prefer', ',a;\\"'.repeat(12_000), (prefer) => isStrict({ headers: { prefer } })],
  [
    'Accept',
    `text/calendar;a=${'"'.repeat(30_001)}${','.repeat(30_000)}`,
    (accept) => acceptedFormat({ headers: { accept } }),
  ],
])('a header %s of 60 KB takes less than 250 ms (D9.7)', (_, value, read) => {
  const costs = Array.from({ length: TRIES }, (_, at) => cost(read, `${value}${at}`)); // What was read is kept.
  expect(Math.min(...costs)).toBeLessThan(250);
});

it('detects quadratic time', () => {
  const square: Read = ({ length }) => {
    let sum = 0;
    for (let step = 0; step < length ** 2 / 2; step += 1) sum += step; // A second at the longer one.
    return sum;
  };
  expect(slowness(square, HOSTILE_TEXTS['one letter']!)).toBeDefined();
}, 60_000);
