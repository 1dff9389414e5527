import { condition } from '../query/condition';
import type { RecordType } from '../settings/record-types';
import { recordTable } from './record-table';
import { run } from './run';
import { table } from './table';

export const REVISIONS = 'calendar_revisions';

interface Stored {
  revision: string | number | null;
  updated: string | number | Date | null;
}

const revisionIn = ({ revision, updated }: Stored) =>
  revision === null ? +new Date(updated ?? 0) : Number(revision);

/**
 * D8.4: how often and when a record has changed, in one number that only grows. Before its first
 * change here (an import, an older calendar) it is the moment of the last one.
 */
async function stored(type: RecordType, key: 'public_id' | 'document_id', value: string | number) {
  const [row] = await run<Stored>(
    condition(
      `SELECT max(r.revision) AS revision, max(e.updated_at) AS updated
        FROM @${recordTable(type)} e
        LEFT JOIN @${REVISIONS} r ON r.type = ? AND r.document_id = e.document_id
        WHERE e.${key} = ?`,
      type,
      value,
    ),
  );
  return revisionIn(row ?? { revision: null, updated: null });
}

export const revisionOf = (type: RecordType, publicId: number): Promise<number> =>
  stored(type, 'public_id', publicId);

/** Belongs into the save's transaction, behind the record's lock. */
export async function raiseRevision(type: RecordType, document_id: string, now: Date) {
  const revision = Math.max((await stored(type, 'document_id', document_id)) + 1, now.getTime());
  await strapi.db.transaction(({ trx }) =>
    table(REVISIONS, trx)
      .insert({ type, document_id, revision })
      .onConflict(['type', 'document_id'])
      .merge(['revision']),
  );
}

/** Of a record that is gone; an import may bring it back as it was. */
export async function forgetRevision(type: RecordType, document_id: string) {
  await strapi.db.transaction(({ trx }) =>
    table(REVISIONS, trx).where({ type, document_id }).delete(),
  );
}
