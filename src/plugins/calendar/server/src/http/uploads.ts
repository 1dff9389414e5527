import { rm } from 'node:fs/promises';
import path from 'node:path';
import { errors, traverse, traverseEntity } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { FILE } from '../database/files';
import { isPicture } from '../kinds/picture';
import { decoded } from '../kinds/raw-input';
import { checkSent, type UploadedFile } from '../records/uploads';
import { RECORD_TYPES, recordTypeOf, uidOf } from '../settings/record-types';
import { REMOVING_FILES, UPLOADING_AT_STRAPI } from '../settings/roles';
import { serveRanges } from './caching';
import { hasScope } from './caller';
import { BODY_METHODS } from './edge';

/** Strapi's admin routes that accept files: the media library and the admin's logos. */
const ADMINS = /^\/(upload(\/files(\/\d+\/replace)?)?|admin\/project-settings)\/?$/;
const CONTENT_API = /^\/upload\/?$/;

/** Paths to which the admin sends records. */
const RECORDS = /^\/content-manager\//i;

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
  if (typeof request.body === 'string' && RECORDS.test(ctx.path))
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

type Visit = Parameters<typeof traverseEntity>[0];
type Data = Parameters<typeof traverseEntity>[2];
type Sanitizer = Parameters<typeof strapi.sanitizers.add>[1];
type Schema = Parameters<Sanitizer>[0];

/** Whether the type of a polymorphic relation's target is one of ours. */
const isRecord = (type: unknown) => recordTypeOf(String(type)) !== undefined;

/** Removes the calendar's records, and their counts, from relations. */
const withoutRecords: Visit = ({ attribute, data, key }, { remove }) => {
  if (attribute?.type !== 'relation') return;
  const { target } = attribute as { target?: string };
  const value = data[key] as Data | Data[] | undefined;
  if (target) {
    if (isRecord(target)) remove(key);
  } else if (Array.isArray(value)) data[key] = value.filter((one) => !isRecord(one?.__type));
  else if (value && (!value.__type || isRecord(value.__type))) remove(key);
};

/** Refuses filters and orders through relations to our records, which would reveal their content. */
const refuseRecords = ({ attribute, key }: { attribute?: unknown; key: string }) => {
  const { target } = (attribute ?? {}) as { target?: string };
  if (isRecord(target)) throw new errors.ValidationError(`Invalid key ${key}`);
};

type Validate = typeof strapi.contentAPI.validate.query;

/** D10.6: validates queries of the content API; full-access tokens are not restricted. */
function refuseQueries(getModel: typeof strapi.getModel): void {
  const { validate } = strapi.contentAPI;
  const judge = validate.query;
  validate.query = (async (query, schema, options) => {
    const { credentials } = (options?.auth ?? {}) as { credentials?: { type?: unknown } | null };
    if (credentials?.type !== 'full-access') {
      const within = { schema, getModel };
      const { filters, sort } = query;
      if (filters) await traverse.traverseQueryFilters(refuseRecords, within, filters);
      if (sort) await traverse.traverseQuerySort(refuseRecords, within, sort);
    }
    return judge(query, schema, options);
  }) as Validate;
}

interface FileController {
  find(ctx: Context): Promise<{ results?: Data[] } | undefined>;
}

interface FolderController {
  find(ctx: Context): Promise<void>;
  findOne(ctx: Context): Promise<void>;
}

/**
 * D10.6: hides the calendar's records in relations of files and of a host's own types. Strapi's content API shows them
 * to anyone who may read the type, and the media library to everyone, including drafts, and texts and passwords of
 * protected events; so does GraphQL's plugin. They can be read at the calendar's addresses and in the content manager.
 */
export function hideRecords(): void {
  const graphql = strapi.plugin('graphql')?.service('extension');
  for (const type of RECORD_TYPES) graphql?.shadowCRUD(uidOf(type)).disable();
  const getModel = strapi.getModel.bind(strapi);
  refuseQueries(getModel);
  const hide = (schema: Schema) => async (data: Data) =>
    traverseEntity(withoutRecords, { schema, getModel }, data);
  const hideUnlessPermitted = (schema: Schema) => async (data: Data) => {
    const { credentials } = strapi.requestContext.get()?.state.auth ?? {};
    return credentials?.type === 'full-access' ? data : hide(schema)(data);
  };
  strapi.sanitizers.add('content-api.output', hideUnlessPermitted as Sanitizer);
  strapi.get('controllers').extend('plugin::upload.admin-file', (controller: FileController) => ({
    ...controller,
    async find(ctx: Context) {
      const found = await controller.find(ctx);
      if (!found?.results) return found;
      const hidden = hide(getModel(FILE));
      return { ...found, results: await Promise.all(found.results.map(hidden)) };
    },
  }));
  // Folders are related to files of other folders, and these to records.
  const hidden = hide(getModel('plugin::upload.folder'));
  const hiding = (read: (ctx: Context) => Promise<void>) => async (ctx: Context) => {
    await read(ctx);
    const { data } = (ctx.body ?? {}) as { data?: Data | Data[] };
    if (data) {
      const shown = Array.isArray(data) ? Promise.all(data.map(hidden)) : hidden(data);
      ctx.body = { data: await shown };
    }
  };
  strapi
    .get('controllers')
    .extend('plugin::upload.admin-folder', (controller: FolderController) => ({
      ...controller,
      find: hiding((ctx) => controller.find(ctx)),
      findOne: hiding((ctx) => controller.findOne(ctx)),
    }));
}
