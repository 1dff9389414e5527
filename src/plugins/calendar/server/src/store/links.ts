import { REFERENCES, type ReferenceField } from '../settings/record-types';
import { table } from './table';

export const LINKS = 'calendar_links';

interface Link {
  row_id: number;
  kind: string;
  target_id: number;
  position: number;
}

type ReferenceValues = Partial<Record<ReferenceField, unknown>>;

/** The fields of an event that name other records; also the kinds of its links. */
export const REFERENCE_FIELDS = Object.keys(REFERENCES) as ReferenceField[];

/** SQLite takes 999 values in one statement. */
const CHUNK = 200;

const idsIn = (value: unknown): number[] => {
  const list = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(list) ? [...new Set(list.filter(Number.isInteger))] : [];
};

const linksOf = (rowId: number, values: ReferenceValues): Link[] =>
  REFERENCE_FIELDS.flatMap((kind) =>
    idsIn(values[kind]).map((target_id, position) => ({
      row_id: rowId,
      kind,
      target_id,
      position,
    })),
  );

async function insert(links: Link[], query = table) {
  for (let from = 0; from < links.length; from += CHUNK) {
    await query(LINKS).insert(links.slice(from, from + CHUNK));
  }
}

/** D4.4: the links of an event row that was just made. */
export async function addLinks(rowId: number, values: ReferenceValues): Promise<void> {
  const links = linksOf(rowId, values);
  if (links.length === 0) return;
  await strapi.db.transaction(({ trx }) => insert(links, (name) => table(name, trx)));
}

/** D4.4: brings the links of one event row in line with the reference fields that were just written. */
export async function writeLinks(rowId: number, values: ReferenceValues): Promise<void> {
  const kinds = REFERENCE_FIELDS.filter((field) => values[field] !== undefined);
  if (kinds.length === 0) return;
  await strapi.db.transaction(async ({ trx }) => {
    await table(LINKS, trx).where({ row_id: rowId }).whereIn('kind', kinds).delete();
    await addLinks(rowId, values);
  });
}
