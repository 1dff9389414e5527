import type { Knex } from 'knex';
import type { Values } from '../content-types/rows';
import { type SlugOwner, takenSlugs } from '../database/find';
import { lockSlug } from '../database/transaction';
import { cleanSlug, freeSlug, slugFromTitle } from '../kinds/text/slug';
import { formatsOf, placeOf, suffixOf } from '../settings/formats';
import { isPostType, NAME_FIELD } from '../settings/record-types';
import { refusal } from './save';

interface Slugged extends SlugOwner {
  values: Values;
  /** What a record is called whose title cannot be spelled: `event-12`. */
  publicId: unknown;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** D4.6: as `slugOf`, for a change: the slug that it sends for a term is the term's or refused. */
export async function changedSlug(
  record: Slugged,
  sent: Values,
  trx: Knex.Transaction,
): Promise<string> {
  const free = await newSlug(record, trx);
  const asked = cleanSlug(asText(sent.slug));
  if (isPostType(record.type) || asked === '' || asked === free) return free;
  throw refusal({ field: 'slug', text: 'duplicate_term_slug', values: { slug: asked } });
}

/** An address by slug that ends like a format would have two meanings. */
const endsLikeFeed = ({ type }: Slugged, slug: string) =>
  isPostType(type) &&
  formatsOf(placeOf(type)).some((format) => format !== 'json' && slug.endsWith(suffixOf(format)));

/** D4.6: as `slugOf`, for a record or a slug that there was not: it ends like no format. */
export async function newSlug(record: Slugged, trx: Knex.Transaction): Promise<string> {
  const slug = await slugOf(record, trx);
  if (!endsLikeFeed(record, slug)) return slug;
  throw refusal({ field: 'slug', text: 'rule.slug_end', values: { slug } });
}

/** D4.6: the slug of a record in one language: its own or its title's, with a suffix when taken. */
export async function slugOf(record: Slugged, trx: Knex.Transaction): Promise<string> {
  const { type, values, publicId } = record;
  const wanted =
    cleanSlug(asText(values.slug)) ||
    slugFromTitle(asText(values[NAME_FIELD[type]])) ||
    `${type}-${publicId}`;
  return takeSlug(record, wanted, trx);
}

/** Decision 6: whoever takes slugs in several languages does so in one order. */
export const inOrderOfLanguage = <Row extends { locale: string }>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => (one.locale < other.locale ? -1 : 1));

/** Decision 6: each slug that seems free is asked for once more when nobody else can be choosing it. */
async function takeSlug(record: Slugged, wanted: string, trx: Knex.Transaction): Promise<string> {
  const held = new Set<string>();
  let slug = wanted;
  while (!held.has(slug)) {
    await lockSlug(record, slug, trx);
    held.add(slug);
    slug = await freeSlug(wanted, (slugs) => takenSlugs(record, slugs, trx));
  }
  return slug;
}
