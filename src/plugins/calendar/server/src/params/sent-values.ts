import type { Values } from '../content-types/rows';

const given = (values: Values) =>
  Object.entries(values).filter(([, value]) => value !== null && value !== undefined);

/** D9.6: of the same name path beats body beats query; `null` means "not sent" and beats nothing. */
export const mergeSent = (path: Values, body: Values, query: Values): Values =>
  Object.fromEntries([query, body, path].flatMap(given));
