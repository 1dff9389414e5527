import { readFields } from '../../params/read-params';
import { slugFromTitle } from '../../params/slug';
import type { FileRow } from '../../representation/rows';
import { FIELDS } from '../../resources/fields';
import { NAME_FIELD, type RecordType } from '../../settings/record-types';
import type { DescribeContext } from '../context';
import { newRecords, type Values } from './requests';

/** By these ids the records of the examples are known. */
export const IDS: Record<RecordType, number> = {
  event: 12,
  venue: 7,
  organizer: 9,
  category: 5,
  tag: 6,
};

const MADE = '2026-01-15T10:00:00.000Z';

const COPY = { mime: 'image/jpeg', width: 234, height: 156, sizeInBytes: 8412 };

const PICTURE: FileRow = {
  id: 3,
  url: '/uploads/chess.jpg',
  ext: '.jpg',
  mime: 'image/jpeg',
  width: 1200,
  height: 800,
  size: 148.203,
  formats: { thumbnail: { ...COPY, url: '/uploads/thumbnail_chess.jpg' } },
};

/** How a record of the examples stands in the calendar. */
export interface Standing {
  /** Spec 4.5: the events in a term. */
  count: number;
  trashed?: boolean;
}

/** What would be stored of a body, read by the same fields that read a request. */
function rowOf(type: RecordType, sent: Values, context: DescribeContext) {
  const { now, settings, language } = context;
  const zone = String(sent.timezone ?? settings.timezone);
  const zones = { eventZone: zone, publicationZone: zone };
  const values = readFields(FIELDS[type], sent, { now, settings, language, ...zones });
  return {
    ...Object.fromEntries(Object.keys(FIELDS[type]).map((name) => [name, null])),
    public_id: IDS[type],
    locale: language,
    slug: slugFromTitle(String(values[NAME_FIELD[type]])),
    ...{ createdAt: MADE, updatedAt: MADE, publishedAt: MADE, post_status: null },
    ...values,
  };
}

/** The record that a body makes, as `represent` takes it, with all that it refers to. */
export function recordOf(
  type: RecordType,
  sent: Values,
  { context, standing }: { context: DescribeContext; standing: Standing },
) {
  const row = { ...rowOf(type, sent, context), trashed_at: standing.trashed ? MADE : null };
  const translations = [{ language: context.language, slug: row.slug }];
  const { count } = standing;
  if (type !== 'event') return { row, count, translations };
  const records = newRecords(context.language);
  const linked = (kind: RecordType) => [{ row: rowOf(kind, records[kind], context), count }];
  return {
    row,
    translations,
    image: PICTURE,
    venues: linked('venue'),
    organizers: linked('organizer'),
    categories: linked('category'),
    tags: linked('tag'),
    parent: 0,
  };
}
