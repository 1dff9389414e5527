import type { AgendaRow } from '../content-types/agenda-row';
import { LANGUAGES, type Language } from '../settings/languages';
import { uidOf } from '../settings/record-types';
import type { EditorSight } from './editor-sight';

/** What a row is known by, and what its state follows from: no right of a field hides these. */
const ALWAYS = [
  'public_id',
  'documentId',
  'locale',
  'publishedAt',
  'updatedAt',
  'post_status',
  'trashed_at',
  'date',
] as const;

const FIELDS = [
  'title',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'utc_start_date',
  'utc_end_date',
  'venue',
  'organizer',
  'categories',
  'event_status',
  'featured',
  'hide_from_listings',
  'password',
] as const;

const query = () => strapi.db.query(uidOf('event'));

/** The languages of each of the events that the editor may read, by public id. */
async function readable(ids: number[], { where }: EditorSight) {
  const asked = { $and: [where, { public_id: { $in: ids }, locale: { $in: [...LANGUAGES] } }] };
  const rows = await query().findMany({ select: ['public_id', 'locale'], where: asked });
  const known = new Map<number, Set<Language>>();
  for (const { public_id, locale } of rows) {
    known.set(public_id, (known.get(public_id) ?? new Set()).add(locale));
  }
  return known;
}

/** D15.4: the rows of these events that may be read, without the fields that may not: two statements. */
export async function loadAgenda(ids: number[], sight: EditorSight): Promise<AgendaRow[]> {
  if (ids.length === 0) return [];
  const known = await readable(ids, sight);
  const populate = sight.reads('image')
    ? { image: { select: ['url', 'alternativeText', 'formats'] } }
    : {};
  const rows: AgendaRow[] = await query().findMany({
    select: [...ALWAYS, ...FIELDS.filter((name) => sight.reads(name))],
    where: { public_id: { $in: [...known.keys()] } },
    populate,
  });
  return rows.filter(({ public_id, locale }) => known.get(public_id)?.has(locale));
}

/** The colours of categories, by public id. */
export async function loadColours(ids: number[]): Promise<Map<number, string | null>> {
  const rows = await strapi.db
    .query(uidOf('category'))
    .findMany({ select: ['public_id', 'color'], where: { public_id: { $in: ids } } });
  return new Map(rows.map(({ public_id, color }) => [public_id, color]));
}
