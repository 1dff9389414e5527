import { foldedName } from '../sql/folded';
import { list, raw, type Sql, sql } from '../sql/sql';

/** What a list of terms may be sorted by (Spec 4.5). */
export const ORDERS = [
  'name',
  'id',
  'term_id',
  'slug',
  'description',
  'count',
  'term_group',
  'parent',
  'include',
  'include_slugs',
  'none',
] as const;

export type OrderName = (typeof ORDERS)[number];

/** A value to sort by; texts are compared as they are written, not by the habits of a country. */
export interface Sorting {
  by: Sql;
  isText: boolean;
  descending: boolean;
}

export interface TermOrder {
  name: OrderName;
  descending: boolean;
  /** The ids that were asked for, in their order. */
  include?: number[];
  /** Spec 4.5 `count`. */
  usage: Sql;
  hasParents: boolean;
}

const NAME = { by: foldedName, isText: true };

const text = (column: string) => ({ by: raw(`COALESCE(e.${column}, '')`), isText: true });

const number = (by: Sql) => ({ by, isText: false });

const place = (ids: number[]) => {
  const places = ids.map((id, at) => sql`WHEN ${id} THEN ${raw(`${at}`)}`);
  return sql`CASE e.public_id ${list(places, ' ')} ELSE ${raw(`${ids.length}`)} END`;
};

/** All terms are in one group and slugs are asked for one at a time, so that these say nothing. */
function first({ name, include, usage, hasParents }: TermOrder): Omit<Sorting, 'descending'> {
  if (name === 'id' || name === 'term_id' || name === 'none') {
    return number(raw('e.public_id'));
  }
  if (name === 'slug' || name === 'description') return text(name);
  if (name === 'count') return number(usage);
  if (name === 'parent' && hasParents) return number(raw('COALESCE(e.parent, 0)'));
  if (name === 'include' && include) return number(place(include));
  return NAME;
}

/** D8.5: by what was asked, then by folded name, then by id. */
export const termOrder = (order: TermOrder): Sorting[] => [
  { ...first(order), descending: order.descending },
  { ...NAME, descending: false },
  { ...number(raw('e.public_id')), descending: false },
];
