import type { Core } from '@strapi/strapi';
import { type PostType, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { isProtected, listOf, postOf, titleOf } from './bodies';
import { LISTS, openSource, pagesOf, type Served, textOf } from './source';
import { importCategories, importTerms } from './terms';
import {
  attempt,
  capitalized,
  type Import,
  type Imported,
  type Importing,
  lineOf,
  serviceOf,
  writeWhatFits,
} from './writing';

const TYPES = { '/venues': 'venue', '/organizers': 'organizer', '/events': 'event' } as const;

/** The records of earlier imports from this source, those in the trash included. */
async function knownRecords(strapi: Core.Strapi, type: PostType, source: string) {
  const rows = await strapi.db.query(uidOf(type)).findMany({
    where: { source, external_id: { $notNull: true } },
    select: ['external_id', 'public_id'],
  });
  return new Map<string, number | undefined>(rows.map((row) => [row.external_id, row.public_id]));
}

/** The ids here of the venues or organizers of an event; those that are not listed, such as drafts, are created. */
async function importPlaces(run: Import, type: 'venue' | 'organizer', served: Served) {
  const ids = run.ids[type];
  const places = listOf(served[type]);
  for (const place of places) {
    const isNew = !ids.has(textOf(place.id)) && !isProtected(type, place);
    if (isNew) run.counts[await importPost(run, type, place)] += 1;
  }
  return places.map(({ id }) => ids.get(textOf(id))).filter((id) => id !== undefined);
}

const referencesOf = async (run: Import, served: Served): Promise<Served> => ({
  categories: await importTerms(run, 'category', listOf(served.categories)),
  tags: await importTerms(run, 'tag', listOf(served.tags)),
  venue: await importPlaces(run, 'venue', served),
  organizer: await importPlaces(run, 'organizer', served),
});

/** Creates a record, or updates the one with this id; returns its id. */
async function writePost(run: Import, type: PostType, served: Served, known?: number) {
  const { language, source } = run;
  const service = serviceOf(run, type);
  const body = {
    ...postOf(type, served, source.name),
    ...(type === 'event' && (await referencesOf(run, served))),
  };
  const write = (fields: Served) =>
    known ? service.update(known, fields, { language }) : service.create(fields, { language });
  const line = lineOf(type, served, titleOf(type, served));
  const { id } = await writeWhatFits(write, type, body, (why) => run.log(`${line}: ${why}`));
  return Number(id);
}

/** Creates or updates a record; returns what it counts as. */
async function importPost(run: Import, type: PostType, served: Served): Promise<keyof Imported> {
  const ids = run.ids[type];
  const key = textOf(served.id);
  const known = ids.get(key);
  ids.set(key, known);
  const line = lineOf(type, served, titleOf(type, served));
  if (isProtected(type, served)) {
    run.log(`${line}: not ${known ? 'updated' : 'imported'}, because it has a password.`);
    return 'failed';
  }
  if (known && !run.update) return 'untouched';
  const id = await attempt(run, line, () => writePost(run, type, served, known));
  if (!id) return 'failed';
  ids.set(key, id);
  return known ? 'updated' : 'created';
}

async function importPosts(run: Import, ...[path, query]: (typeof LISTS)[number]) {
  let done = 0;
  for await (const { records, total } of pagesOf(run.source.root, path, query)) {
    for (const served of records) run.counts[await importPost(run, TYPES[path], served)] += 1;
    done += records.length;
    run.log(`${capitalized(path.slice(1))}: ${done} of ${total}`);
  }
}

/**
 * Imports the public records of a calendar with the interface of The Events Calendar: its categories, venues,
 * organizers and events, with the tags that these have, and their pictures. Each record is one write through its
 * service, with the id there as `external_id` and the site as `source`: a later import continues, and duplicates
 * nothing. Throws an Error if the site cannot be read, or the database does not answer.
 */
export async function importSite(strapi: Core.Strapi, importing: Importing): Promise<Imported> {
  const source = await openSource(importing.address);
  importing.log(`Reading ${source.root}, whose records have the source ${source.name}`);
  const run: Import = {
    ...importing,
    strapi,
    source,
    counts: { created: 0, updated: 0, untouched: 0, failed: 0 },
    categories: new Map(),
    ids: {
      category: new Map(),
      tag: new Map(),
      event: await knownRecords(strapi, 'event', source.name),
      venue: await knownRecords(strapi, 'venue', source.name),
      organizer: await knownRecords(strapi, 'organizer', source.name),
    },
  };
  await importCategories(run);
  for (const list of LISTS) await importPosts(run, ...list);
  return run.counts;
}
