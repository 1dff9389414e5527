import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createPicture } from '../store/pictures';

export interface NewPicture {
  /** The file's name with its extension. */
  name: string;
  mime: string;
  bytes: Buffer;
  /** What `pictureBySource` finds it by. */
  source?: string;
}

interface StoredFile {
  provider_metadata?: object;
  [attribute: string]: unknown;
}

const service = (name: string) => strapi.plugin('upload').service(name);

/** The file as the media library describes it, made smaller and upright where its settings say so. */
async function described({ name, mime, bytes }: NewPicture, folder: string): Promise<StoredFile> {
  const filepath = path.join(folder, 'picture');
  await writeFile(filepath, bytes);
  const about = { filename: name, type: mime, size: bytes.length };
  const info = await service('upload').formatFileInfo(about, {}, { tmpWorkingDirectory: folder });
  const file = { ...info, filepath, getStream: () => fs.createReadStream(filepath) };
  const images = service('image-manipulation');
  const best = (await images.isOptimizableImage(file)) ? await images.optimize(file) : file;
  return { ...best, ...(await images.getDimensions(best)) };
}

/** Its smaller copies, by the names of their sizes. */
async function copiesOf(file: StoredFile): Promise<Record<string, StoredFile>> {
  const images = service('image-manipulation');
  if (!(await images.isResizableImage(file))) return {};
  const thumbnail = await images.generateThumbnail(file);
  const formats: { key: string; file: StoredFile }[] = await images.generateResponsiveFormats(file);
  return {
    ...(thumbnail && { thumbnail }),
    ...Object.fromEntries(formats.map((format) => [format.key, format.file])),
  };
}

async function store(file: StoredFile, source?: string): Promise<number> {
  const formats = await copiesOf(file);
  const begun: StoredFile[] = [];
  try {
    for (const one of [file, ...Object.values(formats)]) {
      begun.push(one);
      await service('provider').upload(one);
    }
    const provider_metadata = { ...file.provider_metadata, calendar_source: source };
    return await createPicture({ ...file, provider_metadata, formats });
  } catch (error) {
    await Promise.allSettled(begun.map((one) => strapi.plugin('upload').provider.delete(one)));
    throw error;
  }
}

/**
 * Puts a picture into the media library and gives its file id. Strapi's own `upload` leaves files
 * behind when the database refuses; here all of it is kept, or nothing.
 */
export async function keepPicture(picture: NewPicture): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'calendar-picture-'));
  try {
    const file = await described(picture, folder);
    await service('provider').checkFileSize(file);
    return await store(file, picture.source);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Takes a picture out of the media library, with its copies. */
export const dropPicture = async (id: number) => {
  const file = await service('upload').findOne(id);
  if (file) await service('upload').remove(file);
};
