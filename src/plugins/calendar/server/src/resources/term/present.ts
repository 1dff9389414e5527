import { inlineHtml } from '../../kinds/text/html';
import type { TermType } from '../../settings/record-types';
import type { ListedTerm, TermRecord } from '../resource';
import type { Term, Translations } from '../shared/payloads';
import { feedUrl, PATHS, urlOf, type View, withoutEmpty } from '../shared/view';

const TAXONOMY = { category: 'tribe_events_cat', tag: 'post_tag' } as const satisfies Record<
  TermType,
  string
>;

/** Spec 4.5 and 4.6: a term, alike on its own and inside an event. */
function presentTerm(type: TermType, { row, count }: TermRecord, view: View): Term {
  const { public_id: id, locale: language } = row;
  const slug = row.slug ?? '';
  const parent = row.parent ?? 0;
  const collection = `${view.root}/${PATHS[type]}`;
  return {
    id,
    name: row.name,
    slug,
    taxonomy: TAXONOMY[type],
    description: inlineHtml(row.description),
    parent,
    count,
    meta: [],
    term_group: 0,
    term_taxonomy_id: id,
    filter: 'raw',
    url: urlOf(type, { id, slug, language }, view),
    urls: {
      self: `${collection}/${id}`,
      collection,
      ...(parent > 0 && { up: `${collection}/${parent}` }),
    },
    ...withoutEmpty<{ color: string }>({ color: row.color }),
    language,
  };
}

export const presentCategory = (record: TermRecord, view: View) =>
  presentTerm('category', record, view);

export const presentTag = (record: TermRecord, view: View) => presentTerm('tag', record, view);

/** D7.3: a term among others of its kind, with the languages in which it exists. */
export const presentListedTerm =
  (type: TermType) =>
  ({ translations, ...record }: ListedTerm, view: View): Term => {
    const { public_id: id } = record.row;
    const entries = translations.map(({ language, slug }) => [
      language,
      { slug, url: urlOf(type, { id, slug, language }, view) },
    ]);
    const inLanguages: Translations = Object.fromEntries(entries);
    return { ...presentTerm(type, record, view), translations: inLanguages };
  };

/** Spec 4.5: a term on its own, with links that clients follow and the address of its calendar. */
export const presentSingleTerm =
  (type: TermType) =>
  (record: ListedTerm, view: View): Term => {
    const term = presentListedTerm(type)(record, view);
    const { self, collection, up } = term.urls;
    return {
      ...term,
      _links: {
        self: [{ href: self }],
        collection: [{ href: collection }],
        ...(up && { up: [{ href: up }] }),
      },
      feed_url: feedUrl(type, term.id, view),
    };
  };
