import type { Knex } from 'knex';
import { cleanSlug, firstFree, slugFromTitle } from '../params/slug';
import { NAME_FIELD, type RecordType } from '../settings/record-types';
import { takenSlugs } from '../store/slugs';

interface Slugged {
  type: RecordType;
  documentId?: string;
  locale: string;
  values: Record<string, unknown>;
  /** What a record is called whose title cannot be spelled: `event-12`. */
  publicId: unknown;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** D4.6: the slug of a record in one language: its own or its title's, with a suffix when taken. */
export async function slugOf(record: Slugged, trx: Knex.Transaction): Promise<string> {
  const { type, values, publicId } = record;
  const wanted =
    cleanSlug(asText(values.slug)) ||
    slugFromTitle(asText(values[NAME_FIELD[type]])) ||
    `${type}-${publicId}`;
  return firstFree(wanted, await takenSlugs(record, wanted, trx));
}
