import { table } from './table';

const FILE = 'plugin::upload.file';

/** Strapi's own tables: files, and which records hold them. */
const pictures = () => table('files').where('mime', 'like', 'image/%').orderBy('id');

const firstId = async (rows: Promise<{ id: number }[]>) => (await rows)[0]?.id;

/** Whether the media library has a picture with the id. */
export const isPicture = async (id: number): Promise<boolean> =>
  (await firstId(pictures().where({ id }).select('id').limit(1) as never)) !== undefined;

/** The picture that is served at one of the addresses, as the library keeps them. */
export const pictureByUrl = (urls: string[]): Promise<number | undefined> =>
  firstId(pictures().whereIn('url', urls).select('id').limit(1) as never);

/** The picture that was fetched from the source, which is 64 hexadecimal digits. */
export const pictureBySource = (source: string): Promise<number | undefined> =>
  firstId(
    pictures()
      .whereRaw('cast(provider_metadata as text) like ?', [`%"${source}"%`])
      .select('id')
      .limit(1) as never,
  );

/** Whether a record of any type holds the file. */
export async function isHeld(fileId: number): Promise<boolean> {
  const holders = await table('files_related_mph').where({ file_id: fileId }).limit(1);
  return holders.length > 0;
}

/** Adds a stored file to the media library; gives its id. */
export async function createPicture(data: Record<string, unknown>): Promise<number> {
  const provider = strapi.config.get('plugin::upload.provider');
  const file = await strapi.db.query(FILE).create({ data: { ...data, provider } });
  return Number(file.id);
}
