import { z } from 'zod';
import { LARGEST_ID } from '../settings/record-types';
import { type Bounds, InvalidValue, type Kind, oneText, type ReadContext } from './kind';

/** The items of a CSV text, of a list, or of a list of CSV texts; blanks are none. */
function itemsOf(sent: unknown, { settings }: ReadContext): string[] {
  const list = Array.isArray(sent) ? sent : [sent];
  if (!list.every((item) => typeof item === 'string' || typeof item === 'number')) {
    throw new InvalidValue('not_items');
  }
  const items = list.flatMap((item) => String(item).split(',')).map((item) => item.trim());
  const given = [...new Set(items.filter((item) => item !== ''))];
  if (given.length === 0) throw new InvalidValue('not_empty');
  if (given.length > settings.limits.ids) {
    throw new InvalidValue('too_many_ids', { most: settings.limits.ids });
  }
  return given;
}

const bounds: Bounds = ({ ids: most }) => ({ maxItems: most });

/** Ids, slugs or names, which are looked up afterwards (D7.6). */
export const items: Kind<string[]> = {
  meaning: z.array(z.union([z.int(), z.string().min(1)])),
  bounds,
  read: itemsOf,
};

const id = z.int().min(1);

const isId = (item: string) => /^\d+$/.test(item) && Number(item) > 0;

/** Ids from 1; as `items`, but nothing else than digits. */
export const idItems: Kind<string[]> = {
  meaning: z.array(id),
  bounds,
  read(sent, context) {
    const given = itemsOf(sent, context);
    if (!given.every(isId)) throw new InvalidValue('not_ids');
    return given;
  },
};

/** Ids that need not exist; those too large for a record are left out, as they find nothing. */
export const ids: Kind<number[]> = {
  meaning: idItems.meaning,
  bounds,
  read: (sent, context) =>
    idItems
      .read(sent, context)
      .map(Number)
      .filter((id) => id <= LARGEST_ID),
  show: (given) => given.join(',') || String(LARGEST_ID), // An empty list could not be sent again.
};

/** One id, which is looked up afterwards. */
export const idItem: Kind<string[]> = {
  meaning: id,
  read(sent, context) {
    const given = itemsOf(sent, context);
    if (given.length > 1) throw new InvalidValue('not_one_value');
    if (!given.every(isId)) throw new InvalidValue('not_one_id');
    return given;
  },
};

/** The id of a category, which is looked up afterwards, or 0 for none: `[]`. */
export const parentItem: Kind<string[]> = {
  meaning: z.int().min(0),
  read: (sent, context) => (isZero(sent) ? [] : idItem.read(sent, context)),
  show: (given) => given.join(',') || '0',
};

const isZero = (sent: unknown) =>
  (typeof sent === 'string' || typeof sent === 'number') && /^0+$/.test(oneText(sent));
