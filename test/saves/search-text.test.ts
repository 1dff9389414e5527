import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { repairSearchTexts } from '../../src/plugins/calendar/server/src/saves/repair';
import type { RecordType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { emptyCalendar } from '../support/empty';
import { api, get } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';
import { ofTheWork, statementsOf } from '../support/statements';

const rows = (type: RecordType) => strapi.db.getConnection(recordTable(type));

const textsOf = (type: RecordType) =>
  rows(type).select('id', 'search_text', 'updated_at').orderBy('id');

const TYPES: RecordType[] = ['event', 'venue', 'organizer', 'category', 'tag'];

async function repairAllTexts(options = {}) {
  let repaired = 0;
  for (const type of TYPES) repaired += await repairSearchTexts(type, options);
  return repaired;
}

beforeAll(async () => {
  await emptyCalendar();
  const event = await buildEvent({ title: 'ÉTÉ secret', password: 'x' });
  await buildEvent({ title: 'Hiver' }, { of: event, language: 'fr' });
  await buildVenue({ venue: 'Halle', country: 'Égypte', description: '**open** air' });
  await buildOrganizer({ organizer: 'Chœur', email: 'choir@example.org' });
  await buildCategory({ name: 'Événements' });
  await buildTag({ name: 'Fête' });
});

describe('missing or outdated search texts (D4.7)', () => {
  it.each([
    null,
    '',
    'ete secret',
    'evenements\u001fevenements',
    'choeur \u001e choir@example.org',
  ])('are rewritten without changing updated_at: %j', async (search_text) => {
    const before = await Promise.all(TYPES.map(textsOf));
    for (const type of TYPES) await rows(type).update({ search_text });
    const count = before.flat().length;
    expect(await repairAllTexts({ check: true })).toBe(count);
    expect(await repairAllTexts({ check: true })).toBe(count);
    expect(await repairAllTexts()).toBe(count);
    expect(await Promise.all(TYPES.map(textsOf))).toEqual(before);
  });

  it('are found by searches after the repair', async () => {
    for (const type of TYPES) await rows(type).update({ search_text: null });
    await repairAllTexts();
    expect((await get(api('/events?search=%C3%A9t%C3%A9'))).body.total).toBe(1);
    expect((await get(api('/venues?search=egypte'))).body.total).toBe(1);
    expect((await get(api('/categories?search=eve&hide_empty=false'))).body.total).toBe(1);
  });

  it('are repaired among 10,200 rows in few statements, reporting progress', async () => {
    const [row] = await rows('tag').limit(1);
    const { id: _, ...bare } = row;
    const own = (at: number) => ({
      document_id: `many-${at}`,
      public_id: 1_000_000 + at,
      slug: `many-${at}`,
    });
    const many = Array.from({ length: 10_200 }, (_, at) => ({
      ...{ ...bare, ...own(at) },
      search_text: at < 200 ? bare.search_text : 'old',
    }));
    for (let at = 0; at < many.length; at += 200) {
      await rows('tag').insert(many.slice(at, at + 200));
    }
    const told: number[] = [];
    const { statements } = await statementsOf(() =>
      repairSearchTexts('tag', { progress: (read) => told.push(read) }),
    );
    expect(told).toEqual([10_000]);
    expect(ofTheWork(statements).length).toBeLessThanOrEqual(42);
    expect(await repairAllTexts()).toBe(0);
    await rows('tag').where('document_id', 'like', 'many-%').delete();
  });
});

it('the repair leaves correct search texts unchanged', async () => {
  const before = await textsOf('event');
  expect(await repairAllTexts()).toBe(0);
  expect(await repairAllTexts({ every: true })).toBe(0);
  expect(await textsOf('event')).toEqual(before);
});

it('the repair detects direct changes of fields only when it compares every text', async () => {
  await rows('event').where({ title: 'Hiver' }).update({ title: 'Printemps' });
  await rows('venue').update({ city: 'Lyon' });
  expect(await repairAllTexts()).toBe(0);
  const differing = (await rows('venue')).length + 2; // One draft and its published row.
  expect(await repairAllTexts({ every: true, check: true })).toBe(differing);
  expect((await get(api('/venues?search=lyon'))).body.total).toBe(0);
  expect(await repairAllTexts({ every: true })).toBe(differing);
  expect((await get(api('/venues?search=lyon'))).body.total).toBe(1);
  expect(await repairAllTexts({ every: true })).toBe(0);
});
