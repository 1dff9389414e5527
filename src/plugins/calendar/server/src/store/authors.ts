import type { Knex } from 'knex';
import { POST_TYPES } from '../settings/record-types';
import { lock } from './lock';
import { recordTable } from './record-table';
import { table } from './table';

const USER = 'plugin::users-permissions.user';

/** The authors of all records: who they are, by the id that stands in the records. */
type Authors = Record<number, string>;

/** Only those who are or were authors: a site may have any number of other users. */
const usersAmong = (ids: number[], documentIds: string[]) =>
  strapi.db.query(USER).findMany({
    select: ['id', 'documentId'],
    where: { $or: [{ id: { $in: ids } }, { documentId: { $in: documentIds } }] },
  });

async function authorIds(trx: Knex.Transaction): Promise<number[]> {
  const ids = new Set<number>();
  for (const type of POST_TYPES) {
    const rows = await table(recordTable(type), trx).distinct('author').where('author', '>', 0);
    for (const { author } of rows) ids.add(author);
  }
  return [...ids];
}

/** Negative on the way, so that no id is replaced twice when users have swapped theirs. */
async function replace(ids: Map<number, number>, trx: Knex.Transaction) {
  for (const type of POST_TYPES) {
    const rows = () => table(recordTable(type), trx);
    for (const [from, to] of ids) await rows().where({ author: from }).update({ author: -to });
    await rows()
      .where('author', '<', 0)
      .update({ author: trx.raw('-??', ['author']) });
  }
}

/**
 * D4.2: an `author` is the id of a user, and an import gives users new ones. Their document ids stay,
 * and are remembered at each start, also at that of an export: so records follow their authors, and
 * those of a user who is gone belong to nobody rather than to whoever gets the id.
 */
export async function healAuthors(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'authors' });
  await strapi.db.transaction(async ({ trx }) => {
    await lock('authors', trx);
    const before = ((await memory.get({})) as Authors | null) ?? {};
    const ids = await authorIds(trx);
    const users = await usersAmong(ids, Object.values(before));
    const idOf = new Map(users.map(({ id, documentId }) => [documentId, id as number]));
    const documentOf = new Map(users.map(({ id, documentId }) => [id as number, documentId]));
    const meant = ids.map((id) => [id, idOf.get(before[id] ?? documentOf.get(id)) ?? 0] as const);
    await replace(new Map(meant.filter(([id, now]) => id !== now)), trx);
    const authors = meant.map(([, now]) => now).filter((id) => id !== 0);
    await memory.set({
      value: Object.fromEntries(authors.map((id) => [id, documentOf.get(id)])),
    });
  });
}
