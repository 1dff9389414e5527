import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Values } from '../content-types/rows';
import { isUrl } from '../settings/addresses';
import { isId } from '../settings/record-types';
import { InvalidValue, type Kind, unrecognizedKeys, wasSent } from './kind';
import { decoded } from './raw-input';

/** A type of file that the media library accepts. */
export interface FileKind {
  mime: string;
  /** Extensions of its file names; the first one is used for new files. */
  extensions: [string, ...string[]];
  /** Matches the first bytes, decoded as Latin-1. */
  begins: RegExp;
}

/** D10.9: the accepted pictures. SVG is not one, since it can contain scripts. */
export const PICTURES: FileKind[] = [
  { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], begins: /^\xff\xd8\xff/ },
  { mime: 'image/png', extensions: ['png'], begins: /^\x89PNG\r\n/ },
  { mime: 'image/gif', extensions: ['gif'], begins: /^GIF8[79]a/ },
  { mime: 'image/webp', extensions: ['webp'], begins: /^RIFF.{4}WEBP/s },
  { mime: 'image/avif', extensions: ['avif'], begins: /^.{4}ftypavi[fs]/s },
];

/** Whether a media type is one of an accepted picture. */
export const isPicture = (type: unknown): boolean => PICTURES.some(({ mime }) => mime === type);

/** The media type of a picture by its file extension. */
export const MIME: Record<string, string> = Object.fromEntries(
  PICTURES.flatMap(({ mime, extensions }) => extensions.map((extension) => [extension, mime])),
);

/** A file sent in a multipart body, such as a picture. */
export class SentFile {
  readonly name: string;
  readonly bytes: Buffer;

  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.bytes = bytes;
  }

  /**
   * Has the SHA-256 of the bytes: as a list of numbers they would take seconds, and many times
   * their memory.
   */
  toJSON() {
    return { name: this.name, bytes: createHash('sha256').update(this.bytes).digest('hex') };
  }
}

export type SentPicture = { none: true } | { id: number } | { url: string } | { file: SentFile };

const MAX_ADDRESS_LENGTH = 2000;

const NONE: unknown[] = ['', '0', 'false', 0, false, null];

function urlOf(text: string): SentPicture | undefined {
  if (text.length > MAX_ADDRESS_LENGTH || !isUrl(text)) return undefined;
  const { protocol, username, password } = new URL(text);
  const plain = /^https?:$/.test(protocol) && username === '' && password === '';
  return plain ? { url: text } : undefined;
}

const idOf = (id: number): SentPicture | undefined => (isId(id) ? { id } : undefined);

function ofObject(value: object): SentPicture | undefined {
  if (value instanceof SentFile) return { file: value };
  if (Array.isArray(value)) return value.length === 0 ? { none: true } : undefined;
  const { id, url } = value as { id?: unknown; url?: unknown };
  const named = id ?? url;
  return typeof named === 'object' || named === undefined ? undefined : readPicture(named);
}

/**
 * Spec 2: the picture that a value stands for: an id, an http(s) URL, a sent file, or an object as
 * GET returns it; `''`, `0`, `false`, `null` and `[]` mean none. Undefined for anything else.
 */
export function readPicture(value: unknown): SentPicture | undefined {
  if (NONE.includes(value)) return { none: true };
  if (typeof value === 'number') return idOf(value);
  if (typeof value === 'object' && value !== null) return ofObject(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return /^\d+$/.test(text) ? idOf(Number(text)) : urlOf(text);
}

/**
 * D9.10: the keys of an object that are not read: all but `id` or, without an id, all but `url`.
 */
function unrecognizedIn(sent: unknown): string[] {
  if (typeof sent !== 'object' || sent === null || sent instanceof SentFile) return [];
  return unrecognizedKeys(
    sent as Values,
    wasSent(sent as Values, 'id') ? { id: true } : { url: true },
  );
}

const words = z.string().regex(/^(\d+|false|https?:\/\/\S+)?$/);

/** Spec 2: an image's id, URL, file, or the object of a GET; `""`, `false` and 0 remove it. */
export const picture: Kind<unknown> = {
  schema: words,
  json: z.union([
    z.int().min(0),
    words,
    z.literal(false),
    z.tuple([]),
    z.object({ id: z.int() }),
    z.object({ url: z.string() }),
  ]),
  multipart: z.string().meta({ format: 'binary' }),
  read(sent, { strict }) {
    if (!readPicture(sent)) throw new InvalidValue('image.unknown');
    const names = strict ? unrecognizedIn(sent) : [];
    if (names.length > 0) throw new InvalidValue('not_read_within', { names: names.join(', ') });
    return sent;
  },
};

const MAX_LENGTH = 80;

/** Characters of a path that are read; real file names are shorter. */
const MAX_READ = 1000;

/** A file name from the last part of a path: letters, digits, `-` and `_`, and the given extension. */
export function pictureName(path: string, extension: string): string {
  const last = (decoded(path) ?? path).split(/[/\\]/).pop() ?? '';
  const stem = last
    .slice(0, MAX_READ)
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${[...stem].slice(0, MAX_LENGTH).join('') || 'picture'}.${extension}`;
}
