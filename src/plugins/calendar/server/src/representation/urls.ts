import type { Language } from '../settings/languages';
import { isPostType, type RecordType } from '../settings/record-types';
import type { View } from './view';

/** Where a type's records stand in the interface (Spec 4). */
export const PATHS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<RecordType, string>;

interface Addressed {
  id: number;
  slug: string;
  language: Language;
}

/** D11: the address of a record's public page, by the host's pattern; else the interface's own. */
export function urlOf(type: RecordType, { id, slug, language }: Addressed, view: View): string {
  const parts: Record<string, string> = { language, slug: encodeURIComponent(slug), id: `${id}` };
  const own = isPostType(type) ? 'by-slug/{slug}' : '{id}';
  const pattern =
    view.settings.urls[type] ?? `${view.origin}/{language}${view.base}/${PATHS[type]}/${own}`;
  return pattern.replace(/\{(language|slug|id)\}/g, (_, part) => parts[part] ?? '');
}

/** Spec 4.2 `global_id`: the host and the id, without a scheme. */
export const globalId = (id: number, { origin }: View) =>
  `${origin.replace(/^https?:\/\//, '')}?id=${id}`;

/** An address on this host for a path; others stay as they are. */
export const absolute = (url: string, { origin }: View) =>
  url.startsWith('/') ? `${origin}${url}` : url;
