import type { StatusRow } from '../content-types/rows';
import { type PostType, uidOf } from '../settings/record-types';

/** One language of a record. */
export type Version = { documentId: string; locale: string };

type VersionRow = StatusRow & Version;

const keyOf = ({ documentId, locale }: Version) => `${documentId} ${locale}`;

/** Of each version the row that its status follows from (D6.1): the published one where there is one. */
export async function loadStatusRows(type: PostType, versions: readonly Version[]) {
  const rows: VersionRow[] = await strapi.db.query(uidOf(type)).findMany({
    select: ['documentId', 'locale', 'publishedAt', 'post_status', 'trashed_at', 'date'],
    where: {
      documentId: { $in: versions.map(({ documentId }) => documentId) },
      locale: { $in: [...new Set(versions.map(({ locale }) => locale))] },
    },
  });
  const draftsFirst = rows.sort((a, b) => Number(!!a.publishedAt) - Number(!!b.publishedAt));
  const byVersion = new Map(draftsFirst.map((row) => [keyOf(row), row]));
  return (version: Version): StatusRow | undefined => byVersion.get(keyOf(version));
}
