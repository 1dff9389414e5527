import type { Context } from 'koa';
import { mergeSent } from '../params/sent-values';

/**
 * D9.6: everything that was sent with a writing request, by name. A slug in the path names the
 * record and is not among them, so that a `slug` in the body can rename it.
 */
export function sentValues(ctx: Context): Record<string, unknown> {
  const { body } = ctx.request as { body?: Record<string, unknown> };
  const { id } = ctx.params;
  return mergeSent({ id }, body ?? {}, ctx.query);
}
