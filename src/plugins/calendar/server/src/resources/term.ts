import { hasPublicEvents, publicEventCount } from '../access/sql';
import { choice, direction, flag } from '../kinds/choice';
import { type Params, type Values, withDefault } from '../kinds/kind';
import { idItem, items, parentItem } from '../kinds/number';
import { normalizeName } from '../kinds/text/normalize';
import { search, slugText } from '../kinds/text/text';
import { TERM_FIELD, type TermType } from '../settings/record-types';
import { foldedName, list, not, oneOf, raw, type Sql, sql, TRUE } from '../sql/sql';
import { feedUrl, PATHS, type View } from './answer';
import { MODIFIED } from './changes';
import { inEventById } from './event/conditions';
import {
  type Filters,
  filter,
  reference,
  type TermResource,
  type TranslatedTerm,
} from './resource';
import { containsWords } from './search';
import type { Term } from './shared/payloads';
import { presentTerm, translationsOf } from './shared/present';

/** D7.3: a term in a list, with the languages in which it exists. */
const presentListedTerm =
  (type: TermType) =>
  (record: TranslatedTerm, view: View): Term => ({
    ...presentTerm(type, record, view),
    translations: translationsOf(type, record, view),
  });

/** Spec 4.5: the answer for a single term, with `_links` and the URL of its calendar feed. */
const presentSingleTerm =
  (type: TermType) =>
  (record: TranslatedTerm, view: View): Term => {
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

/** The category's parent is the given one. Without one: it has none, or one that does not exist (D4.4). */
const below = ([parent]: number[]): Sql =>
  parent === undefined
    ? sql`NOT EXISTS (SELECT 1 FROM @calendar_categories p WHERE p.public_id = e.parent)`
    : sql`e.parent = ${parent}`;

const TABLES = { category: raw('@calendar_categories'), tag: raw('@calendar_tags') };

/** D7.6: the term has the slug in any of its languages. */
const slugged = (type: TermType) => (slug: string) =>
  sql`EXISTS (SELECT 1 FROM ${TABLES[type]} s
    WHERE s.public_id = e.public_id AND s.slug = ${normalizeName(slug)})`;

/** Spec 4.5: the values of `orderby`. */
export const ORDERS = [
  'name',
  'id',
  'term_id',
  'slug',
  'description',
  'count',
  'term_group',
  'parent',
  'include',
  'include_slugs',
  'none',
] as const;

type OrderName = (typeof ORDERS)[number];

/** A value to sort by; texts are compared by code point, independently of a locale's collation. */
export interface Sorting {
  by: Sql;
  isText: boolean;
  descending: boolean;
}

interface TermOrder {
  name: OrderName;
  descending: boolean;
  /** The requested ids, in their order. */
  include?: number[];
  /** SQL for Spec 4.5 `count`. */
  usage: Sql;
  hasParents: boolean;
}

const NAME = { by: foldedName, isText: true };

const text = (column: string) => ({ by: raw(`COALESCE(e.${column}, '')`), isText: true });

const number = (by: Sql) => ({ by, isText: false });

const place = (ids: number[]) => {
  const places = ids.map((id, at) => sql`WHEN ${id} THEN ${raw(`${at}`)}`);
  return sql`CASE e.public_id ${list(places, ' ')} ELSE ${raw(`${ids.length}`)} END`;
};

/**
 * The first value to sort by. `term_group` and `include_slugs` mean the name, since all terms have
 * the same group and lists take only one slug.
 */
function first({ name, include, usage, hasParents }: TermOrder): Omit<Sorting, 'descending'> {
  if (name === 'id' || name === 'term_id' || name === 'none') {
    return number(raw('e.public_id'));
  }
  if (name === 'slug' || name === 'description') return text(name);
  if (name === 'count') return number(usage);
  if (name === 'parent' && hasParents) return number(raw('COALESCE(e.parent, 0)'));
  if (name === 'include' && include) return number(place(include));
  return NAME;
}

/** D8.5: by the requested value, then by folded name, then by id. */
const termOrder = (order: TermOrder): Sorting[] => [
  { ...first(order), descending: order.descending },
  { ...NAME, descending: false },
  { ...number(raw('e.public_id')), descending: false },
];

const idIn = (ids: number[]) => oneOf(raw('e.public_id'), ids);

/** Placeholder for `post` and `event`, whose condition `combine` makes from both. */
const later = () => TRUE;

/** The list parameters of categories and tags, in the order of URLs. */
const filtersOf = (type: TermType, more: Filters = {}): Filters => ({
  search: filter(search, containsWords),
  exclude: reference(type, items, (ids) => not(idIn(ids))),
  include: reference(type, items, idIn),
  order: filter(direction),
  orderby: filter(choice(ORDERS)),
  hide_empty: filter(withDefault(flag, true)),
  ...more,
  post: reference('event', idItem, later),
  event: reference('event', idItem, later),
  slug: filter(slugText, slugged(type)),
  ...MODIFIED,
});

interface TermQuery {
  order?: 'asc' | 'desc';
  orderby?: OrderName;
  include?: number[];
  hide_empty?: boolean;
  post?: number[];
  event?: number[];
}

const termQuery = (values: Values<Params>) => values as TermQuery;

/** The common definition of categories and tags; `more`: additional parameters of one of them. */
const termResource = (
  type: TermType,
  refusals: TermResource['refusals'],
  more?: Filters,
): TermResource => ({
  type,
  path: PATHS[type],
  bySlug: false,
  filters: filtersOf(type, more),
  editorFilters: {},
  single: {},
  combine(values, { now, viewer }) {
    const { hide_empty, post, event = post } = termQuery(values); // Spec 4.5: `event`, an alias, takes precedence.
    const field = TERM_FIELD[type];
    const named = (event ?? []).map((id) => inEventById(field, id, viewer)); // Spec 4.5 `post`.
    const empty = hide_empty && named.length === 0 ? [hasPublicEvents(field, now)] : []; // Terms of that event are not empty.
    return { conditions: () => [...named, ...empty], params: {} };
  },
  ignored(values) {
    const { post, event } = termQuery(values);
    return event && String(post) !== String(event) ? ['post'] : [];
  },
  order(values, { now }) {
    const { order, orderby: name = 'name', include } = termQuery(values);
    const descending = order === 'desc';
    const hasParents = type === 'category';
    return termOrder({
      name,
      descending,
      include,
      usage: publicEventCount(TERM_FIELD[type], 'e.public_id', now),
      hasParents,
    });
  },
  present: presentSingleTerm(type),
  presentListed: presentListedTerm(type),
  presentDeleted: presentListedTerm(type),
  refusals,
});

/** Spec 4.5: the hierarchical categories of events. */
export const category = termResource(
  'category',
  { notFound: 'rest-category-not-found' },
  { parent: reference('category', parentItem, below) },
);

/** Spec 4.6: the flat tags of events. */
export const tag = termResource('tag', { notFound: 'rest-tag-not-found' });
