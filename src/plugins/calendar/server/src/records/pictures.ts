import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Semaphore } from 'async-mutex';
import type { Caller } from '../access/rights';
import {
  createPicture,
  holdPicture,
  pictureBySource,
  pictureByUrl,
  pictureExists,
  removeUnusedFile,
} from '../database/files';
import { settings } from '../database/site';
import { pictureName, readPicture } from '../kinds/picture';
import { decoded } from '../kinds/raw-input';
import { CalendarError, refusedImage } from '../messages/errors';
import { refusal } from '../saves/save';
import { fetchBytes, INTERNET, type Network, TooLarge } from './fetch-bytes';
import { blankMetadata, pictureKind, type UploadedFile } from './uploads';

interface NewPicture {
  /** The file's name with its extension. */
  name: string;
  mime: string;
  bytes: Buffer;
  /** Key for `pictureBySource`. */
  source?: string;
}

interface StoredFile {
  provider_metadata?: object;
  [attribute: string]: unknown;
}

const service = (name: string) => strapi.plugin('upload').service(name);

/** The picture as a file of the media library, resized and rotated according to its settings. */
async function described({ name, mime, bytes }: NewPicture, folder: string): Promise<StoredFile> {
  const filepath = path.join(folder, 'picture');
  await writeFile(filepath, bytes);
  await blankMetadata(filepath, mime);
  const about = { filename: name, type: mime, size: bytes.length };
  const info = await service('upload').formatFileInfo(about, {}, { tmpWorkingDirectory: folder });
  const file = { ...info, filepath, getStream: () => fs.createReadStream(filepath) };
  const images = service('image-manipulation');
  const best = (await images.isOptimizableImage(file)) ? await images.optimize(file) : file;
  return { ...best, ...(await images.getDimensions(best)) };
}

/** The smaller formats, by name. */
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

/** Removes files from the storage, whichever of them are there. */
const discard = (files: object[]) =>
  Promise.allSettled(files.map((file) => strapi.plugin('upload').provider.delete(file)));

async function store(file: StoredFile, source?: string): Promise<number> {
  const formats = await copiesOf(file);
  const uploaded: StoredFile[] = [];
  try {
    for (const one of [file, ...Object.values(formats)]) {
      uploaded.push(one);
      await service('provider').upload(one);
    }
    const provider_metadata = { ...file.provider_metadata, calendar_source: source };
    return await createPicture({ ...file, provider_metadata, formats });
  } catch (error) {
    await discard(uploaded);
    throw error;
  }
}

/**
 * Adds a picture to the media library; returns its file id. Unlike Strapi's `upload`, which leaves files behind when
 * the database fails, keeps all of it or nothing.
 */
