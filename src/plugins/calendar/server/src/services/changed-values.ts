import { isDeepStrictEqual } from 'node:util';

type Values = Record<string, unknown>;

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A form sends `true`, 12 and false as texts. */
const alike = (sent: unknown, served: unknown) =>
  isDeepStrictEqual(sent, served) ||
  (typeof sent === 'string' && isScalar(served) && sent === String(served));

/**
 * D4.12: what equals the value that GET serves this caller at this address is not a change. Of the
 * `joined` fields all that were sent stay as soon as one is a change.
 */
export function changedValues(
  sent: Values,
  served: Values,
  joined: readonly string[] = [],
): Values {
  const entries = Object.entries(sent);
  const differs = ([name, value]: [string, unknown]) =>
    !(name in served && alike(value, served[name]));
  const together = entries.filter(([name]) => joined.includes(name));
  const kept = together.some(differs) ? together : [];
  return Object.fromEntries([...entries.filter(differs), ...kept]);
}
