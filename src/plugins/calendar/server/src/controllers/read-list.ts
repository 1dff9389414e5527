import { language } from '../params/language';
import { paging } from '../params/paging';
import type { Params, Values } from '../params/read-params';
import type { Condition } from '../query/condition';
import type { Filters, Resource, Together } from '../resources/resource';

const NOTHING: Together = { conditions: [], shown: {} };

/** Every parameter of a resource's list, by name. */
export const listParams = (filters: Filters) => ({
  ...paging,
  ...(Object.fromEntries(
    Object.entries(filters).map(([name, { param }]) => [name, param]),
  ) as Params),
  i18n_language: language,
});

/** The conditions of the filters that were sent. */
export const conditionsOf = (filters: Filters, values: Values<Params>): Condition[] =>
  Object.entries(filters).flatMap(([name, { where }]) =>
    where && values[name] !== undefined ? where(values[name]) : [],
  );

/** D8.8: every effective filter as addresses show it. */
export function shownFilters(
  { filters }: Pick<Resource, 'filters'>,
  values: Values<Params>,
  { shown } = NOTHING,
): Record<string, string> {
  const known = { ...filters, i18n_language: { param: language } };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, { param }]) => {
      const value = values[name];
      const text = shown[name] ?? (value === undefined ? undefined : param.show(value as never));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
