import { z } from 'zod';
import { emptyList, fed, integer, language, text, translations, uri } from './parts';

const link = z.array(z.object({ href: uri }));

/** Spec 4.5 and 4.6: on its own it has `translations`, as a single answer `_links` and `feed_url`. */
export const Term = z.object({
  id: integer,
  name: text,
  slug: text,
  taxonomy: z.enum(['tribe_events_cat', 'post_tag']),
  description: text,
  parent: integer,
  count: integer,
  meta: emptyList,
  term_group: integer,
  term_taxonomy_id: integer,
  filter: text,
  url: uri,
  urls: z.object({ self: uri, collection: uri, up: uri.optional() }),
  color: text.optional(),
  language,
  translations: translations.optional(),
  _links: z.object({ self: link, collection: link, up: link.optional() }).optional(),
  ...fed,
});
export type Term = z.infer<typeof Term>;
