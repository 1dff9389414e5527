import { visible } from '../access/sql';
import type { EventRow, OrganizerRow, TermRow, VenueRow } from '../content-types/rows';
import { countOf } from '../query/term';
import type { PostRecord, TermRecord } from '../representation/records';
import {
  type PostType,
  type ReferenceField,
  TERM_FIELD,
  type TermType,
} from '../settings/record-types';
import { all, raw, type Sql, sql } from '../sql/sql';
import { bestByLanguage } from './best-by-language';
import { givenIds, oneOfIds } from './ids';
import { jsonObject } from './json';
import { type Reading, readRecords, recordsWhere } from './read-records';
import { image, knownParent } from './record-parts';
import { recordTable } from './record-table';

const idsIn = (rows: EventRow[], field: ReferenceField) => [
  ...new Set(rows.flatMap((row) => row[field] ?? [])),
];

/** D6.2, D10.6: the referenced posts outside the trash that may be opened. */
function posts(type: PostType, ids: number[], reading: Reading): Sql {
  const seen = visible({ type, table: recordTable(type), alias: 'e' }, reading);
  const notTrashed = sql`e.trashed_at IS NULL`;
  const wanted = all([oneOfIds(raw('e.public_id'), ids), notTrashed, seen]);
  return recordsWhere(type, wanted, { image: image(type) });
}

const terms = (type: TermType, ids: number[]): Sql =>
  recordsWhere(
    type,
    oneOfIds(raw('e.public_id'), ids),
    type === 'category' ? { parent: knownParent() } : {},
  );

/** A line per term: all its languages have one count. */
function counts(type: TermType, ids: number[], now: Date): Sql {
  const count = jsonObject({
    id: raw('given.id'),
    count: countOf(TERM_FIELD[type], 'given.id', now),
  });
  return sql`SELECT ${raw(`'${TERM_FIELD[type]}'`)} AS name, ${count} AS record FROM ${givenIds(ids)}`;
}

type StoredTerm = { row: TermRow; parent?: number | null };
type Count = { id: number; count: number };
type Stored = PostRecord<VenueRow & OrganizerRow> & StoredTerm & Count;

const found = <Value>(ids: number[] | null, map: Map<number, Value>): Value[] =>
  (ids ?? []).flatMap((id) => map.get(id) ?? []);

/** Nested terms stand in the order of their names. */
const byName = (one: TermRecord, other: TermRecord) =>
  one.row.name.localeCompare(other.row.name, 'en') || one.row.public_id - other.row.public_id;

function termsIn(type: TermType, read: Map<string, Stored[]>, { languages }: Reading) {
  const known = bestByLanguage<StoredTerm>(read.get(type) ?? [], languages);
  const counted = read.get(TERM_FIELD[type]) ?? [];
  const countBy = new Map(counted.map(({ id, count }) => [id, count]));
  return (ids: number[] | null): TermRecord[] =>
    found(ids, known)
      .map(({ row, parent = null }) => ({
        row: { ...row, parent },
        count: countBy.get(row.public_id) ?? 0,
      }))
      .sort(byName);
}

/** What the events refer to, each in its best language: in one statement. */
export async function loadReferences(rows: EventRow[], reading: Reading) {
  const ids = (field: ReferenceField) => idsIn(rows, field);
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
  const categories = termsIn('category', read, reading);
  const tags = termsIn('tag', read, reading);
  return (row: EventRow) => ({
    venues: found<PostRecord<VenueRow>>(row.venue, venues),
    organizers: found<PostRecord<OrganizerRow>>(row.organizer, organizers),
    categories: categories(row.categories),
    tags: tags(row.tags),
  });
}
