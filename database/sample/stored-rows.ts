import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import {
  isPostType,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';

export interface StoredRow {
  id: number;
  public_id: number;
  locale: string;
  publishedAt: string | null;
  trashed_at?: string | null;
  image?: { hash: string } | null;
  [attribute: string]: unknown;
}

/** Columns that editors do not change: bookkeeping, and values derived from others. */
const IGNORED = new Set([
  'id',
  'documentId',
  'public_id',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'search_text',
  'utc_start_date',
  'utc_end_date',
]);

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || value === false;

/** All rows of a record: every language, drafts and published. */
export const storedRows = (strapi: Core.Strapi, type: RecordType, documentId: string) =>
  strapi.db.query(uidOf(type)).findMany({
    where: { documentId },
    populate: isPostType(type) ? ['image'] : [],
  }) as Promise<StoredRow[]>;

function told({ image, ...row }: StoredRow) {
  const values = { ...row, image: image?.hash };
  return Object.entries(values)
    .filter(([name, value]) => !IGNORED.has(name) && !isEmpty(value))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A hash that changes when a user edits, publishes, trashes or translates the record. */
export function fingerprint(rows: StoredRow[]): string {
  const sorted = rows
    .map((row) => JSON.stringify([row.locale, Boolean(row.publishedAt), told(row)]))
    .sort();
  return createHash('sha256').update(sorted.join('\n')).digest('hex');
}
