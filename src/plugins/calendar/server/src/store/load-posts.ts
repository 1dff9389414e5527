import type { FileRow, PostRow } from '../representation/rows';
import type { Language } from '../settings/languages';
import { type PostType, uidOf } from '../settings/record-types';
import { bestByLanguage } from './best-by-language';

export interface Loaded<Row> {
  row: Row;
  image?: FileRow;
}

type WithImage<Row> = Row & { image: FileRow | null };

const split = <Row>({ image, ...row }: WithImage<Row>): Loaded<Row> =>
  ({ row, image: image ?? undefined }) as Loaded<Row>;

/** The rows of a page with their pictures, in the order of the ids. */
export async function loadRows<Row extends PostRow>(
  type: PostType,
  ids: number[],
): Promise<Loaded<Row>[]> {
  const rows: WithImage<Row>[] = await strapi.db
    .query(uidOf(type))
    .findMany({ where: { id: { $in: ids } }, populate: ['image'] });
  const place = new Map(ids.map((id, at) => [id, at]));
  return rows
    .sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
    .map(split<Row>);
}

/** D10.6: the referenced records that everybody may open, each in its best language, by public id. */
export async function loadReferenced<Row extends PostRow>(
  type: PostType,
  ids: number[],
  { languages, now }: { languages: Language[]; now: Date },
): Promise<Map<number, Loaded<Row>>> {
  if (ids.length === 0) return new Map();
  const rows: WithImage<Row>[] = await strapi.db.query(uidOf(type)).findMany({
    where: {
      public_id: { $in: ids },
      publishedAt: { $notNull: true },
      trashed_at: { $null: true },
      $and: [
        { $or: [{ post_status: { $null: true } }, { post_status: { $ne: 'private' } }] },
        { $or: [{ date: { $null: true } }, { date: { $lte: now } }] },
      ],
    },
    populate: ['image'],
  });
  const best = bestByLanguage(rows, languages);
  return new Map([...best].map(([id, row]) => [id, split<Row>(row)]));
}
