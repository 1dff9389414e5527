import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PageFile } from '../resources/routes';

/** The page's own files, which are served as they are written. */
const OWN = 'src/plugins/calendar/docs-page';

const pack = promisify(gzip);

/** A file as it is, and packed with gzip. */
export interface PageContent {
  plain: Buffer;
  packed: Buffer;
}

const kept = new Map<PageFile, Promise<PageContent>>();

const placeOf = (file: PageFile) =>
  file.startsWith('swagger-ui')
    ? require.resolve(`swagger-ui-dist/${file}`)
    : path.join(strapi.dirs.app.root, OWN, file);

async function load(file: PageFile): Promise<PageContent> {
  const plain = await readFile(placeOf(file));
  return { plain, packed: await pack(plain, { level: 9 }) };
}

/** A file of the page at `/docs`; it is read and packed once, and again when that has failed. */
export function pageFile(file: PageFile): Promise<PageContent> {
  const known = kept.get(file);
  if (known) return known;
  const content = load(file);
  kept.set(file, content);
  content.catch(() => kept.delete(file));
  return content;
}
