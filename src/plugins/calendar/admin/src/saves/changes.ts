export type Values = Record<string, unknown>;

/** References that were never chosen are null until a save, which sends none. */
const spelt = (value: unknown) =>
  JSON.stringify(Array.isArray(value) && value.length === 0 ? null : (value ?? null));

/** Those of the values that differ from what they began as. */
export function changesIn(values: Values, begun: Values): Values {
  const differs = (name: string) => spelt(values[name]) !== spelt(begun[name]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => differs(name)));
}

/** Those of the values that have one of the names. */
export const only = (values: Values, names: string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));
