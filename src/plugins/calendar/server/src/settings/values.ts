import { z } from 'zod';

/** `true`, or as environment variables write it: `true`, `1`, `yes`, `on`. */
export const flag = z.union([z.boolean(), z.stringbool()], 'must be true or false');

export const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};

const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** An environment variable without a value means the same as none at all. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional());

export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  optional(schema).transform((given) => (given === undefined ? value : given) as z.output<Schema>);

/** What is wrong, a line for each value, by its name. */
export const faultsOf = ({ issues }: z.ZodError, ...within: string[]) =>
  issues
    .map(({ path, message, ...issue }) => {
      const unknown = 'keys' in issue ? ` (${(issue.keys as string[]).join(', ')})` : '';
      return `  ${[...within, ...path].join('.')}: ${message}${unknown}`;
    })
    .join('\n');
