import { choice, flag } from '../kinds/choice';
import type { Params } from '../kinds/kind';
import { withDefault } from '../kinds/kind';
import { idItem, items, parentItem } from '../kinds/list';
import type { Values } from '../kinds/read';
import { search, slugText } from '../kinds/text/text';
import { containsWords } from '../query/search';
import {
  below,
  ORDERS,
  type OrderName,
  ofEvent,
  slugged,
  termOrder,
  usage,
  used,
} from '../query/term';
import { representListedTerm, representSingleTerm } from '../representation/term';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import { not, oneOf, raw, TRUE } from '../sql/sql';
import { MODIFIED } from './modified';
import type { TermResource } from './resource';
import { type Filters, filter, reference } from './resource';

const idIn = (ids: number[]) => oneOf(raw('e.public_id'), ids);

/** Which of two parameters counts is known only together. */
const later = () => TRUE;

/** The parameters of both lists, in the order of addresses. */
const filtersOf = (type: TermType, more: Filters = {}): Filters => ({
  search: filter(search, containsWords),
  exclude: reference(type, items, (ids) => not(idIn(ids))),
  include: reference(type, items, idIn),
  order: filter(choice(['asc', 'desc'])),
  orderby: filter(choice(ORDERS)),
  hide_empty: filter(withDefault(flag, true)),
  ...more,
  post: reference('event', idItem, later),
  event: reference('event', idItem, later),
  slug: filter(slugText, slugged(type)),
  ...MODIFIED,
});

interface Asked {
  order?: 'asc' | 'desc';
  orderby?: OrderName;
  include?: number[];
  hide_empty?: boolean;
  post?: number[];
  event?: number[];
}

const asked = (values: Values<Params>) => values as Asked;

/** What is common to categories and tags; `more` are the parameters of one of them. */
const termResource = (
  type: TermType,
  own: Pick<TermResource, 'path' | 'refusals'>,
  more?: Filters,
): TermResource => ({
  ...own,
  type,
  bySlug: false,
  filters: filtersOf(type, more),
  together(values, { now, viewer }) {
    const { hide_empty, post, event = post } = asked(values); // Spec 4.5: `event` is another name of `post`, and wins.
    const field = TERM_FIELD[type];
    const named = (event ?? []).map((id) => ofEvent(field, id, viewer));
    const empty = hide_empty && named.length === 0 ? [used(field, now)] : []; // A term of that event is not empty.
    return { conditions: [...named, ...empty], shown: {} };
  },
  sorting(values, { now }) {
    const { order, orderby: name = 'name', include } = asked(values);
    const descending = order === 'desc';
    const hasParents = type === 'category';
    return termOrder({
      name,
      descending,
      include,
      usage: usage(TERM_FIELD[type], now),
      hasParents,
    });
  },
  represent: representSingleTerm(type),
  representListed: representListedTerm(type),
  representDeleted: representListedTerm(type),
});

/** Spec 4.5: what an event is about, in a tree. */
export const category = termResource(
  'category',
  { path: 'categories', refusals: { notFound: 'rest-category-not-found' } },
  { parent: reference('category', parentItem, below) },
);

/** Spec 4.6: a word about an event. */
export const tag = termResource('tag', {
  path: 'tags',
  refusals: { notFound: 'rest-tag-not-found' },
});
