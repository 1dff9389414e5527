import { idItem } from './items';
import { oneText, type Param } from './param';

/** The id of a category, which is looked up afterwards, or 0 for none: `[]`. */
export const parentItem: Param<string[]> = {
  schema: { type: 'integer', minimum: 0 },
  read: (sent, context) => (isZero(sent) ? [] : idItem.read(sent, context)),
  show: (given) => given.join(',') || '0',
};

const isZero = (sent: unknown) =>
  (typeof sent === 'string' || typeof sent === 'number') && /^0+$/.test(oneText(sent));
