import { inlineHtml } from './html';
import type { TermRecord } from './records';
import { PATHS, urlOf } from './urls';
import type { View } from './view';
import { withoutEmpty } from './without-empty';

const TAXONOMY = { category: 'tribe_events_cat', tag: 'post_tag' } as const;

type TermType = keyof typeof TAXONOMY;

/** Spec 4.5 and 4.6: a term, alike on its own and inside an event. */
function representTerm(type: TermType, { row, count }: TermRecord, view: View) {
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
    ...withoutEmpty({ color: row.color }),
    language,
  };
}

export const representCategory = (record: TermRecord, view: View) =>
  representTerm('category', record, view);

export const representTag = (record: TermRecord, view: View) => representTerm('tag', record, view);
