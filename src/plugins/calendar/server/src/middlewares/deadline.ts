import type { Context, Next } from 'koa';
import { unavailable } from '../messages/errors';
import { settings } from '../services/settings';

/** Pictures sent as addresses have a time of their own. */
const bringsPictures = ({ request }: Context) =>
  JSON.stringify((request as { body?: unknown }).body ?? '').includes('"image"');

function milliseconds(ctx: Context): number {
  const { limits, imageImport } = settings();
  return (limits.answer + (bringsPictures(ctx) ? imageImport.timeout : 0)) * 1000;
}

/**
 * D9.7: an answer comes in time, also when the database gives none. A write that is still on its way
 * is told by `ctx.state.over` that nobody waits for it any more, and is not committed.
 */
export const deadline = () => async (ctx: Context, next: Next) => {
  if (!ctx.state.calendar) return next();
  const over = new AbortController();
  ctx.state.over = over.signal;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over.abort(unavailable());
      reject(over.signal.reason);
    }, milliseconds(ctx));
  });
  try {
    await Promise.race([next(), late]);
  } finally {
    clearTimeout(timer);
  }
};
