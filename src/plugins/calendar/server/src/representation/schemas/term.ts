import { language, translations } from './parts';
import { emptyList, integer, list, object, text, uri } from './words';

const link = list(object({ href: uri }));
const UP = ['up'];

/** Spec 4.5 and 4.6: on its own it has `translations`, as a single answer `_links`. */
export const Term = object(
  {
    id: integer,
    name: text,
    slug: text,
    taxonomy: { type: 'string', enum: ['tribe_events_cat', 'post_tag'] },
    description: text,
    parent: integer,
    count: integer,
    meta: emptyList(),
    term_group: integer,
    term_taxonomy_id: integer,
    filter: text,
    url: uri,
    urls: object({ self: uri, collection: uri, up: uri }, UP),
    color: text,
    language,
    translations,
    _links: object({ self: link, collection: link, up: link }, UP),
  },
  ['color', 'translations', '_links'],
);
