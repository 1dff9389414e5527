import { refuse } from '../errors/refusals';
import { spelled } from '../query/fold';
import type { Language } from '../settings/languages';
import { languagesFrom } from '../settings/languages';
import type { PostType } from '../settings/record-types';
import { statesBySlug } from '../store/choose-one';
import { type Row, rowsOfId } from '../store/siblings';
import type { Caller } from './caller';
import { meantBySlug } from './open-row';
import type { Key } from './reading';
import { settings } from './settings';

const LARGEST_ID = 2 ** 31 - 1;

interface Asked {
  key: Key;
  language: Language;
  now: Date;
}

async function idOf(type: PostType, { key, language, now }: Asked): Promise<number> {
  if ('id' in key) return Number(key.id);
  const { defaultLanguage, fallback } = settings();
  const languages = languagesFrom(language, defaultLanguage);
  const states = await statesBySlug(type, spelled(key.slug));
  return meantBySlug(states, { languages, fallback, now })?.publicId ?? 0;
}

/** All rows of the record that a path names, in whatever state; none when there is no such record. */
export async function recordRows(type: PostType, asked: Asked): Promise<Row[]> {
  const id = await idOf(type, asked);
  return id >= 1 && id <= LARGEST_ID ? rowsOfId(type, id) : [];
}

export const isOwn = ([row]: Row[], { userId }: Caller): boolean =>
  userId > 0 && row?.author === userId;

/** D10.3 and D10.4: another's record needs `manageOthers`, one that the public sees `publish`. */
export async function requireWritable(type: PostType, rows: Row[], caller: Caller): Promise<void> {
  const mine = isOwn(rows, caller) || (await caller.may(type, 'manageOthers'));
  const published = rows.some(({ publishedAt }) => publishedAt);
  if (!mine || (published && !(await caller.may(type, 'publish')))) {
    throw refuse(403, 'rest_forbidden');
  }
}
