import { isDeepStrictEqual } from 'node:util';

type Values = Record<string, unknown>;

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A form sends `true`, 12 and false as texts. */
const alike = (sent: unknown, served: unknown) =>
  isDeepStrictEqual(sent, served) ||
  (typeof sent === 'string' && isScalar(served) && sent === String(served));

/** D4.12: what equals the value that GET serves this caller at this address is not a change. */
export const changedValues = (sent: Values, served: Values): Values =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !(name in served && alike(value, served[name]))),
  );
