import { rm } from 'node:fs/promises';
import type { Context, Next } from 'koa';
import { judgeUpload, nameUpload, type UploadedFile } from '../rules/uploads';

/** Strapi's media library finds a file by the name that its sender gave, and is named by the rules later. */
const MEDIA_LIBRARY = 'files';

type Files = Record<string, UploadedFile | UploadedFile[]>;

async function judge(files: Files) {
  for (const [field, sent] of Object.entries(files)) {
    const read = field === MEDIA_LIBRARY ? judgeUpload : nameUpload;
    for (const file of [sent].flat()) await read(file);
  }
}

const remove = (files: Files) =>
  Promise.all(
    Object.values(files)
      .flat()
      .map(({ filepath }) => rm(filepath, { force: true })),
  );

/**
 * D10.9: the files that Strapi has read from a form are judged by their bytes, and gone from the
 * temporary folder when the request is over; Strapi removes some of them, and none when it failed.
 */
export const sentFiles = () => async (ctx: Context, next: Next) => {
  const { files } = ctx.request as { files?: Files };
  if (!files) return next();
  try {
    await judge(files);
    await next();
  } finally {
    await remove(files);
  }
};
