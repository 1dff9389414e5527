import type { Schema } from '../kinds/json-schema';
import type { Bounds } from '../kinds/kind';
import type { Settings } from '../settings/settings';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A schema with what this host's limits add to it. */
export const bounded = (
  schema: Schema,
  bounds: Bounds | undefined,
  { limits }: Settings,
): Schema => ({
  ...schema,
  ...bounds?.(limits),
});

/** A schema with what it means, where that is known. */
export const described = (schema: Schema, description: string | undefined): Schema => ({
  ...schema,
  ...(description && { description }),
});
