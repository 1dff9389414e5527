import { decoded } from '../params/raw-query';

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
