import { publicEventCount, visible } from '../access/sql';
import { givenIds, jsonObject, oneOfIds } from '../database/run';
import type { EventRow, OrganizerRow, TermRow, VenueRow } from '../kinds/rows';
import type {
  EventRecord,
  PostRecord,
  TermRecord,
  TranslatedPost,
  TranslatedTerm,
} from '../resources/resource';
import type { Language } from '../settings/languages';
import {
  type PostType,
  type ReferenceField,
  TERM_FIELD,
  type TermType,
} from '../settings/record-types';
import { all, raw, type Sql, sql } from '../sql/sql';
import {
  image,
  knownParent,
  loadRecords,
  openParent,
  type Reading,
  readRecords,
  recordsWhere,
} from './read-records';

interface InLanguage {
  row: { public_id: number; locale: Language };
}

/** D7.2: the best language of each record, by public id. */
function bestByLanguage<Record extends InLanguage>(records: Record[], languages: Language[]) {
  const rank = ({ row }: Record) => languages.indexOf(row.locale);
  const bestLast = records.toSorted((one, other) => rank(other) - rank(one));
  return new Map(bestLast.map((record) => [record.row.public_id, record]));
}

/** D6.2, D10.6: SQL for the referenced posts that the viewer may open, without those in the trash. */
function posts(type: PostType, ids: number[], reading: Reading): Sql {
  const isNamed = oneOfIds(raw('e.public_id'), ids);
  const wanted = all([isNamed, raw('e.trashed_at IS NULL'), visible(type, 'e', reading)]);
  return recordsWhere(type, wanted, { image: image(type) });
}

const terms = (type: TermType, ids: number[]): Sql =>
  recordsWhere(
    type,
    oneOfIds(raw('e.public_id'), ids),
    type === 'category' ? { parent: knownParent() } : {},
  );

/** SQL for one row per term with its count, which all languages share. */
function counts(type: TermType, ids: number[], now: Date): Sql {
  const count = jsonObject({
    id: raw('given.id'),
    count: publicEventCount(TERM_FIELD[type], 'given.id', now),
  });
  return sql`SELECT ${raw(`'${TERM_FIELD[type]}'`)} AS name, ${count} AS record FROM ${givenIds(ids)}`;
}

/** An event without its references. */
type EventWithoutReferences = TranslatedPost<EventRow> & Pick<EventRecord, 'parent'>;

type StoredTerm = { row: TermRow; parent?: number | null };
type Count = { id: number; count: number };
type Stored = PostRecord<VenueRow & OrganizerRow> & StoredTerm & Count;

const found = <Value>(ids: number[] | null, map: Map<number, Value>): Value[] =>
  (ids ?? []).flatMap((id) => map.get(id) ?? []);

/** Order of nested terms: by name, then by id. */
const byName = (one: TermRecord, other: TermRecord) =>
  one.row.name.localeCompare(other.row.name, 'en') || one.row.public_id - other.row.public_id;

/** The terms that were read, by id, with their counts. */
function termsIn(type: TermType, read: Map<string, Stored[]>, languages: Language[]) {
  const terms = new Map<number, TermRecord>();
  for (const [id, { row, parent = null }] of bestByLanguage(read.get(type) ?? [], languages))
    terms.set(id, { row: { ...row, parent }, count: 0 });
  for (const { id, count } of read.get(TERM_FIELD[type]) ?? []) {
    const term = terms.get(id);
    if (term) term.count = count;
  }
  return terms;
}

/** Adds what the events refer to, each record in its best language, read in one statement. */
async function withReferences(
  events: EventWithoutReferences[],
  reading: Reading,
): Promise<EventRecord[]> {
  const ids = (field: ReferenceField) => [
    ...new Set(events.flatMap(({ row }) => row[field] ?? [])),
  ];
  const read = await readRecords<Stored>([
    posts('venue', ids('venue'), reading),
    posts('organizer', ids('organizer'), reading),
    terms('category', ids('categories')),
    terms('tag', ids('tags')),
    counts('category', ids('categories'), reading.now),
    counts('tag', ids('tags'), reading.now),
  ]);
  const { languages } = reading;
  const venues = bestByLanguage(read.get('venue') ?? [], languages);
  const organizers = bestByLanguage(read.get('organizer') ?? [], languages);
  const categories = termsIn('category', read, languages);
  const tags = termsIn('tag', read, languages);
  return events.map((event) => ({
    ...event,
    venues: found<PostRecord<VenueRow>>(event.row.venue, venues),
    organizers: found<PostRecord<OrganizerRow>>(event.row.organizer, organizers),
    categories: found(event.row.categories, categories).sort(byName),
    tags: found(event.row.tags, tags).sort(byName),
  }));
}

const NO_REFERENCES = { venues: [], organizers: [], categories: [], tags: [] };

/** D8.1: the events of these row ids, in that order, with everything that is shown; two statements. */
export async function loadEvents(ids: number[], reading: Reading): Promise<EventRecord[]> {
  const parts = { image: image('event'), parent: openParent(reading) };
  const events = await loadRecords<EventWithoutReferences>('event', ids, {
    viewer: reading,
    parts,
  });
  if (events.length === 0) return [];
  if (reading.ownOnly) return events.map((event) => ({ ...event, ...NO_REFERENCES }));
  return withReferences(events, reading);
}

/** D8.1: loads posts by row id, in that order, with pictures and languages. */
const loading =
  <Row extends { id: number }>(type: PostType) =>
  (ids: number[], viewer: Reading) =>
    loadRecords<TranslatedPost<Row>>(type, ids, { viewer, parts: { image: image(type) } });

export const loadVenues = loading<VenueRow>('venue');

export const loadOrganizers = loading<OrganizerRow>('organizer');

type StoredTermOfList = TranslatedTerm & { parent?: number | null };

/** D8.1: the terms of these row ids, in that order, with everything that is shown. */
export async function loadListedTerms(
  type: TermType,
  ids: number[],
  now: Date,
): Promise<TranslatedTerm[]> {
  const parts = {
    count: publicEventCount(TERM_FIELD[type], 'e.public_id', now),
    ...(type === 'category' && { parent: knownParent() }),
  };
  const terms = await loadRecords<StoredTermOfList>(type, ids, { viewer: { now }, parts });
  return terms.map(({ row, parent = null, ...term }) => ({ ...term, row: { ...row, parent } }));
}
