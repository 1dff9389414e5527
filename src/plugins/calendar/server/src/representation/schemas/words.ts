/** The words of JSON Schema that payloads need. */
export type Shape = Record<string, unknown>;

export const text = { type: 'string' } as const;
export const integer = { type: 'integer' } as const;
export const number = { type: 'number' } as const;
export const flag = { type: 'boolean' } as const;
export const uri = { type: 'string', format: 'uri' } as const;
export const wallTime = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`,
} as const;

/** D5.10: an unfinished draft may have none. */
export const wallTimeOrNone = {
  type: 'string',
  pattern: String.raw`^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$`,
} as const;

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: Shape) => ({ type: 'array', items });
export const keyed = (values: Shape) => ({ type: 'object', additionalProperties: values });
export const oneOf = (...schemas: Shape[]) => ({ oneOf: schemas });

/** Where clients expect an empty list for nothing; `items` say of what it would be one. */
export const emptyList = (items: Shape = {}) => ({ ...list(items), maxItems: 0 });

/** Keys that nobody knows beforehand. */
export const anyObject = { type: 'object', additionalProperties: true } as const;

/** Generators ask for the type beside the value. */
export const no = { type: 'boolean', const: false } as const;
export const nothing = { type: 'null' } as const;

/** An object in which every key is there, but those in `sometimes`. */
export const object = (properties: Record<string, Shape>, sometimes: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !sometimes.includes(name)),
});

/** An object in which only the keys in `always` are sure to be there. */
export const partial = (properties: Record<string, Shape>, always: readonly string[]) => ({
  type: 'object',
  properties,
  required: [...always],
});
