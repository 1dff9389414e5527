import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import path from 'node:path';

/** A file as Strapi's upload plugin passes it to its provider, which stores it as `hash` + `ext`. */
interface StoredFile {
  hash: string;
  ext: string;
  url?: string;
  [attribute: string]: unknown;
}

type Store = (file: StoredFile) => Promise<unknown>;

interface Provider {
  uploadStream: Store;
  replaceStream(file: StoredFile, old: StoredFile): Promise<unknown>;
  delete: Store;
}

interface Upload {
  data: { fileInfo?: object | object[]; [field: string]: unknown };
  files: object | object[];
}

interface UploadService {
  upload(sent: Upload, ...more: unknown[]): Promise<StoredFile[]>;
  replace(...args: unknown[]): Promise<StoredFile>;
  remove(file: StoredFile): Promise<unknown>;
}

/** File operations of one upload, done and deferred. */
interface Work {
  /** Writes in progress, which may continue after another one has failed. */
  pending: Promise<unknown>[];
  written: StoredFile[];
  /** Removals deferred until the file's row is stored. */
  deferred: (() => Promise<unknown>)[];
}

const current = new AsyncLocalStorage<Work>();

/** Deletes the written files. */
async function rollBack({ pending, written }: Work, provider: Provider) {
  await Promise.allSettled(pending);
  await Promise.allSettled(written.map(provider.delete));
}

/** Runs an upload; on failure deletes what it wrote, on success performs the deferred removals. */
async function atomically<Result>(
  provider: Provider,
  upload: () => Promise<Result>,
): Promise<Result> {
  const work: Work = { pending: [], written: [], deferred: [] };
  const result = await current.run(work, upload).catch(async (error) => {
    await rollBack(work, provider);
    throw error;
  });
  await Promise.all(work.deferred.map((one) => one()));
  return result;
}

/** The last replacement or removal of each file, by its id. */
const turns = new Map<string, Promise<unknown>>();

/** Runs the work when what began earlier with the same file is over: of two at once, the sizes would mix. */
async function inTurn<Result>(id: unknown, work: () => Promise<Result>): Promise<Result> {
  const key = String(id);
  const mine = (turns.get(key) ?? Promise.resolve()).then(work);
  const ended = mine.catch(() => {});
  turns.set(key, ended);
  await ended;
  if (turns.get(key) === ended) turns.delete(key);
  return mine;
}

const storedAt = ({ hash, ext }: StoredFile) =>
  path.join(strapi.dirs.static.public, 'uploads', `${hash}${ext}`);

/** Wraps the local provider: records the files it writes during an upload, and defers removals. */
function follow(provider: Provider): Provider {
  const plain = { ...provider };
  const write = (file: StoredFile, { pending, written }: Work) => {
    written.push(file);
    const writing = plain.uploadStream(file);
    pending.push(writing);
    return writing;
  };
  provider.uploadStream = async (file) => {
    const work = current.getStore();
    return work ? write(file, work) : plain.uploadStream(file);
  };
  provider.delete = async (file) => {
    const work = current.getStore();
    if (!work) return plain.delete(file);
    work.deferred.push(() => plain.delete(file));
  };
  // The provider's own function truncates the stored file before the new one is complete.
  provider.replaceStream = async (file, old) => {
    const work = current.getStore();
    if (!work) return plain.replaceStream(file, old);
    const replacement = { ...file, hash: `${file.hash}_${randomBytes(5).toString('hex')}` };
    await write(replacement, work);
    file.url = replacement.url?.replace(replacement.hash, file.hash);
    work.deferred.push(async () => {
      const moved = rename(storedAt(replacement), storedAt(file));
      await moved.catch(() => plain.delete(replacement));
      return moved;
    });
    if (storedAt(old) !== storedAt(file)) work.deferred.push(() => plain.delete(old));
  };
  return plain;
}

/**
 * D10.9: makes uploads to Strapi's own routes atomic: one that fails (disk full, database unavailable) leaves no file
 * behind and does not touch files to be replaced or removed; of several files, all are kept or none. One file is replaced
 * once at a time. Only for the local provider.
 */
export function makeUploadsAtomic(): void {
  if (strapi.config.get('plugin::upload.provider') !== 'local') return;
  const provider = follow(strapi.plugin('upload').provider);
  strapi.get('services').extend('plugin::upload.upload', (service: UploadService) => ({
    ...service,
    async upload({ data, files }: Upload, ...more: unknown[]) {
      const about = [data.fileInfo].flat();
      const kept: StoredFile[] = [];
      try {
        for (const [at, file] of [files].flat().entries()) {
          const one = { data: { ...data, fileInfo: about[at] }, files: [file] };
          kept.push(...(await atomically(provider, () => service.upload(one, ...more))));
        }
      } catch (error) {
        await Promise.allSettled(kept.map((file) => service.remove(file)));
        throw error;
      }
      return kept;
    },
    replace: (id: unknown, ...more: unknown[]) =>
      inTurn(id, () => atomically(provider, () => service.replace(id, ...more))),
    remove: (file: StoredFile) =>
      inTurn(file.id, () => atomically(provider, () => service.remove(file))),
  }));
}