async function keepPicture(picture: NewPicture): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'calendar-picture-'));
  try {
    const file = await described(picture, folder);
    await service('provider').checkFileSize(file);
    return await store(file, picture.source);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface Picture {
  /** The file in the media library, or null. */
  fileId: number | null;
  /** Keeps others from removing it. Call within the transaction that refers to it. Throws PictureGone if it was removed. */
  hold(): Promise<void>;
  /** Removes what was added for it. Call outside of a transaction when the write has failed. */
  undo(): Promise<void>;
}

export interface Asker {
  caller: Caller;
  /** The site's own origin, whose pictures are looked up instead of fetched. */
  origin: string;
}

/** Thrown when a picture was removed before the write that refers to it. */
export class PictureGone extends Error {}

const chosen = (fileId: number | null, undo = async () => {}): Picture => ({
  fileId,
  async hold() {
    if (fileId !== null && !(await holdPicture(fileId))) throw new PictureGone();
  },
  undo,
});

/** A hash of the URL, because URLs may contain secrets. */
const sourceOf = (url: string) => createHash('sha256').update(url).digest('hex');

async function fetched(url: string, network: Network): Promise<Buffer> {
  const { enabled, ...limits } = settings().imageImport;
  if (!enabled) throw refusedImage('image.off');
  try {
    return await fetchBytes(url, limits, network);
  } catch (error) {
    if (error instanceof TooLarge)
      throw refusedImage('image.too_large', { bytes: limits.maxBytes });
    strapi.log.debug(`A picture could not be fetched: ${error}`);
    throw refusedImage('image.unreachable');
  }
}

/** Limits concurrent fetches for the media library, which hold files in memory; writes have a queue. */
const fetches = new Semaphore(3);

/** Fetches a file for the media library into the folder. Throws ValidationError if it fails. */
export async function fetchFile(
  url: string,
  folder: string,
  network: Network = INTERNET,
): Promise<{ file: UploadedFile }> {
  const fetching = fetches.runExclusive(() => fetched(url, network));
  const bytes = await fetching.catch((error) => {
    const image = error instanceof CalendarError && error.refusal.params?.image;
    throw image ? refusal({ field: 'urls', ...image }) : error;
  });
  const { pathname } = new URL(url);
  const originalFilename = path.posix.basename(decoded(pathname) ?? pathname) || 'file';
  const filepath = path.join(folder, 'file');
  await writeFile(filepath, bytes);
  return { file: { filepath, originalFilename, size: bytes.length } };
}

/** D10.9: lets the media library fetch files like pictures of records. Strapi's own function reaches private addresses. */
export function registerFileFetching(): void {
  strapi.get('services').extend('plugin::upload.file', (service: object) => ({
    ...service,
    fetchUrlToInputFile: (url: string, folder: string) => fetchFile(url, folder),
  }));
}

/** Removes a picture unless a record has come to use it in the meantime. */
async function removeIfUnused(fileId: number) {
  try {
    const removed = await removeUnusedFile(fileId);
    if (removed) await discard([removed, ...Object.values(removed.formats ?? {})]);
  } catch (error) {
    strapi.log.error(`Picture ${fileId} could not be removed again: ${error}`);
  }
}

async function added(bytes: Buffer, name: string, source?: string): Promise<Picture> {
  const kind = await pictureKind(bytes);
  if ('why' in kind) throw refusedImage(`image.${kind.why}`, kind.values);
  const { mime, extension } = kind;
  const fileId = await keepPicture({ name: pictureName(name, extension), mime, bytes, source });
  return chosen(fileId, () => removeIfUnused(fileId));
}

/** Pictures that this process is fetching, by source. */
const underWay = new Map<string, Promise<Picture>>();

const addFetched = async (url: string, source: string, network: Network) =>
  added(await fetched(url, network), new URL(url).pathname, source);

/** The picture of a URL: the one in the media library, also of a write that is fetching it, or else a new one. */
async function ofUrl(url: string, asker: Asker, network: Network): Promise<Picture> {
  const { caller, origin } = asker;
  const own = url.startsWith(`${origin}/`) ? [url.slice(origin.length)] : [];
  const source = sourceOf(url);
  await Promise.allSettled([underWay.get(source)]);
  const known = (await pictureByUrl([url, ...own])) ?? (await pictureBySource(source));
  if (known !== undefined) return chosen(known);
  if (!(await caller.mayUpload())) throw refusedImage('image.no_upload');
  if (underWay.has(source)) return ofUrl(url, asker, network);
  const adding = addFetched(url, source, network).finally(() => underWay.delete(source));
  underWay.set(source, adding);
  return adding;
}

/**
 * Spec 2, D10.9: the picture for a sent `image`, fetched and stored if necessary. Throws CalendarError 400 that names
 * `image`. Call before the record's transaction begins.
 */
export async function pictureOf(
  value: unknown,
  asker: Asker,
  network: Network = INTERNET,
): Promise<Picture> {
  const picture = readPicture(value);
  if (!picture) throw refusedImage('image.unknown');
  if ('none' in picture) return chosen(null);
  if ('url' in picture) return ofUrl(picture.url, asker, network);
  if ('id' in picture) {
    if (!(await pictureExists(picture.id))) throw refusedImage('image.unknown');
    return chosen(picture.id);
  }
  if (!(await asker.caller.mayUpload())) throw refusedImage('image.no_upload');
  return added(picture.file.bytes, picture.file.name);
}
