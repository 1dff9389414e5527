import { open } from 'node:fs/promises';
import path from 'node:path';
import { BYTES_TOLD, type FileKind, kindOf, PICTURES } from './file-kinds';
import { isWholePicture } from './picture-kind';
import { refusal } from './refusal';

/** A file that was sent, as Strapi's media library takes it. */
export interface UploadedFile {
  filepath: string;
  originalFilename?: string | null;
  mimetype?: string | null;
  /** What Strapi stores as the type of the file, before what the sender said. */
  detectedMimeType?: string;
}

/** A request's file is judged when it has come, and once more on its way into the media library. */
const judged = new WeakMap<UploadedFile, FileKind>();

async function firstBytes(filepath: string): Promise<Buffer> {
  const file = await open(filepath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES_TOLD), 0, BYTES_TOLD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function keptKind({ filepath }: UploadedFile): Promise<FileKind | undefined> {
  const kind = kindOf(await firstBytes(filepath));
  if (!kind || !PICTURES.includes(kind)) return kind;
  return (await isWholePicture(filepath, kind.mime)) ? kind : undefined;
}

/** D10.9: what a sent file is, by its bytes alone; throws ValidationError for what is not kept. */
export async function judgeUpload(file: UploadedFile): Promise<FileKind> {
  const kind = judged.get(file) ?? (await keptKind(file));
  if (!kind) {
    const values = { name: file.originalFilename || '?' };
    throw refusal({ field: 'files', text: 'rule.file_kind', values });
  }
  judged.set(file, kind);
  return kind;
}

/** Names a sent file by what it is: servers tell browsers a file's type by how its name ends. */
export async function nameUpload(file: UploadedFile): Promise<void> {
  const { mime, extensions } = await judgeUpload(file);
  const name = file.originalFilename || 'file';
  const extension = path.extname(name);
  const fits = extensions.includes(extension.slice(1).toLowerCase());
  if (!fits) file.originalFilename = `${path.basename(name, extension)}.${extensions[0]}`;
  Object.assign(file, { mimetype: mime, detectedMimeType: mime });
}

/** What Strapi is told about the files of an upload. */
interface About {
  ref?: unknown;
  [name: string]: unknown;
}

/** D10.3: by `ref`, Strapi would write into a record past its rules, locks and other languages. */
function refuseOurs({ ref }: About) {
  const types = [ref].flat().map(String);
  if (types.some((type) => type.startsWith('plugin::calendar.'))) {
    throw refusal({ field: 'ref', text: 'rule.upload_ref' });
  }
}

type Upload = (
  sent: { data: About; files: UploadedFile | UploadedFile[] },
  ...rest: unknown[]
) => unknown;
type Replace = (
  id: unknown,
  sent: { data: About; file: UploadedFile },
  ...rest: unknown[]
) => unknown;
interface UploadService {
  upload: Upload;
  replace: Replace;
}

/** D10.9: whoever puts a file into the media library, in the admin, over HTTP or in code. */
export function registerUploadRules(): void {
  strapi.get('services').extend('plugin::upload.upload', (service: UploadService) => ({
    ...service,
    async upload(sent: Parameters<Upload>[0], ...rest: unknown[]) {
      refuseOurs(sent.data);
      for (const file of [sent.files].flat()) await nameUpload(file);
      return service.upload(sent, ...rest);
    },
    async replace(id: unknown, sent: Parameters<Replace>[1], ...rest: unknown[]) {
      refuseOurs(sent.data);
      await nameUpload(sent.file);
      return service.replace(id, sent, ...rest);
    },
  }));
}
