import { z } from 'zod';
import { integer, text, uri } from './parts';

/** D14.7: one of the caller's personal feeds; its key and addresses are told once, when it is made. */
export const Feed = z.object({
  id: integer,
  name: text,
  created: z.iso.datetime(),
  key: text.optional(),
  addresses: z.object({ ics: uri, rss: uri, jsonfeed: uri }).optional(),
});
export type Feed = z.infer<typeof Feed>;

export const Feeds = z.object({ feeds: z.array(Feed) });
