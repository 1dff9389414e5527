import type { Core } from '@strapi/strapi';
import { oneLine } from '../../src/plugins/calendar/server/src/kinds/text/normalize';
import { errorBody, refusalOf } from '../../src/plugins/calendar/server/src/messages/errors';
import type { RecordService } from '../../src/plugins/calendar/server/src/records';
import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';
import {
  type PostType,
  type RecordType,
  type TermType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { isEssential, isProtected, listOf, postOf, slugOf, termOf, titleOf } from './bodies';
import { LISTS, openSource, pagesOf, type Served, type Source, textOf } from './source';

export interface Importing {
  /** The address of the site, or of its interface. */
  address: string;
  /** The language in which texts are stored; the site's default if omitted. */
  language?: Language;
  /** Whether records of an earlier import get what is served now. */
  update: boolean;
  /** Receives lines about the progress. */
  log: (line: string) => void;
}

/** Numbers of events, venues and organizers. */
export interface Imported {
  created: number;
  updated: number;
  untouched: number;
  failed: number;
}

interface Import extends Importing {
  strapi: Core.Strapi;
  source: Source;
  counts: Imported;
  /** Ids here by ids there; undefined for what was refused. */
  ids: Record<RecordType, Map<string, number | undefined>>;
  /** The site's categories by their ids there. */
  categories: Map<string, Served>;
}

const MAX_SHOWN = 100;

const TYPES = { '/venues': 'venue', '/organizers': 'organizer', '/events': 'event' } as const;

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const serviceOf = ({ strapi }: Import, type: RecordType): RecordService =>
  strapi.plugin('calendar').service(type);

/** The records of earlier imports from this source, those in the trash included. */
async function knownRecords(strapi: Core.Strapi, type: PostType, source: string) {
  const rows = await strapi.db.query(uidOf(type)).findMany({
    where: { source, external_id: { $notNull: true } },
    select: ['external_id', 'public_id'],
  });
  return new Map<string, number | undefined>(rows.map((row) => [row.external_id, row.public_id]));
}

/** The error as the interface reports it, in English. */
const reported = (error: unknown) => errorBody(refusalOf(error), 'en');

/** The beginning of a text of the site, on one line and without control characters, which a terminal would obey. */
const brief = (value: unknown) => oneLine(textOf(value).slice(0, MAX_SHOWN));

/** What the line of a record begins with: `Event 12 "Quartet"`. */
const lineOf = (type: RecordType, { id }: Served, title: unknown) =>
  `${capitalized(type)} ${brief(id)} "${brief(title)}"`;

/** Creates or changes a record; without the optional fields that are refused, which are logged. */
async function writeWhatFits(
  write: (body: Served) => Promise<object>,
  type: RecordType,
  body: Served,
  log: (line: string) => void,
): Promise<Served> {
  try {
    return (await write(body)) as Served;
  } catch (error) {
    const { params = [] } = reported(error).data;
    const refused = Array.isArray(params) ? [] : Object.entries(params);
    const isLost = ([field]: [string, string]) => !(field in body) || isEssential(type, field);
    if (refused.length === 0 || refused.some(isLost)) throw error;
    for (const [field, why] of refused) log(`without ${field}: ${why}`);
    const names = refused.map(([field]) => field);
    const rest = Object.entries(body).filter(([field]) => !names.includes(field));
    return writeWhatFits(write, type, Object.fromEntries(rest), log);
  }
}

/** Logs why a record is refused; undefined then. Throws an Error for other faults, such as a database that does not answer. */
async function attempt<Result>(
  { log }: Import,
  line: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const { message, data } = reported(error);
    if (data.status >= 500) throw new Error(`${line}: ${message}`, { cause: error });
    log([`${line}: ${message}`, ...Object.values(data.params ?? {})].join(' '));
    return undefined;
  }
}

async function termBySlug(service: RecordService, slug: string, language?: Language) {
  if (slug === '') return undefined;
  const { records } = await service.find({ slug, hide_empty: false }, { language });
  return (records as Served[])[0];
}

/** The id here of a category or tag: of the one with its slug, else of a new one, after its parents. Undefined if it is refused. */
async function importTerm(
  run: Import,
  type: TermType,
  served: Served,
): Promise<number | undefined> {
  const { language, categories } = run;
  const ids = run.ids[type];
  const key = textOf(served.id);
  if (ids.has(key)) return ids.get(key);
  ids.set(key, undefined); // A loop among parents ends here.
  const service = serviceOf(run, type);
  const line = lineOf(type, served, served.name);
  const log = (why: string) => run.log(`${line}: ${why}`);
  const create = async (fields: Served) => {
    try {
      return await service.create(fields, { language });
    } catch (error) {
      const { code, data } = reported(error);
      if (code === 'term_exists') return { id: data.term_id };
      throw error;
    }
  };
  const id = await attempt(run, line, async () => {
    const found = await termBySlug(service, slugOf(served), language);
    if (found) return Number(found.id);
    const above = type === 'category' ? categories.get(textOf(served.parent)) : undefined;
    const parent = above && (await importTerm(run, 'category', above));
    return Number((await writeWhatFits(create, type, { ...termOf(type, served), parent }, log)).id);
  });
  ids.set(key, id);
  return id;
}

async function importTerms(run: Import, type: TermType, list: Served[]): Promise<number[]> {
  const ids: number[] = [];
  for (const served of list) {
    const id = await importTerm(run, type, served);
    if (id) ids.push(id);
  }
  return ids;
}

/**
 * Reads all categories. Those that no event needs are created by the first import alone: terms have no id of another
 * system, and what was deleted or got another slug here would come again with each later one.
 */
async function importCategories(run: Import): Promise<void> {
  const { categories, ids, source } = run;
  for await (const { records } of pagesOf(source.root, '/categories', { hide_empty: 'false' })) {
    for (const served of records) categories.set(textOf(served.id), served);
  }
  run.log(`Categories: ${categories.size}`);
  const isFirst = [ids.event, ids.venue, ids.organizer].every(({ size }) => size === 0);
  if (isFirst) await importTerms(run, 'category', [...categories.values()]);
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
  importing.log(`Reading ${source.root}`);
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
