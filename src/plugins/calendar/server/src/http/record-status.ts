import type { Context, Next } from 'koa';
import { type Status, statusOf } from '../access/state';
import type { Instant } from '../content-types/rows';
import { loadStatusRows, type Version } from '../database/rows';
import { isPostType, type PostType, recordTypeOf } from '../settings/record-types';

/** A record as the content manager answers it, and what we say of it besides. */
type Answered = Version & { calendar?: { status: Status; date: Instant | null } };

type Answer = { results?: Answered[]; data?: Answered; meta?: Pick<Answered, 'calendar'> };

const RECORDS = /^\/content-manager\/collection-types\/([^/]+)(\/[^/]+)?$/;

function typeAsked({ method, path }: Context): PostType | undefined {
  const type = method === 'GET' && recordTypeOf(RECORDS.exec(path)?.[1] ?? '');
  return type && isPostType(type) ? type : undefined;
}

/** Rows of a list carry it themselves; what is beside the fields of a single record is `meta`. */
function placesIn({ results, data, meta }: Answer): [Version, Pick<Answered, 'calendar'>][] {
  if (Array.isArray(results)) return results.map((row) => [row, row]);
  return data?.documentId && meta ? [[data, meta]] : [];
}

/**
 * D6.8: the content manager says "published" of whatever has a published row. Beside its word stands
 * ours, `calendar`: the status (D6.1) and the publication date of the language that is shown.
 */
export const recordStatus = () => async (ctx: Context, next: Next) => {
  await next();
  const type = typeAsked(ctx);
  if (!type || ctx.status !== 200) return;
  const places = placesIn(ctx.body as Answer);
  const rowOf = await loadStatusRows(
    type,
    places.map(([version]) => version),
  );
  const now = new Date();
  for (const [version, place] of places) {
    const row = rowOf(version);
    if (row) place.calendar = { status: statusOf(row, now), date: row.date };
  }
};
