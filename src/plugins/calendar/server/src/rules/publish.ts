import type { Row } from '../content-types/rows';
import { isPostType, type RecordType } from '../settings/record-types';
import { amendRows } from '../store/siblings';
import { alignLanguages } from './align-languages';
import { publishAlong } from './publish-along';
import { refusal } from './refusal';
import type { Done, Save } from './save';

interface Published {
  entries: Row[];
}

async function aligned(type: RecordType, result: Published): Promise<Done> {
  const [first] = result.entries;
  return first ? { result, rows: await alignLanguages(type, first) } : { result };
}

/** D6.2: nothing leaves the trash by being published. D5.6: the first publishing gives the date. */
export async function publish(save: Save) {
  const { type, now, documentId, rows, next } = save;
  if (rows.some(({ trashed_at }) => trashed_at)) {
    throw refusal({ field: 'trashed_at', text: 'rule.publish_trashed' });
  }
  if (isPostType(type) && rows.some(({ date }) => !date)) {
    await amendRows(type, { documentId, date: null }, { date: now.toISOString() });
  }
  if (type === 'event') await publishAlong(save, rows);
  return aligned(type, (await next()) as Published);
}

/** The draft is the published row again, and so are the shared values of the other drafts (D7.5). */
export async function discardDraft({ type, next }: Save) {
  return aligned(type, (await next()) as Published);
}
