import type { Status } from '../../../server/src/content-types/rows';
import { AGENDA_VIEWS, MAX_SEARCH_LENGTH } from '../../../server/src/settings/agenda';
import { LANGUAGES as CONTENT_LANGUAGES } from '../../../server/src/settings/languages';
import { uidOf } from '../../../server/src/settings/record-types';
import { pastedParts } from '../wall-time';

/** The filters by records of other types. */
export const REFERENCES = ['venue', 'organizer', 'category', 'tag'] as const;

/** The states to filter by, in display order. */
export const STATES: Status[] = ['publish', 'future', 'private', 'pending', 'draft', 'trash'];

/** The agenda's filters, kept as query parameters of its page. */
const FILTERS = ['q', ...REFERENCES, 'state', 'language', 'missing', 'from', 'to'] as const;

/** The languages of content. */
export const LANGUAGES: readonly string[] = CONTENT_LANGUAGES;

export type Filter = (typeof FILTERS)[number];

const isDay = (text: string) => pastedParts(text)?.date === text && text >= '0001';
const isIn = (words: readonly string[]) => (text: string) => words.includes(text);
const isLanguage = isIn(LANGUAGES);

/** Which values of a parameter the server accepts; those of references are read one by one. */
const ACCEPTED: Record<string, (value: string) => boolean> = {
  q: (words) => words.length <= MAX_SEARCH_LENGTH && !words.includes('\0'),
  view: isIn(AGENDA_VIEWS),
  state: isIn(STATES),
  language: isLanguage,
  missing: isLanguage,
  from: isDay,
  to: isDay,
  day: (text) => isDay(text) && text >= '0002' && text < '9999', // Adjacent days are shown too.
  page: (number) => /^[1-9]\d{0,4}$/.test(number),
};

/** The query without values that an address changed by hand may have and the server refuses. */
export function understood(address: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams(address);
  for (const name of REFERENCES) if (read.has(name)) read.set(name, idsIn(read, name).join());
  for (const [name, value] of new Map(read)) {
    const [first = ''] = read.getAll(name);
    if (value !== first) read.set(name, first);
    if (!first || ACCEPTED[name]?.(first) === false) read.delete(name);
  }
  return read;
}

type Changes = Partial<Record<Filter | 'view' | 'page', string>>;

/** The query with changed parameters; `""` removes one. Any change returns to the first page. */
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

/** The number of the requested page; the first for anything else than a number. */
export const pageIn = (address: URLSearchParams): number =>
  Math.max(1, Number.parseInt(address.get('page') ?? '', 10) || 1);

/** The query of the last existing page when the requested one is beyond it; undefined otherwise. */
export function lastPageIn(
  address: URLSearchParams,
  { page, pages }: Record<'page' | 'pages', number>,
): URLSearchParams | undefined {
  if (pages === 0 || page <= pages) return undefined;
  return changed(address, { page: pages > 1 ? `${pages}` : '' });
}

export const withoutFilters = (address: URLSearchParams): URLSearchParams =>
  changed(address, Object.fromEntries(FILTERS.map((name) => [name, ''])));

/** Whether `from` and `to` form a valid range; a missing one counts as open. */
export function isInOrder(address: URLSearchParams): boolean {
  const [from, to] = [address.get('from'), address.get('to')];
  return !from || !to || from <= to;
}

/** How many filters are set, not counting the search. */
export const filtersIn = (address: URLSearchParams): number =>
  FILTERS.filter((name) => name !== 'q' && address.get(name)).length;

/** The content type of events. */
export const EVENT: string = uidOf('event');

const formsOf = (model: string) => `/content-manager/collection-types/${model}`;

/** Address of a record's form in a language; the record need not exist in it yet. */
export const formOf = (documentId: string, language: string, model = EVENT): string =>
  `${formsOf(model)}/${documentId}?${new URLSearchParams({ 'plugins[i18n][locale]': language })}`;

/**
 * Address of the form for a new event, with values to prefill. It includes the language: Strapi would otherwise
 * redirect to add one after the form is shown, and ask somebody who already types whether to leave the page.
 */
export const newEvent = (language: string | undefined, begun: Record<string, string> = {}) =>
  `${formsOf(EVENT)}/create?${new URLSearchParams({
    ...(language && { 'plugins[i18n][locale]': language }),
    ...begun,
  })}`;

/** The language in which a new event is created: the site's if the user may create in it, else their first. */
export const languageToBegin = (languages: string[], site?: string): string | undefined =>
  site && (languages.includes(site) ? site : languages[0]);
