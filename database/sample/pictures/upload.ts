import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { type Manifest, writeManifest } from '../manifest';
import { drawPicture } from './draw';
import { type PictureKey, pictures } from './pictures';

interface StoredFile {
  id: number;
  hash: string;
}

const FILE = 'plugin::upload.file';
const nameOf = (key: PictureKey) => `calendar-sample-${key}.jpg`;

/** Draws the picture and uploads it to Strapi's media library, which copies the temporary file. */
async function upload(strapi: Core.Strapi, key: PictureKey): Promise<StoredFile> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'calendar-sample-'));
  try {
    const bytes = await drawPicture(key);
    const filepath = path.join(folder, nameOf(key));
    await fs.writeFile(filepath, bytes);
    const { alternativeText } = pictures[key];
    const [file] = await strapi
      .plugin('upload')
      .service('upload')
      .upload({
        data: { fileInfo: { name: nameOf(key), alternativeText } },
        files: {
          filepath,
          originalFilename: nameOf(key),
          mimetype: 'image/jpeg',
          size: bytes.length,
        },
      });
    return file;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/**
 * The file of a picture, uploaded if necessary; null if a user has deleted it. A file without an
 * entry in the manifest was left by an interrupted load, and is used.
 */
async function fileFor(strapi: Core.Strapi, key: PictureKey, manifest: Manifest) {
  const files = strapi.db.query(FILE);
  const hash = manifest.pictures[key];
  if (hash) return (await files.findOne({ where: { hash } })) as StoredFile | null;
  const left = (await files.findOne({ where: { name: nameOf(key) } })) as StoredFile | null;
  const file = left ?? (await upload(strapi, key));
  manifest.pictures[key] = file.hash;
  await writeManifest(strapi, manifest);
  return file;
}

/** Uploads missing pictures and returns all file ids; files deleted by a user are not uploaded again. */
export async function uploadPictures(
  strapi: Core.Strapi,
  manifest: Manifest,
  progress: (done: number, all: number) => void,
): Promise<Map<PictureKey, number>> {
  const keys = Object.keys(pictures) as PictureKey[];
  const ids = new Map<PictureKey, number>();
  for (const [at, key] of keys.entries()) {
    const file = await fileFor(strapi, key, manifest).catch((fault: Error) => {
      throw new Error(`The sample picture "${key}" could not be loaded: ${fault.message}`, {
        cause: fault,
      });
    });
    if (file) ids.set(key, file.id);
    progress(at + 1, keys.length);
  }
  return ids;
}
