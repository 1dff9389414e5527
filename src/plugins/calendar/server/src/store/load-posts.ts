import type { Sight } from '../query/sight';
import type { PostRow } from '../representation/rows';
import type { Language } from '../settings/languages';
import { type PostType, type RecordType, uidOf } from '../settings/record-types';
import { bestByLanguage } from './best-by-language';

/** The rows of a page, in the order of the ids. */
export async function loadRows<Row extends { id: number }>(
  type: RecordType,
  ids: number[],
): Promise<Row[]> {
  const rows: Row[] = await strapi.db.query(uidOf(type)).findMany({ where: { id: { $in: ids } } });
  const place = new Map(ids.map((id, at) => [id, at]));
  return rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
}

/** For whom records are read. */
export interface Reading extends Sight {
  /** Best first. */
  languages: Language[];
}

const open = (now: Date) => ({
  publishedAt: { $notNull: true },
  trashed_at: { $null: true },
  $and: [
    { $or: [{ post_status: { $null: true } }, { post_status: { $ne: 'private' } }] },
    { $or: [{ date: { $null: true } }, { date: { $lte: now } }] },
  ],
});

function seen(type: PostType, { now, userId, unpublished }: Sight) {
  if (unpublished?.includes(type)) return {};
  return userId ? { $or: [open(now), { author: userId }] } : open(now);
}

/** D6.2, D10.6: the referenced records outside the trash that may be opened, each in its best language, by public id. */
export async function loadReferenced<Row extends PostRow>(
  type: PostType,
  ids: number[],
  reading: Reading,
): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map();
  const rows: Row[] = await strapi.db.query(uidOf(type)).findMany({
    where: {
      $and: [{ public_id: { $in: ids }, trashed_at: { $null: true } }, seen(type, reading)],
    },
  });
  const publishedFirst = [...rows].sort(
    (one, other) => Number(!one.publishedAt) - Number(!other.publishedAt),
  );
  return bestByLanguage(publishedFirst, reading.languages);
}
