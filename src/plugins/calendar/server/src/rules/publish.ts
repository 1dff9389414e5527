import { isPostType } from '../settings/record-types';
import { amendRows, type Row, rowsOf } from '../store/siblings';
import { alignLanguages } from './align-languages';
import { publishAlong } from './publish-along';
import { refusal } from './refusal';
import type { Save } from './save';

interface Published {
  entries: Row[];
}

/** D6.2: nothing leaves the trash by being published. D5.6: the first publishing gives the date. */
export async function publish(save: Save) {
  const { type, now, documentId, next } = save;
  const rows = documentId && isPostType(type) ? await rowsOf(type, documentId) : [];
  if (rows.some(({ trashed_at }) => trashed_at)) {
    throw refusal({ field: 'trashed_at', text: 'rule.publish_trashed' });
  }
  if (rows.some(({ date }) => !date)) {
    await amendRows(type, { documentId, date: null }, { date: now.toISOString() });
  }
  if (type === 'event') await publishAlong(save, rows);
  const result = (await next()) as Published;
  const [first] = result.entries;
  if (first) await alignLanguages(type, first);
  return result;
}

/** The draft is the published row again, and so are the shared values of the other drafts (D7.5). */
export async function discardDraft({ type, next }: Save) {
  const result = (await next()) as Published;
  const [first] = result.entries;
  if (first) await alignLanguages(type, first);
  return result;
}
