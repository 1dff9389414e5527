import { standing } from '../../../scripts/bench/goals.cjs';
import { drawingOf, pageOf } from '../../../scripts/bench/report.cjs';
import { randomFrom } from '../../../scripts/bench/site/random.cjs';
import { eventOf } from '../../../scripts/bench/site/site.cjs';

const cell = (p50: number, perSecond = 1000 / p50) => ({ p50, p99: 2 * p50, perSecond, count: 9 });

const read = {
  ...{ name: 'a list', bare: cell(1), empty: cell(2), documents: cell(20), cold: cell(3.6) },
  ...{ anew: cell(8), bareWarm: cell(1, 1000), warm: cell(1, 400), statements: 5 },
};
const write = {
  name: 'create',
  bare: cell(1),
  empty: cell(2),
  documents: cell(10),
  cold: cell(13),
  statements: 9,
};

const run = (rows: object[]) => ({
  ...{ database: 'sqlite', events: 500, rounds: 1, filled: 3, start: 2, rows, mixed: cell(5) },
  machine: { cores: 2, memory: 8, node: '20.19.0', database: 'SQLite 3', load: 0.5 },
  memory: { idle: 2e8, most: 3e8 },
});

it('writes the results of a run into the page and the drawing', () => {
  const page = pageOf([run([read, write])]);
  expect(page).toContain('## SQLite, 500 events');
  expect(page).toContain('| a list | 1.00 | 2.00 | 20.0 | 3.60 | 7.20 | 8.00 | 5 | 1.20 | 0.18 |');
  expect(page).toContain('cold at most 1.3 × (empty + bare): 1 of 1.');
  expect(page).toContain(
    'warm at least half of the bytes from memory: 0 of 1; missed: a list 0.40.',
  );
  expect(page).toContain('the same calls by hand: 0 of 1; missed: create 1.30.');
  expect(drawingOf(run([read, write]))).toContain('a list');
});

it('reports refused requests only if there were any', () => {
  const busy = { ...read, cold: { ...cell(3.6), refused: 4 } };
  expect(pageOf([run([busy])])).toContain('Refused with 503: a list, cold 4.');
  expect(pageOf([run([read])])).not.toContain('503');
});

it('shows a dash for a missing Strapi measurement, and judges no goal by it', () => {
  const { documents: _, ...asked } = read;
  expect(pageOf([run([asked])])).toContain(
    '| a list | 1.00 | 2.00 | – | 3.60 | 7.20 | 8.00 | 5 | 1.20 | – |',
  );
  expect(standing([asked])[1]).toMatchObject({ reached: [], missed: [] });
});

it.each(['bare', 'empty', 'cold', 'warm', 'bareWarm', 'statements'])(
  'throws if the number for %s is missing',
  (column) => {
    const { warm, ...others } = {
      ...read,
      [column]: column === 'statements' ? undefined : cell(Number.NaN),
    };
    expect(() => pageOf([run([{ ...others, warm }])])).toThrow('No number for');
  },
);

it('generates the same site from the same seed, and another from another', () => {
  const site = { seed: 1, now: Date.UTC(2026, 10, 22) };
  expect(eventOf(site, 5)).toEqual(eventOf(site, 5));
  expect(eventOf({ ...site, seed: 2 }, 5)).not.toEqual(eventOf(site, 5));
});

it('generates the intended shares of languages, words and future dates', () => {
  const site = { seed: 1, now: Date.UTC(2026, 10, 22) };
  const events = Array.from({ length: 2000 }, (_, number) => eventOf(site, number));
  const share = (holds: (event: (typeof events)[0]) => boolean) =>
    events.filter(holds).length / events.length;
  expect(share(({ texts }) => Object.keys(texts).length === 1)).toBeCloseTo(0.6, 1);
  expect(share(({ texts }) => Object.keys(texts).length === 4)).toBeCloseTo(0.1, 1);
  expect(share(({ shared }) => shared.start_date > '2026-11-22')).toBeCloseTo(0.7, 1);
  const words = events.flatMap(({ texts }) => Object.values(texts) as { description: string }[]);
  const lengths = words.map(({ description }) => description.split(' ').length);
  expect(lengths.reduce((all, each) => all + each, 0) / lengths.length).toBeGreaterThan(50);
});

it('draws random numbers within their bounds', () => {
  const random = randomFrom(7);
  const drawn = Array.from({ length: 1000 }, () => random.between(2, 4));
  expect(new Set(drawn)).toEqual(new Set([2, 3, 4]));
});
