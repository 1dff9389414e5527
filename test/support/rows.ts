import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';

export interface Row extends Record<string, unknown> {
  id: number;
  documentId: string;
  public_id: number;
  locale: string;
  publishedAt: string | null;
  updatedAt: string;
}

/** All stored rows of a record, with the id of the picture. */
export async function rowsOf(type: RecordType, documentId: string): Promise<Row[]> {
  const hasImage = 'image' in strapi.contentType(uidOf(type)).attributes;
  const rows = await strapi.db.query(uidOf(type)).findMany({
    where: { documentId },
    orderBy: { id: 'asc' },
    ...(hasImage ? { populate: ['image'] } : {}),
  });
  return rows.map((row: Row) => ({
    ...row,
    ...(hasImage ? { image: (row.image as Row | null)?.id ?? null } : {}),
  }));
}

export interface Link {
  kind: string;
  target_id: number;
  position: number;
}

/** The links of a row, in order. */
export const linksOf = (rowId: number): Promise<Link[]> =>
  strapi.db
    .getConnection('calendar_links')
    .where({ row_id: rowId })
    .orderBy([{ column: 'kind' }, { column: 'position' }])
    .select('kind', 'target_id', 'position') as unknown as Promise<Link[]>;
