import type { Values } from '../content-types/rows';
import { oneOf, raw, type Sql, sql } from '../sql/sql';
import { run } from './run';
import { table } from './table';

const FILE = 'plugin::upload.file';

/** The first picture in Strapi's own table of files that fulfils the condition. */
async function first(condition: Sql): Promise<number | undefined> {
  const [file] = await run<{ id: number }>(sql`SELECT id FROM @files
    WHERE mime LIKE 'image/%' AND ${condition} ORDER BY id LIMIT 1`);
  return file?.id;
}

/** Whether the media library has a picture with the id. */
export const isPicture = async (id: number): Promise<boolean> =>
  (await first(sql`id = ${id}`)) !== undefined;

/** The picture that is served at one of the addresses, as the library keeps them. */
export const pictureByUrl = (urls: string[]): Promise<number | undefined> =>
  first(oneOf(raw('url'), urls));

/** The picture that was fetched from the source, which is 64 hexadecimal digits. */
export const pictureBySource = (source: string): Promise<number | undefined> =>
  first(sql`CAST(provider_metadata AS text) LIKE ${`%"${source}"%`}`);

/** Whether a record of any type holds the file. */
export async function isHeld(fileId: number): Promise<boolean> {
  const holders = await table('files_related_mph').where({ file_id: fileId }).limit(1);
  return holders.length > 0;
}

/** Adds a stored file to the media library; gives its id. */
export async function createPicture(data: Values): Promise<number> {
  const provider = strapi.config.get('plugin::upload.provider');
  const file = await strapi.db.query(FILE).create({ data: { ...data, provider } });
  return Number(file.id);
}
