import type { EventRecord, TermRecord } from '../representation/records';
import type { EventRow, OrganizerRow, TermRow, VenueRow } from '../representation/rows';
import type { Language } from '../settings/languages';
import { type Loaded, loadReferenced, loadRows } from './load-posts';
import { countEvents, loadTerms, type TermField } from './load-terms';
import { loadTranslations } from './load-translations';

export interface Reading {
  /** Best first. */
  languages: Language[];
  now: Date;
}

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

async function loadAllTerms(rows: EventRow[], { languages, now }: Reading): Promise<Terms> {
  const ids = { categories: idsOf(rows, 'categories'), tags: idsOf(rows, 'tags') };
  const categories = await loadTerms('category', ids.categories, languages);
  const tags = await loadTerms('tag', ids.tags, languages);
  return { terms: { categories, tags }, counts: await countEvents(ids, now) };
}

/** D8.1: the events of these row ids, in that order, with everything they may show. */
export async function loadEvents(ids: number[], reading: Reading): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  const events = await loadRows<EventRow>('event', ids);
  const rows = events.map(({ row }) => row);
  const venues = await loadReferenced<VenueRow>('venue', idsOf(rows, 'venue'), reading);
  const organizers = await loadReferenced<OrganizerRow>(
    'organizer',
    idsOf(rows, 'organizer'),
    reading,
  );
  const terms = await loadAllTerms(rows, reading);
  const parents = rows.flatMap(({ post_parent }) => post_parent ?? []);
  const shown = [...new Set([...rows.map(({ public_id }) => public_id), ...parents])];
  const translations = await loadTranslations('event', shown, reading.now);
  return events.map(
    ({ row, image }: Loaded<EventRow>): EventRecord => ({
      row,
      image,
      venues: found(row.venue, venues),
      organizers: found(row.organizer, organizers),
      categories: termsOf('categories', row, terms),
      tags: termsOf('tags', row, terms),
      translations: translations.get(row.public_id) ?? [],
      parent: row.post_parent && translations.has(row.post_parent) ? row.post_parent : 0,
    }),
  );
}
