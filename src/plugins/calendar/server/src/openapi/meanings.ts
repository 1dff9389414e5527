import { describe, filled, MESSAGES, type Messages } from '../messages/t';
import { isPostType, type RecordType } from '../settings/record-types';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import type { Action, Operation } from './operations';
import type { Method } from './schema';
import { siteValues } from './site-values';

/** What a caller must know of a parameter, in its first scope that has a text; none: undefined. */
export function parameterMeaning(
  name: string,
  context: DescribeContext,
  scopes: readonly string[] = [],
): string | undefined {
  const texts: Record<string, string> = MESSAGES[context.language].parameters;
  const key = [...scopes.map((scope) => `${scope}.${name}`), name].find((one) =>
    Object.hasOwn(texts, one),
  );
  return key && filled(texts[key] ?? '', siteValues(context));
}

/** Where the texts of a resource's list stand: its own, then those of both lists of terms. */
export const scopesOf = ({ path, type }: Pick<DescribedResource, 'path' | 'type'>) => [
  path,
  ...(isPostType(type) ? [] : ['terms']),
];

/** What an operation does, by its type of record and its method, a paragraph each. */
export function operationMeaning(
  { action, key }: Pick<Operation, 'action' | 'key'>,
  method: Method,
  { type, context }: { type: RecordType; context: DescribeContext },
): string {
  const { operations } = MESSAGES[context.language];
  const ofUpdate = { PATCH: 'update.patch', PUT: 'update.put', POST: 'update.post' } as const;
  const own: Record<Action, (keyof Messages['operations'])[]> = {
    list: [`list.${type}`],
    create: [`create.${type}`],
    read: [`read.${type}`],
    update: ['update', ofUpdate[method as keyof typeof ofUpdate]],
    delete: [isPostType(type) ? 'delete.post' : `delete.${type}`],
  };
  const keys = [...own[action], ...(key === 'slug' ? (['by_slug'] as const) : [])];
  return keys.map((one) => filled(operations[one], siteValues(context))).join('\n\n');
}

/** What a field means to those who write it; unknown: undefined. */
export function fieldMeaning(
  type: RecordType,
  name: string,
  context: DescribeContext,
): string | undefined {
  const keys = [`${type}.${name}`, name];
  const text = describe(context.language, ...keys.map((key) => `sent.${key}`), ...keys);
  return text && filled(text, siteValues(context));
}
