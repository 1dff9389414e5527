import { type SentStatus, STATUSES } from './choice-fields';
import { oneText, type Param, Unreadable } from './param';

/** D8.7: callers who may not find what is unpublished can ask for `publish` and nothing else. */
export const status: Param<SentStatus[]> = {
  schema: { type: 'string', minLength: 1 },
  standard: ['publish'],
  read(sent) {
    if (oneText(sent) !== 'publish') throw new Unreadable('not_status');
    return ['publish'];
  },
  show: String,
};

const isStatus = (word: string): word is SentStatus =>
  (STATUSES as readonly string[]).includes(word);

/** D8.7: all others can ask for any states, and find everything but the trash when they do not. */
export const statuses: Param<SentStatus[]> = {
  schema: { type: 'array', items: { type: 'string', enum: STATUSES } },
  standard: STATUSES.filter((each) => each !== 'trash'),
  read(sent) {
    const texts = Array.isArray(sent) ? sent.map(oneText) : [oneText(sent)];
    const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim().toLowerCase());
    if (words.length === 0 || !words.every(isStatus)) {
      throw new Unreadable('not_language', { allowed: STATUSES.join(', ') });
    }
    return [...new Set(words)];
  },
  show: (given) => given.join(','),
};
