import { LANGUAGES as CONTENT_LANGUAGES } from '../../../server/src/settings/languages';

/** What of the agenda stands in the address of its page. */
const FILTERS = [
  'q',
  'venue',
  'organizer',
  'category',
  'tag',
  'state',
  'language',
  'missing',
  'from',
  'to',
] as const;

/** The languages of content. */
export const LANGUAGES: readonly string[] = CONTENT_LANGUAGES;

export type Filter = (typeof FILTERS)[number];

type Changes = Partial<Record<Filter | 'view' | 'page', string>>;

/** The address with other values, `""` for none; whoever asks for something else begins with its first page. */
export function changed(address: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export const idsIn = (address: URLSearchParams, name: Filter): number[] =>
  (address.get(name) ?? '')
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .map(Number);

/** The address of the last page there is, where what stood on the one that is asked for has gone. */
export function lastPageIn(
  address: URLSearchParams,
  { page, pages }: Record<'page' | 'pages', number>,
): URLSearchParams | undefined {
  if (pages === 0 || page <= pages) return undefined;
  return changed(address, { page: pages > 1 ? `${pages}` : '' });
}

export const withoutFilters = (address: URLSearchParams): URLSearchParams =>
  changed(address, Object.fromEntries(FILTERS.map((name) => [name, ''])));

/** Whether the days asked for are none of them, or a span: the first not behind the last. */
export function isInOrder(address: URLSearchParams): boolean {
  const [from, to] = [address.get('from'), address.get('to')];
  return !from || !to || from <= to;
}

/** How many filters are set, the search apart. */
export const filtersIn = (address: URLSearchParams): number =>
  FILTERS.filter((name) => name !== 'q' && address.get(name)).length;

export const EVENT = 'plugin::calendar.event';

const formsOf = (model: string) => `/content-manager/collection-types/${model}`;

/** The form of a record in a language, which may be one that it does not have yet. */
export const formOf = (documentId: string, language: string, model: string = EVENT): string =>
  `${formsOf(model)}/${documentId}?${new URLSearchParams({ 'plugins[i18n][locale]': language })}`;

/**
 * The form of a new event, with what its address fills in. It names the language: Strapi would add one once the form
 * is there, and ask whoever types already whether to leave the page.
 */
export const newEvent = (language: string | undefined, begun: Record<string, string> = {}) =>
  `${formsOf(EVENT)}/create?${new URLSearchParams({
    ...(language && { 'plugins[i18n][locale]': language }),
    ...begun,
  })}`;

/** In which of the languages that somebody may add a new event begins: the site's, else the first. */
export const languageToBegin = (languages: string[], site?: string): string | undefined =>
  site && (languages.includes(site) ? site : languages[0]);
