import { z } from 'zod';
import { InvalidValue, type Kind, oneText } from './kind';

/** What clients of The Events Calendar call the start. */
const START = ['start_date', 'event_date', 'event_date_utc'];

/** What lists of WordPress are sorted by besides: clients send it, and their servers do nothing of it. */
const WORDPRESS = [
  ...['author', 'comment_count', 'end_date', 'event_duration', 'id', 'include', 'include_slugs'],
  ...['menu_order', 'meta_value', 'meta_value_num', 'name', 'none', 'organizer', 'parent'],
  ...['post__in', 'rand', 'relevance', 'slug', 'type', 'venue'],
];

/** D12, row 37: one of the words; what only WordPress knows is as if nothing were sent. */
export const orderName = <Word extends string>(words: readonly Word[]): Kind<Word | undefined> => ({
  meaning: z.enum(words),
  read(sent) {
    const written = oneText(sent).toLowerCase();
    const name = START.includes(written) ? 'start' : written;
    const word = words.find((each) => each === name);
    if (word || START.includes(written) || WORDPRESS.includes(name)) return word;
    throw new InvalidValue('not_language', { allowed: words.join(', ') });
  },
});
