import { REFERENCES, type ReferenceField } from '../settings/record-types';
import { recordTable } from './record-table';
import { table } from './table';

export const LINKS = 'calendar_links';

interface Link {
  row_id: number;
  kind: string;
  target_id: number;
  position: number;
}

type ReferenceValues = Partial<Record<ReferenceField, unknown>>;

const FIELDS = Object.keys(REFERENCES) as ReferenceField[];

/** SQLite takes 999 values in one statement. */
const CHUNK = 200;

const idsIn = (value: unknown): number[] => {
  const list = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(list) ? [...new Set(list.filter(Number.isInteger))] : [];
};

const linksOf = (rowId: number, values: ReferenceValues): Link[] =>
  FIELDS.flatMap((kind) =>
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

/** D4.4: brings the links of one event row in line with the reference fields that were just written. */
export async function writeLinks(rowId: number, values: ReferenceValues): Promise<void> {
  const kinds = FIELDS.filter((field) => values[field] !== undefined);
  if (kinds.length === 0) return;
  await strapi.db.transaction(async ({ trx }) => {
    await table(LINKS, trx).where({ row_id: rowId }).whereIn('kind', kinds).delete();
    await insert(linksOf(rowId, values), (name) => table(name, trx));
  });
}

const keyOf = ({ kind, target_id, position }: Link) => `${kind} ${target_id} ${position}`;

const same = (some: Link[], others: Link[]) => {
  const keys = new Set(some.map(keyOf));
  return some.length === others.length && others.every((link) => keys.has(keyOf(link)));
};

/** D4.4: an import writes rows without links; at start those that do not match are written again. */
export async function healLinks(): Promise<number> {
  let healed = 0;
  for (let after = 0; ; ) {
    const rows: ({ id: number } & ReferenceValues)[] = await table(recordTable('event'))
      .select('id', ...FIELDS)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK);
    const last = rows.at(-1);
    if (!last) return healed;
    const stored: Link[] = await table(LINKS).whereIn(
      'row_id',
      rows.map(({ id }) => id),
    );
    for (const { id, ...values } of rows) {
      const wanted = linksOf(id, values);
      if (
        same(
          wanted,
          stored.filter(({ row_id }) => row_id === id),
        )
      )
        continue;
      await table(LINKS).where({ row_id: id }).delete();
      await insert(wanted);
      healed += 1;
    }
    after = last.id;
  }
}
