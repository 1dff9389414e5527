import { createHash } from 'node:crypto';
import type { Caller } from '../access/rights';
import { readPicture } from '../kinds/picture';
import { refusedImage } from '../messages/errors';
import { decoded } from '../params/secret-query';
import { pictureKind } from '../rules/uploads';
import { isHeld, isPicture, pictureBySource, pictureByUrl } from '../store/pictures';
import { fetchBytes, INTERNET, type Network, TooLarge } from './fetch-bytes';
import { dropPicture, keepPicture } from './keep-picture';
import { settings } from './settings';

const LONGEST = 80;

/** Names that files have are shorter; a sent one can be as long as a body. */
const MOST_READ = 1000;

/** A file name from the last part of a path: letters, digits, `-` and `_`, and the given extension. */
export function pictureName(path: string, extension: string): string {
  const last = (decoded(path) ?? path).split(/[/\\]/).pop() ?? '';
  const stem = last
    .slice(0, MOST_READ)
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${[...stem].slice(0, LONGEST).join('') || 'picture'}.${extension}`;
}

export interface Picture {
  /** The file in the media library; null: none. */
  fileId: number | null;
  /** Takes back what was added for it; to be called outside of a transaction when the write fails. */
  undo(): Promise<void>;
}

export interface Asker {
  caller: Caller;
  /** The site's own `https://host`, whose pictures are not fetched but found. */
  origin: string;
}

const found = (fileId: number | null): Picture => ({ fileId, undo: async () => undefined });

/** Addresses may hold keys, so what is remembered of them tells nothing. */
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

/** What somebody else has come to use meanwhile stays. */
async function takeBack(fileId: number) {
  try {
    if (!(await isHeld(fileId))) await dropPicture(fileId);
  } catch (error) {
    strapi.log.error(`Picture ${fileId} could not be taken back: ${error}`);
  }
}

async function added(bytes: Buffer, name: string, source?: string): Promise<Picture> {
  const kind = await pictureKind(bytes);
  if (!kind) throw refusedImage('image.not_picture');
  const { mime, extension } = kind;
  const fileId = await keepPicture({ name: pictureName(name, extension), mime, bytes, source });
  return { fileId, undo: () => takeBack(fileId) };
}

async function ofUrl(url: string, { caller, origin }: Asker, network: Network): Promise<Picture> {
  const own = url.startsWith(`${origin}/`) ? [url.slice(origin.length)] : [];
  const source = sourceOf(url);
  const known = (await pictureByUrl([url, ...own])) ?? (await pictureBySource(source));
  if (known !== undefined) return found(known);
  if (!(await caller.mayUpload())) throw refusedImage('image.no_upload');
  return added(await fetched(url, network), new URL(url).pathname, source);
}

/**
 * Spec 2, D10.9: the picture behind what was sent as `image`, fetched and kept if need be; throws
 * CalendarError 400 naming `image`. To be called before the record's transaction begins.
 */
export async function pictureOf(
  value: unknown,
  asker: Asker,
  network: Network = INTERNET,
): Promise<Picture> {
  const meant = readPicture(value);
  if (!meant) throw refusedImage('image.unknown');
  if ('none' in meant) return found(null);
  if ('url' in meant) return ofUrl(meant.url, asker, network);
  if ('id' in meant) {
    if (!(await isPicture(meant.id))) throw refusedImage('image.unknown');
    return found(meant.id);
  }
  if (!(await asker.caller.mayUpload())) throw refusedImage('image.no_upload');
  return added(meant.file.bytes, meant.file.name);
}
