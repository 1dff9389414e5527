import { lock } from './lock';
import { isPostgres, qualified, table } from './table';

const TABLE = 'calendar_feeds';

/** Whose key it is: a registered user or an API token, by the id that an import leaves them. */
export interface Maker {
  type: 'user' | 'token';
  documentId: string;
  /** Of a token: what it is at the moment; one that is made anew is another. */
  version: string;
}

/** A key of somebody's feeds; the key itself is kept nowhere. */
export interface StoredFeed {
  id: number;
  name: string;
  maker_type: Maker['type'];
  maker: string;
  version: string;
  created: number | string;
}

/** Beside Strapi's own tables: an export takes no key along. */
export async function createFeeds(): Promise<void> {
  const id = isPostgres() ? 'serial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';
  await strapi.db.connection.raw(`CREATE TABLE IF NOT EXISTS ${qualified(TABLE)} (
    id ${id},
    hash varchar(64) NOT NULL UNIQUE,
    name varchar(255) NOT NULL,
    maker_type varchar(8) NOT NULL,
    maker varchar(255) NOT NULL,
    version varchar(64) NOT NULL,
    created bigint NOT NULL
  )`);
}

const ofMaker = ({ type, documentId }: Maker) => ({ maker_type: type, maker: documentId });

export const feedsOf = (maker: Maker): Promise<StoredFeed[]> =>
  table(TABLE).where(ofMaker(maker)).orderBy('id');

export const feedByHash = (hash: string): Promise<StoredFeed | undefined> =>
  table(TABLE).where({ hash }).first();

interface NewFeed {
  hash: string;
  name: string;
  created: number;
}

/** A key more; nothing where there are as many as there may be, also when several are made at once. */
export async function addFeed(
  maker: Maker,
  { hash, name, created }: NewFeed,
  most: number,
): Promise<StoredFeed | undefined> {
  return (await strapi.db.transaction(async ({ trx }) => {
    await lock(`feeds:${maker.type}:${maker.documentId}`, trx);
    const own = await table(TABLE, trx).where(ofMaker(maker)).count({ made: '*' });
    if (Number(own[0].made) >= most) return undefined;
    const row = { hash, name, created, version: maker.version, ...ofMaker(maker) };
    await table(TABLE, trx).insert(row);
    return table(TABLE, trx).where({ hash }).first();
  })) as StoredFeed | undefined;
}

/** Whether there was such a key of this maker's. */
export const removeFeed = async (maker: Maker, id: number): Promise<boolean> =>
  (await table(TABLE)
    .where({ id, ...ofMaker(maker) })
    .delete()) > 0;
