import { language } from '../params/language';
import { paging } from '../params/paging';
import type { Params, Values } from '../params/read-params';
import type { Condition } from '../query/condition';
import type { Sight } from '../query/sight';
import type { Filters, Resource, Together } from './resource';

const NOTHING: Together = { conditions: [], shown: {} };

interface Asked {
  values: Values<Params>;
  together?: Together;
  sight: Sight;
}

type Listed = Pick<Resource, 'filters' | 'listed'>;

/** D8.7: the filters of a caller who sees what is unpublished, or who does not. */
export const filtersFor = (
  { filters, editorFilters }: Pick<Resource, 'filters' | 'editorFilters'>,
  seesAll: boolean,
): Filters => (seesAll ? { ...filters, ...editorFilters } : filters);

/** Every parameter of a resource's list, by name. */
export const listParams = (filters: Filters) => ({
  ...paging,
  ...(Object.fromEntries(
    Object.entries(filters).map(([name, { param }]) => [name, param]),
  ) as Params),
  i18n_language: language,
});

/** What the list's records must fulfil: always, by what was sent, and by what belongs together. */
export const conditionsOf = (
  { filters, listed = () => [] }: Listed,
  { values, together = NOTHING, sight }: Asked,
): Condition[] => [
  ...listed(values),
  ...Object.entries(filters).flatMap(([name, { where }]) =>
    where && values[name] !== undefined ? where(values[name], sight) : [],
  ),
  ...together.conditions,
];

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
