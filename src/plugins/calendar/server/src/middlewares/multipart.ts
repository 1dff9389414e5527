import type { Context, Next } from 'koa';
import { UPLOADING_AT_STRAPI } from '../settings/actions';

/** The methods whose bodies Strapi reads. */
const WRITING = ['POST', 'PUT', 'PATCH'];

/** Strapi's own addresses that take files: the media library's, and that of the admin's logos. */
const ADMINS = /^\/(upload(\/files(\/\d+\/replace)?)?|admin\/project-settings)\/?$/;
const CONTENT_API = /^\/upload\/?$/;

/** A 415 as Strapi words errors; programs read it, hence English. */
const refuse = (ctx: Context) =>
  ctx.throw(415, 'Files are taken by the media library and by the calendar only.');

/** What authenticates a request in Strapi, before it has come to its route. */
async function authenticated(ctx: Context, type: 'admin' | 'content-api', next: Next) {
  ctx.state.route = { info: { type } };
  await strapi.get('auth').authenticate(ctx, next);
}

/**
 * Strapi keeps the files of a form on the disk before it asks who sent them, and at addresses that
 * take none for good. So, before a byte is kept: forms with files are taken where files are, from
 * those who may send them. Our own bodies have been read by then.
 */
export const multipart = () => async (ctx: Context, next: Next) => {
  if (!WRITING.includes(ctx.method) || !ctx.is('multipart')) return next();
  const prefix: string = strapi.config.get('api.rest.prefix', '/api');
  if (ADMINS.test(ctx.path)) return authenticated(ctx, 'admin', next);
  const below = ctx.path.startsWith(prefix) ? ctx.path.slice(prefix.length) : '';
  if (!CONTENT_API.test(below)) return refuse(ctx);
  return authenticated(ctx, 'content-api', async () => {
    await strapi.get('auth').verify(ctx.state.auth, { scope: [UPLOADING_AT_STRAPI] });
    await next();
  });
};
