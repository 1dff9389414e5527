import type { Context, Next } from 'koa';
import { type Status, statusOf } from '../access/state';
import type { Instant } from '../content-types/rows';
import { loadStatusRows, type Version } from '../database/rows';
import { settings } from '../database/site';
import { type Ability, namesOf } from '../records/agenda';
import { type Readers, readersOf } from '../records/readers';
import { isLanguage, languagesFrom } from '../settings/languages';
import { isPostType, type PostType, recordTypeOf } from '../settings/record-types';
import { originOf } from './edge';

/** A record as the content manager answers it, and what we say of it besides. */
type Answered = Version & {
  venue?: number[] | null;
  calendar?: { status: Status; date: Instant | null; venues?: string[] };
};

type Meta = Pick<Answered, 'calendar'> & { readers?: Readers };

type Answer = { results?: Answered[]; data?: Answered; meta?: Meta };

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

/** D15.6: the names of the venues of a list's events, by id, as far as the editor may read them. */
async function venuesOf(rows: Answered[], { state, query }: Context, now: Date) {
  const ids = [...new Set(rows.flatMap(({ venue }) => venue ?? []))];
  const { defaultLanguage } = settings();
  const language = isLanguage(query.locale) ? query.locale : defaultLanguage;
  const languages = languagesFrom(language, defaultLanguage);
  return namesOf('venue', ids, { now, languages, ability: state.userAbility });
}

/** D6.8: beside a single record what readers see of it; also of one that lacks the language of the form. */
async function tellReaders(ctx: Context, type: PostType, now: Date) {
  const { meta, data } = ctx.body as Answer;
  const [, , path] = RECORDS.exec(ctx.path) ?? [];
  const language = data?.locale ?? ctx.query.locale;
  if (!path || !meta || !isLanguage(language)) return;
  const ability: Ability = ctx.state.userAbility;
  const documentId = path.slice(1);
  meta.readers = await readersOf({
    type,
    documentId,
    language,
    ability,
    origin: originOf(ctx),
    now,
  });
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
  const { results } = ctx.body as Answer;
  const names = type === 'event' && results ? await venuesOf(results, ctx, now) : undefined;
  for (const [version, place] of places) {
    const row = rowOf(version);
    if (!row) continue;
    const venues = names && (version as Answered).venue?.flatMap((id) => names.get(id)?.name ?? []);
    place.calendar = { status: statusOf(row, now), date: row.date, ...(venues && { venues }) };
  }
  await tellReaders(ctx, type, now);
};
