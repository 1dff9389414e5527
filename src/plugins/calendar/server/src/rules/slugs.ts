import type { Knex } from 'knex';
import { cleanSlug, firstFree, slugFromTitle } from '../kinds/text/slug';
import { isPostType, NAME_FIELD, type RecordType } from '../settings/record-types';
import { takenSlugs } from '../store/slugs';
import { refusal } from './refusal';

interface Slugged {
  type: RecordType;
  documentId?: string;
  locale: string;
  values: Record<string, unknown>;
  /** What a record is called whose title cannot be spelled: `event-12`. */
  publicId: unknown;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** D4.6: as `slugOf`, for a change: the slug that it sends for a term is the term's or refused. */
export async function changedSlug(
  record: Slugged,
  sent: Record<string, unknown>,
  trx: Knex.Transaction,
): Promise<string> {
  const free = await slugOf(record, trx);
  const asked = cleanSlug(asText(sent.slug));
  if (isPostType(record.type) || asked === '' || asked === free) return free;
  throw refusal({ field: 'slug', text: 'duplicate_term_slug', values: { slug: asked } });
}

/** D4.6: the slug of a record in one language: its own or its title's, with a suffix when taken. */
export async function slugOf(record: Slugged, trx: Knex.Transaction): Promise<string> {
  const { type, values, publicId } = record;
  const wanted =
    cleanSlug(asText(values.slug)) ||
    slugFromTitle(asText(values[NAME_FIELD[type]])) ||
    `${type}-${publicId}`;
  return firstFree(wanted, await takenSlugs(record, wanted, trx));
}
