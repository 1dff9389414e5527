export type Values = Record<string, unknown>;

/** Those of the values that differ from what they began as. */
export function changesIn(values: Values, begun: Values): Values {
  const differs = (name: string) =>
    JSON.stringify(values[name] ?? null) !== JSON.stringify(begun[name] ?? null);
  return Object.fromEntries(Object.entries(values).filter(([name]) => differs(name)));
}
