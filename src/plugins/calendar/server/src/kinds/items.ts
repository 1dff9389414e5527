import { type Bounds, type Param, type ReadContext, Unreadable } from './param';

const LARGEST_ID = 2 ** 31 - 1;

/** The items of a CSV text, of a list, or of a list of CSV texts; blanks are none. */
function itemsOf(sent: unknown, { settings }: ReadContext): string[] {
  const list = Array.isArray(sent) ? sent : [sent];
  if (!list.every((item) => typeof item === 'string' || typeof item === 'number')) {
    throw new Unreadable('not_items');
  }
  const items = list.flatMap((item) => String(item).split(',')).map((item) => item.trim());
  const given = [...new Set(items.filter((item) => item !== ''))];
  if (given.length === 0) throw new Unreadable('not_empty');
  if (given.length > settings.limits.ids) {
    throw new Unreadable('too_many_ids', { most: settings.limits.ids });
  }
  return given;
}

const bounds: Bounds = ({ ids: most }) => ({ maxItems: most });

/** Ids, slugs or names, which are looked up afterwards (D7.6). */
export const items: Param<string[]> = {
  schema: {
    type: 'array',
    items: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1 }] },
  },
  bounds,
  read: itemsOf,
  show: (given) => given.join(','),
};

const isId = (item: string) => /^\d+$/.test(item) && Number(item) > 0;

/** Ids from 1; as `items`, but nothing else than digits. */
export const idItems: Param<string[]> = {
  schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
  bounds,
  read(sent, context) {
    const given = itemsOf(sent, context);
    if (!given.every(isId)) throw new Unreadable('not_ids');
    return given;
  },
  show: (given) => given.join(','),
};

/** Ids that need not exist; those too large for a record are left out, as they find nothing. */
export const ids: Param<number[]> = {
  schema: idItems.schema,
  bounds,
  read: (sent, context) =>
    idItems
      .read(sent, context)
      .map(Number)
      .filter((id) => id <= LARGEST_ID),
  show: (given) => given.join(',') || String(LARGEST_ID), // An empty list could not be sent again.
};

/** One id, which is looked up afterwards. */
export const idItem: Param<string[]> = {
  schema: { type: 'integer', minimum: 1 },
  read(sent, context) {
    const given = itemsOf(sent, context);
    if (given.length > 1) throw new Unreadable('not_one_value');
    if (!given.every(isId)) throw new Unreadable('not_one_id');
    return given;
  },
  show: (given) => given.join(','),
};
