import type { Context } from 'koa';
import type { Values } from '../content-types/rows';
import { mergeSent } from '../params/form';

/**
 * D9.6: everything that was sent with a writing request, by name. A slug in the path names the
 * record and is not among them, so that a `slug` in the body can rename it.
 */
export function sentValues(ctx: Context): Values {
  const { body } = ctx.request as { body?: Values };
  const { id } = ctx.params;
  return mergeSent({ id }, body ?? {}, ctx.query);
}
