import { oneText, type Param, Unreadable } from '../param';

/** D8.6: words, "phrases" and -exclusions, as written. */
export const search: Param<string> = {
  schema: { type: 'string', minLength: 1 },
  bounds: ({ search: most }) => ({ maxLength: most }),
  read(sent, { settings }) {
    const text = oneText(sent);
    const most = settings.limits.search;
    if ([...text].length > most) throw new Unreadable('search_too_long', { most });
    return text;
  },
  show: String,
};
