import path from 'node:path';
import { loadSite, withIds } from '../../scripts/bench/loader.cjs';
import { eventOf, linkedOf } from '../../scripts/bench/site/site.cjs';
import {
  NAME_FIELD,
  RECORD_TYPES,
  REFERENCES,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { emptyCalendar } from '../support/empty';
import { inFull } from '../support/extent';
import { api, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import { tellingsEnded } from '../support/tellings';

type Values = Record<string, unknown>;
type Place = string;

interface Planned {
  shared: Values;
  texts: Record<string, Values>;
  references: Record<string, number[]>;
  picture?: number;
  parent?: number;
}

const now = new Date();
const SITE = { seed: 1, now: Math.floor(+now / 86_400_000) * 86_400_000 };
/** Saved one by one: events in one, two and four languages, without tags, with a picture, of a whole day. */
const SAVED = [1, 5, 13, 34];
const ROWS = 2 * (1 + 2 + 4 + 1);
const PATHS: Record<RecordType, string> = {
  event: '/events',
  venue: '/venues',
  organizer: '/organizers',
  category: '/categories',
  tag: '/tags',
};

const table = (type: RecordType) =>
  strapi.db.connection(strapi.db.metadata.get(uidOf(type)).tableName).withSchema(schema());
const schema = () => strapi.db.getSchemaName() ?? 'main';

const events = SAVED.map((number): [number, Planned] => [number, eventOf(SITE, number)]);

/** `type place` → the public id of what was saved through the interface. */
const ids = new Map<Place, number>();
let headers: Record<string, string>;
let image: number;

async function save(type: RecordType, record: Planned) {
  const [first, ...others] = Object.entries(record.texts);
  const [language, texts] = first!;
  const pictured = record.picture === undefined ? {} : { image };
  const sent = { ...record.shared, ...texts, ...pictured };
  const made = await send('POST', api(PATHS[type], language), sent, headers);
  expect([made.status, made.text]).toEqual([201, expect.anything()]);
  for (const [other, own] of others) {
    const answer = await send('POST', api(`${PATHS[type]}/${made.body.id}`, other), own, headers);
    expect(answer.status).toBe(200);
  }
  return made.body.id as number;
}

async function saveLinked(type: RecordType, place: number): Promise<number> {
  const key = `${type} ${place}`;
  const known = ids.get(key);
  if (known) return known;
  const record: Planned = linkedOf(SITE, type, place);
  const parent =
    record.parent === undefined ? {} : { parent: await saveLinked(type, record.parent) };
  ids.set(key, await save(type, { ...record, shared: { ...record.shared, ...parent } }));
  return ids.get(key)!;
}

async function saveEvents() {
  const idsOf = (type: RecordType, places: number[]) =>
    places.map((place) => ids.get(`${type} ${place}`)!);
  for (const [place, event] of events) {
    for (const [field, type] of Object.entries(REFERENCES)) {
      for (const target of event.references[field]!) await saveLinked(type, target);
    }
    ids.set(`event ${place}`, await save('event', withIds(event, { idsOf })));
  }
}

const OF_THEIR_OWN = ['id', 'document_id', 'public_id'];
const MOMENTS = ['created_at', 'updated_at', 'published_at', 'date'];
const LISTS = Object.entries(REFERENCES);

const listOf = (stored: unknown): number[] =>
  (typeof stored === 'string' ? JSON.parse(stored) : stored) ?? [];

interface Linked {
  kind: string;
  target_id: number;
  position: number;
}

/** A row without what differs from calendar to calendar: moments as whether there is one, ids as places. */
async function comparable(
  type: RecordType,
  row: Values,
  placeOf: (type: RecordType, id: number) => Place,
) {
  const own = Object.fromEntries(
    Object.entries(row).filter(([name]) => !OF_THEIR_OWN.includes(name)),
  );
  const moments = MOMENTS.filter((name) => name in row).map((name) => [name, row[name] !== null]);
  const parent = typeof row.parent === 'number' ? { parent: placeOf('category', row.parent) } : {};
  const plain = { ...own, ...Object.fromEntries(moments), ...parent };
  if (type !== 'event') return plain;
  const lists = LISTS.map(([field, target]) => [
    field,
    listOf(row[field]).map((id) => placeOf(target, id)),
  ]);
  const links: Linked[] = await strapi.db
    .connection('calendar_links')
    .withSchema(schema())
    .where({ row_id: row.id });
  const linked = links.map(({ kind, target_id, position }) =>
    [kind, position, placeOf(REFERENCES[kind as 'venue'], target_id)].join(' '),
  );
  const pictures = await strapi.db
    .connection('files_related_mph')
    .withSchema(schema())
    .where({ related_id: row.id, related_type: uidOf(type) })
    .select('field', 'order');
  return { ...plain, ...Object.fromEntries(lists), links: linked.sort(), pictures };
}

/** All rows of some records, each under its name, language and state. */
async function rowsOf(
  type: RecordType,
  publicIds: number[],
  placeOf: (type: RecordType, id: number) => Place,
) {
  const rows: Values[] = await table(type).whereIn('public_id', publicIds);
  const nameOf = (row: Values) =>
    `${row[NAME_FIELD[type]]} ${row.locale} ${row.published_at ? 'published' : 'draft'}`;
  const entries = await Promise.all(
    rows.map(async (row) => [nameOf(row), await comparable(type, row, placeOf)]),
  );
  return Object.fromEntries(entries);
}

const placesOf = (type: RecordType) =>
  [...ids.keys()]
    .filter((key) => key.startsWith(`${type} `))
    .map((key) => Number(key.split(' ')[1]));

async function rowsSaved(idOf: (type: RecordType, place: number) => number) {
  const places = new Map(
    [...ids.keys()].map((key) => {
      const [type, place] = key.split(' ') as [RecordType, string];
      return [`${type} ${idOf(type, Number(place))}`, key];
    }),
  );
  const placeOf = (type: RecordType, id: number) =>
    places.get(`${type} ${id}`) ?? `unknown ${type} ${id}`;
  const all = RECORD_TYPES.map(async (type) => [
    type,
    await rowsOf(
      type,
      placesOf(type).map((place) => idOf(type, place)),
      placeOf,
    ),
  ]);
  return Object.fromEntries(await Promise.all(all));
}

const rules = () =>
  require(path.join(strapi.dirs.dist.root, 'src/plugins/calendar/server/src/saves/repair.js'));

inFull('loadSite writes the same rows as the interface, and leaves nothing to repair', async () => {
  headers = bearer(await apiToken('full-access'));
  image = await buildPicture();
  await saveEvents();
  await tellingsEnded(strapi);
  const saved = await rowsSaved((type, place) => ids.get(`${type} ${place}`)!);
  expect(Object.keys(saved.event)).toHaveLength(ROWS);
  await emptyCalendar();
  const told: number[] = [];
  const numbers = await loadSite(strapi, {
    events: 40,
    now,
    progress: (share: number) => told.push(share),
  });
  expect(await rowsSaved(numbers.idOf)).toEqual(saved);
  expect(told).toEqual([1]);
  const found: Record<string, number> = await rules().repairAll({ check: true });
  expect(Object.values(found).filter((count) => count !== 0)).toEqual([]);
  await expect(loadSite(strapi, { events: 1 })).rejects.toThrow('fills an empty one');
});
