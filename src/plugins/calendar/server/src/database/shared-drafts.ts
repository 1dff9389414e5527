import type { Language } from '../settings/languages';
import { execute, inTable, qualified, serialKey, table } from './run';
import { lock } from './transaction';

const TABLE = 'calendar_shared_drafts';

/** A link that shows a draft to anyone who has it; only a hash of its token is stored. */
export interface SharedDraft {
  id: number;
  document_id: string;
  language: Language;
  /** The admin user who created it. */
  maker: number;
  /** Milliseconds since 1970; PostgreSQL's driver returns text. */
  created: number | string;
  expires: number | string;
}

export type NewDraft = Omit<SharedDraft, 'id'> & { hash: string };

/** Not a content type, so that exports do not include links. */
export async function createSharedDrafts(): Promise<void> {
  await execute(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
    id ${serialKey()},
    hash varchar(64) NOT NULL UNIQUE,
    document_id varchar(255) NOT NULL,
    language varchar(8) NOT NULL,
    maker integer NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL
  )`);
}

type DraftKey = Pick<SharedDraft, 'document_id' | 'language'>;

/** The valid links to a draft, oldest first. */
export const sharedDraftsOf = (
  { document_id, language }: DraftKey,
  now: Date,
): Promise<SharedDraft[]> =>
  table(TABLE)
    .select('id', 'document_id', 'language', 'maker', 'created', 'expires')
    .where({ document_id, language })
    .where('expires', '>', now.getTime())
    .orderBy('id');

export const sharedDraftByHash = (hash: string): Promise<SharedDraft | undefined> =>
  table(TABLE).where({ hash }).first();

export const sharedDraft = (id: number): Promise<SharedDraft | undefined> =>
  table(TABLE).where({ id }).first();

/** Adds a link and deletes expired ones; undefined when there are `most` already. Locked against concurrent requests. */
export async function addSharedDraft(
  draft: NewDraft,
  most: number,
): Promise<SharedDraft | undefined> {
  const { document_id, language } = draft;
  return (await strapi.db.transaction(async ({ trx }) => {
    await lock(`shared drafts:${document_id}:${language}`, trx);
    await table(TABLE, trx).where('expires', '<=', draft.created).delete();
    const [counted] = await table(TABLE, trx).where({ document_id, language }).count({ made: '*' });
    if (Number(counted.made) >= most) return undefined;
    await table(TABLE, trx).insert(draft);
    return table(TABLE, trx).where({ hash: draft.hash }).first();
  })) as SharedDraft | undefined;
}

export const removeSharedDraft = (id: number): Promise<number> =>
  inTable(TABLE, (query) => query.where({ id }).delete());

/** The names of the links' creators, by user id. */
export async function creatorNames(drafts: SharedDraft[]): Promise<Map<number, string>> {
  const ids = [...new Set(drafts.map(({ maker }) => maker))];
  const users: { id: number; firstname?: string; lastname?: string }[] = await strapi.db
    .query('admin::user')
    .findMany({ select: ['id', 'firstname', 'lastname'], where: { id: { $in: ids } } });
  return new Map(
    users.map(({ id, firstname, lastname }) => [
      id,
      [firstname, lastname].filter(Boolean).join(' '),
    ]),
  );
}
