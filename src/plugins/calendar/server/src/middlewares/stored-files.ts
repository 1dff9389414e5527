import path from 'node:path';
import type { Context, Next } from 'koa';
import { decoded } from '../params/secret-query';
import { PICTURES } from '../rules/uploads';

/** However it is spelt: files are found by the decoded path, and by some systems in any case. */
function isStoredFile(ctx: Context): boolean {
  const meant = path.posix.normalize(`/${decoded(ctx.path) ?? ''}`);
  return meant.toLowerCase().startsWith('/uploads/');
}

const isPicture = (type: string) => PICTURES.some(({ mime }) => mime === type);

/**
 * D10.9: what somebody has put into the media library is shown as a picture or saved, and runs
 * nothing, whenever it came there; its address is the admin's own.
 */
export const storedFiles = () => async (ctx: Context, next: Next) => {
  if (!isStoredFile(ctx)) return next();
  await next();
  if (ctx.status >= 400) return;
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (!isPicture(ctx.type)) ctx.set('Content-Disposition', 'attachment');
};
