import { isDeepStrictEqual } from 'node:util';
import type { Values } from '../content-types/rows';
import { idsOf } from '../kinds/reference';
import type { Resource } from '../resources/resource';

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A form sends `true`, 12 and false as texts. */
const alike = (sent: unknown, served: unknown) =>
  isDeepStrictEqual(sent, served) ||
  (typeof sent === 'string' && isScalar(served) && sent === String(served));

/** The same records, however they have changed meanwhile: a list names them and does not hold them. */
function sameRecords(sent: unknown, served: unknown): boolean {
  const ids = idsOf(sent);
  return ids !== undefined && isDeepStrictEqual(ids, idsOf(served));
}

/**
 * D4.12: what equals the value that GET serves this caller at this address is not a change. Of the
 * `joined` fields all that were sent stay as soon as one is a change.
 */
export function changedValues(
  sent: Values,
  served: Values,
  { joined = [], references = [] }: Pick<Resource, 'joined' | 'references'> = {},
): Values {
  const entries = Object.entries(sent);
  const equals = (name: string, value: unknown) =>
    alike(value, served[name]) || (references.includes(name) && sameRecords(value, served[name]));
  const differs = ([name, value]: [string, unknown]) => !(name in served && equals(name, value));
  const together = entries.filter(([name]) => joined.includes(name));
  const kept = together.some(differs) ? together : [];
  return Object.fromEntries([...entries.filter(differs), ...kept]);
}
