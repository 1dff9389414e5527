import type { Viewer } from '../access/viewer';
import { language } from '../kinds/choice';
import { type Params, shownAs } from '../kinds/kind';
import { paging } from '../kinds/number';
import type { Values } from '../kinds/read';
import { isCondition, isFacet, isSearch } from '../query/listed';
import type { Narrowing } from '../sql/facets';
import type { Sql } from '../sql/sql';
import type { Filters, Resource, Together } from './resource';

const NOTHING: Together = { conditions: [], shown: {} };

interface Asking {
  values: Values<Params>;
  together?: Together;
  viewer: Viewer;
}

type Listed = Pick<Resource, 'filters' | 'always'>;

/** D8.7: the filters of a caller who sees what is unpublished, or who does not. */
export const filtersFor = (
  { filters, editorFilters }: Pick<Resource, 'filters' | 'editorFilters'>,
  seesAll: boolean,
): Filters => (seesAll ? { ...filters, ...editorFilters } : filters);

/** Every parameter of a resource's list, by name. */
export const listParams = (filters: Filters) => ({
  ...paging,
  ...(Object.fromEntries(
    Object.entries(filters).map(([name, { kind }]) => [name, kind]),
  ) as Params),
  i18n_language: language,
});

/** The filters that were sent, with their values. */
const sentFilters = (filters: Filters, values: Values<Params>) =>
  Object.entries(filters).flatMap(([name, filter]) =>
    values[name] === undefined ? [] : [{ ...filter, value: values[name] }],
  );

/** What the list's records must fulfil: always, by what was sent, and by what belongs together. */
export const conditionsOf = (
  { filters, always }: Listed,
  { values, together = NOTHING, viewer }: Asking,
): Sql[] => [
  ...(always?.(values).conditions ?? []),
  ...sentFilters(filters, values).flatMap(({ where, value }) => where?.(value, viewer) ?? []),
  ...together.conditions,
];

/** D8.9: the same, as the listing answers it; nothing where it cannot. */
export function narrowingOf(
  { filters, always }: Listed,
  { values, together = NOTHING }: Omit<Asking, 'viewer'>,
): Narrowing | undefined {
  if (!together.listed) return undefined;
  const sent = sentFilters(filters, values);
  if (sent.some(({ where, listed }) => where && !listed)) return undefined;
  const asked = [always?.(values).listed, ...sent.map(({ listed, value }) => listed?.(value))];
  const given = asked.filter((each) => each !== undefined);
  const { conditions, endsFrom, places } = together.listed;
  return {
    facets: given.filter(isFacet),
    conditions: [...conditions, ...given.filter(isCondition)],
    ...given.find(isSearch),
    endsFrom,
    places,
  };
}

/** D8.8: every effective filter as addresses show it. */
export function shownFilters(
  { filters }: Pick<Resource, 'filters'>,
  values: Values<Params>,
  { shown } = NOTHING,
): Record<string, string> {
  const known = { ...filters, i18n_language: { kind: language } };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, { kind }]) => {
      const value = values[name];
      const text = shown[name] ?? (value === undefined ? undefined : shownAs(kind, value));
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
