import { rm } from 'node:fs/promises';
import path from 'node:path';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { mayChangeFiles } from '../database/files';
import type { AdminContext } from '../database/permissions';
import { isPicture } from '../kinds/picture';
import { decoded } from '../kinds/raw-input';
import { checkSent, type UploadedFile } from '../records/uploads';
import { CONTENT_MANAGER } from '../settings/addresses';
import { recordTypeOf } from '../settings/record-types';
import { REMOVING_FILES, UPLOADING_AT_STRAPI } from '../settings/roles';
import { hasScope } from './caller';
import { BODY_METHODS } from './request';
import { serveRanges } from './response';

/** Strapi's admin routes that read forms: the media library, for a file's texts too, and the admin's logos. */
const ADMINS = /^\/(upload(\/files(\/\d+(\/replace)?)?)?|admin\/project-settings)\/?$/;
const CONTENT_API = /^\/upload\/?$/;

/** Koa's functions for Strapi's error bodies; read by programs, hence English. */
type Words = Record<
  'badRequest' | 'payloadTooLarge' | 'unsupportedMediaType',
  (text: string) => void
>;

const withState = (ctx: Context) => ctx as Context & Words;

/** Authenticates a request with Strapi's strategies before it is routed. */
async function authenticated(ctx: Context, type: 'admin' | 'content-api', next: Next) {
  ctx.state.route = { info: { type } };
  await strapi.get('auth').authenticate(ctx, next);
}

/** Answers 400 for forms that Strapi's parser refuses, such as truncated ones; Strapi answers 500. */
async function parsed(ctx: Context, next: Next) {
  try {
    await next();
  } catch (error) {
    const { httpCode, message } = error as { httpCode?: number; message: string };
    if (httpCode === 413) return withState(ctx).payloadTooLarge(message);
    if (httpCode === 400) return withState(ctx).badRequest(message);
    throw error;
  }
}

/**
 * Accepts multipart only at upload routes and from authorised callers, before a byte is written: Strapi writes files to
 * disk before it authenticates, and never deletes them at routes that take none. The calendar's own bodies have been
 * read by then.
 */
export const multipart = () => async (ctx: Context, next: Next) => {
  if (!BODY_METHODS.includes(ctx.method) || !ctx.is('multipart')) return next();
  if (ADMINS.test(ctx.path)) return authenticated(ctx, 'admin', () => parsed(ctx, next));
  const prefix: string = strapi.config.get('api.rest.prefix', '/api');
  const below = ctx.path.startsWith(prefix) ? ctx.path.slice(prefix.length) : '';
  if (!CONTENT_API.test(below)) {
    const text = 'Files are taken by the media library and by the calendar only.';
    return withState(ctx).unsupportedMediaType(text);
  }
  return authenticated(ctx, 'content-api', async () => {
    await strapi.get('auth').verify(ctx.state.auth, { scope: [UPLOADING_AT_STRAPI] });
    await parsed(ctx, next);
  });
};

type Files = Record<string, UploadedFile | UploadedFile[]>;

async function checkFiles(files: Files) {
  for (const [field, sent] of Object.entries(files)) {
    for (const file of [sent].flat()) await checkSent(file, field);
  }
}

const remove = (files: Files) =>
  Promise.all(
    Object.values(files)
      .flat()
      .map(({ filepath }) => rm(filepath, { force: true })),
  );

/**
 * D10.9: checks uploaded files by their bytes, and deletes them from the temporary folder after the request; Strapi
 * deletes only some, and none after a failure.
 */
export const checkUploads = () => async (ctx: Context, next: Next) => {
  const request = ctx.request as { body?: unknown; files?: Files };
  const { files } = request;
  // Strapi's controllers fail without a body; GraphQL's plugin reads its own, but only if there is none.
  const isGraphql = ctx.path === strapi.plugin('graphql')?.config('endpoint');
  if (BODY_METHODS.includes(ctx.method) && !isGraphql) request.body ??= {};
  // Strapi's internationalization writes into the body before authentication.
  if (typeof request.body === 'string' && CONTENT_MANAGER.test(ctx.path))
    return withState(ctx).unsupportedMediaType('Records are sent as JSON.');
  if (!files) return next();
  try {
    await checkFiles(files);
    await next();
  } finally {
    await remove(files);
  }
};

