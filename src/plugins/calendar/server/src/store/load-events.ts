import type { Sight } from '../query/sight';
import type { EventRecord, TermRecord } from '../representation/records';
import type { EventRow, OrganizerRow, PostRow, TermRow, VenueRow } from '../representation/rows';
import type { PostType } from '../settings/record-types';
import { loadImages } from './load-images';
import { loadReferenced, loadRows, type Reading } from './load-posts';
import { countEvents, loadTerms, type TermField } from './load-terms';
import { loadTranslations } from './load-translations';

type ListField = 'venue' | 'organizer' | TermField;

const idsOf = (rows: EventRow[], field: ListField) => [
  ...new Set(rows.flatMap((row) => row[field] ?? [])),
];

const found = <Value>(ids: number[] | null, map: Map<number, Value>): Value[] =>
  (ids ?? []).flatMap((id) => map.get(id) ?? []);

/** Nested terms stand in the order of their names. */
const byName = (one: TermRecord, other: TermRecord) =>
  one.row.name.localeCompare(other.row.name, 'en') || one.row.public_id - other.row.public_id;

function termsOf(field: TermField, row: EventRow, { terms, counts }: Terms): TermRecord[] {
  return found(row[field], terms[field])
    .map((term) => ({ row: term, count: counts.get(`${field} ${term.public_id}`) ?? 0 }))
    .sort(byName);
}

interface Terms {
  terms: Record<TermField, Map<number, TermRow>>;
  counts: Map<string, number>;
}

async function loadAllTerms(rows: EventRow[], reading: Reading): Promise<Terms> {
  const { languages } = reading;
  const ids = { categories: idsOf(rows, 'categories'), tags: idsOf(rows, 'tags') };
  const categories = await loadTerms('category', ids.categories, languages);
  const tags = await loadTerms('tag', ids.tags, languages);
  return { terms: { categories, tags }, counts: await countEvents(ids, { now: reading.now }) };
}

/** The posts that the rows refer to, in their best languages. */
async function loadPosts(rows: EventRow[], reading: Reading) {
  const venues = await loadReferenced<VenueRow>('venue', idsOf(rows, 'venue'), reading);
  const organizers = await loadReferenced<OrganizerRow>(
    'organizer',
    idsOf(rows, 'organizer'),
    reading,
  );
  const imageOf = await loadImages({
    event: rows,
    venue: [...venues.values()],
    organizer: [...organizers.values()],
  });
  return { venues, organizers, imageOf };
}

/** The languages of the events and, among the same answers, which of their parents can be opened. */
function loadOwnTranslations(rows: EventRow[], sight: Sight) {
  const ids = rows.flatMap(({ public_id, post_parent }) => [public_id, post_parent ?? public_id]);
  return loadTranslations('event', [...new Set(ids)], sight);
}

/** D8.1: the events of these row ids, in that order, with everything they may show. */
export async function loadEvents(ids: number[], reading: Reading): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const rows = await loadRows<EventRow>('event', ids);
  const { venues, organizers, imageOf } = await loadPosts(rows, reading);
  const terms = await loadAllTerms(rows, reading);
  const translations = await loadOwnTranslations(rows, reading);
  const withImage =
    <Row extends PostRow>(type: PostType) =>
    (row: Row) => ({
      row,
      image: imageOf(type, row),
    });
  return rows.map((row) => ({
    ...withImage<EventRow>('event')(row),
    venues: found(row.venue, venues).map(withImage('venue')),
    organizers: found(row.organizer, organizers).map(withImage('organizer')),
    categories: termsOf('categories', row, terms),
    tags: termsOf('tags', row, terms),
    translations: translations.get(row.public_id) ?? [],
    parent: row.post_parent && translations.has(row.post_parent) ? row.post_parent : 0,
  }));
}
