import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { REMOVING_FILES } from '../settings/actions';
import { holds } from './caller-of';

/**
 * D10.3: at Strapi's own address for uploads, `?id=` takes the place of any file and `ref` changes any
 * record. The first asks the right to remove files besides, the second the right to change such records.
 */
async function judgeAddress(ctx: Context) {
  const { ref } = (ctx.request as { body?: { ref?: unknown } }).body ?? {};
  const asked = [
    ...(ctx.query.id === undefined ? [] : [REMOVING_FILES]),
    ...(ref === undefined ? [] : [ref].flat().map((type) => `${type}.update`)),
  ];
  for (const right of asked) if (!(await holds(ctx, right))) throw new errors.ForbiddenError();
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
        await judgeAddress(ctx);
        await controller.upload(ctx);
      },
    }));
}