/** Whether the path is an upload, by its decoded form and regardless of case, since file systems may ignore it. */
function isStoredFile(ctx: Context): boolean {
  const meant = path.posix.normalize(`/${decoded(ctx.path) ?? ''}`);
  return meant.toLowerCase().startsWith('/uploads/');
}

/**
 * D10.9: serves uploads so that they are displayed as pictures or downloaded, but never executed, because they share
 * the admin's origin.
 */
export const serveUploads = () => async (ctx: Context, next: Next) => {
  if (!isStoredFile(ctx)) return next();
  await serveRanges(ctx, next);
  if (ctx.status >= 300) return;
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'");
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (!isPicture(ctx.type)) ctx.set('Content-Disposition', 'attachment');
};

/**
 * D10.3: at Strapi's upload route, `?id=` replaces any file and `ref` changes any record. Requires the right to remove
 * files for the first, and to change such records for the second.
 */
async function authorizeUpload(ctx: Context) {
  const { ref } = (ctx.request as { body?: { ref?: unknown } }).body ?? {};
  const asked = [
    ...(ctx.query.id === undefined ? [] : [REMOVING_FILES]),
    ...(ref === undefined ? [] : [ref].flat().map((type) => `${type}.update`)),
  ];
  for (const right of asked) if (!(await hasScope(ctx, right))) throw new errors.ForbiddenError();
}

interface UploadController {
  upload(ctx: Context): Promise<void>;
}

export function guardUploadAddress(): void {
  strapi
    .get('controllers')
    .extend('plugin::upload.content-api', (controller: UploadController) => ({
      ...controller,
      async upload(ctx: Context) {
        await authorizeUpload(ctx);
        await controller.upload(ctx);
      },
    }));
}

interface LibraryController {
  deleteMany(ctx: AdminContext): Promise<void>;
  moveMany(ctx: AdminContext): Promise<void>;
}

const isId = (id: unknown): id is number | string => /^\d{1,15}$/.test(String(id));

/**
 * The ids in a list of a body. Throws ValidationError for any other spelling: Strapi passes ` 1` and `1.0` on to the
 * database, which reads the same number.
 */
function idsIn(list: unknown): (number | string)[] {
  const ids = [list ?? []].flat();
  if (ids.every(isId)) return ids;
  throw new errors.ValidationError('ids must be whole numbers');
}

/**
 * D10.9: requires the right to change each file that is deleted or moved with others, or deleted with its folder.
 * Strapi requires the right to change some: an Author, who may change their own, could delete every picture.
 */
export function guardLibrary(): void {
  const requiring =
    (act: LibraryController['deleteMany'], inFolders: boolean) => async (ctx: AdminContext) => {
      const { body } = ctx.request as { body?: { fileIds?: unknown; folderIds?: unknown } };
      const folders = inFolders ? idsIn(body?.folderIds) : [];
      if (!(await mayChangeFiles(ctx.state.userAbility, idsIn(body?.fileIds), folders)))
        throw new errors.ForbiddenError();
      await act(ctx);
    };
  strapi
    .get('controllers')
    .extend('plugin::upload.admin-folder-file', (controller: LibraryController) => ({
      ...controller,
      deleteMany: requiring((ctx) => controller.deleteMany(ctx), true),
      moveMany: requiring((ctx) => controller.moveMany(ctx), false),
    }));
}

/** A tool of Strapi's MCP server, with the rights that it requires. */
interface Tool {
  auth?: { policies?: { subject?: string }[] };
}

interface ToolRegistry {
  registerTool(tool: Tool): void;
}

interface FolderService {
  deleteByIds(ids: number[]): Promise<unknown>;
}

/**
 * D10.6, D10.9: closes what Strapi's MCP server, which a host may enable, does for an admin token by Strapi's rights
 * alone: tools for our records, whose rules for editors apply to requests of the admin, and deleting folders, for which
 * it requires the right to change some file.
 */
export function guardTools(): void {
  const mcp: ToolRegistry = strapi.get('ai.mcp');
  const { registerTool } = mcp;
  mcp.registerTool = (tool) => {
    const { policies = [] } = tool.auth ?? {};
    if (!policies.some(({ subject }) => recordTypeOf(String(subject)))) registerTool(tool);
  };
  const folders: FolderService = strapi.plugin('upload').service('folder');
  const { deleteByIds } = folders;
  folders.deleteByIds = async (ids) => {
    if (strapi.requestContext.get()?.state.auditSource === 'mcp') throw new errors.ForbiddenError();
    return deleteByIds(ids);
  };
}
