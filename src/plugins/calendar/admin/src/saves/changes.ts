export type Values = Record<string, unknown>;

/** A file as its id: editing it in the media library changes no record's form. */
const withFilesById = (_name: string, value: unknown) =>
  value instanceof Object && 'hash' in value && 'mime' in value && 'id' in value ? value.id : value;

/** A value as JSON. Null and an empty list are equal: references never chosen are null until the first save. */
const serialized = (value: unknown) =>
  JSON.stringify(
    Array.isArray(value) && value.length === 0 ? null : (value ?? null),
    withFilesById,
  );

/** The values that differ from the initial ones. */
export function changesIn(values: Values, begun: Values): Values {
  const differs = (name: string) => serialized(values[name]) !== serialized(begun[name]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => differs(name)));
}

/** The values with the given names. */
export const only = (values: Values, names: string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

let taken: { of: string; values: Values } = { of: '', values: {} };

/**
 * The values that the open form has taken over from the saves of others: saving them changes nothing. `of`: the record
 * and the language of the form.
 */
export const takenOver = (of: string): Values => (taken.of === of ? taken.values : {});

export const keepTakenOver = (of: string, values: Values) => {
  taken = { of, values };
};
