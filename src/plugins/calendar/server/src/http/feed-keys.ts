import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { editorAsMaker, feedsOf, type Maker, makerOf, removeFeed } from '../database/feeds';
import type { AdminContext } from '../database/permissions';
import { readersLanguage, settings } from '../database/site';
import { DAY } from '../kinds/dates/wall-time';
import { unstorable } from '../kinds/kind';
import { MAX_LINE_LENGTH } from '../kinds/text/text';
import { CalendarError, forbidden, refuse } from '../messages/errors';
import { t } from '../messages/t';
import { makeFeed } from '../records/feeds';
import { isPerson } from '../records/previews';
import { type AgendaQuery, agendaQuery } from '../resources/agenda';
import {
  FEED_FIELDS,
  FEED_QUERY,
  presentFeed,
  presentNewFeed,
  subscribing,
} from '../resources/feeds/address';
import { ICS_STATUSES, NAMESPACE, suffixOf } from '../settings/addresses';
import { AGENDA_ACTION } from '../settings/agenda';
import { readSent, validated } from './body';
import { configRequiring, idempotentWriteOf, viewOf } from './caller';
import { originOf } from './request';

async function requireMaker(ctx: Context): Promise<Maker> {
  const { strategy, credentials } = ctx.state.auth ?? {};
  const maker = strategy && credentials && (await makerOf(strategy.name, credentials.id));
  if (maker) return maker;
  throw forbidden(Boolean(credentials));
}

/** D14.7: the controller of the caller's own feed keys; a key itself is returned only once. */
export const feedKeys = {
  async find(ctx: Context) {
    const maker = await requireMaker(ctx);
    readSent(ctx, FEED_QUERY);
    ctx.body = { feeds: (await feedsOf(maker)).map(presentFeed) };
  },

  async create(ctx: Context) {
    const maker = await requireMaker(ctx);
    const { name = '', i18n_language } = readSent(ctx, { ...FEED_FIELDS, ...FEED_QUERY });
    const { feed, key } = await makeFeed(maker, name);
    const { root } = viewOf(ctx, i18n_language, new Date());
    ctx.body = presentNewFeed(feed, key, root);
    ctx.status = 201;
  },

  async delete(ctx: Context) {
    const maker = await requireMaker(ctx);
    readSent(ctx, FEED_QUERY);
    const id = Number(ctx.params.id);
    const known = (await feedsOf(maker)).find((feed) => feed.id === id);
    if (!known || !(await removeFeed(maker, id))) throw refuse(404, 'rest-feed-not-found');
    ctx.body = presentFeed(known);
  },
};

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);

const ids = (given: number[] | undefined) => given?.join();

/** D15.3: the views that select events by a state. */
const STATES: readonly string[] = ['pending', 'draft', 'future', 'trash'];

const stateIn = ({ state, view }: AgendaQuery): string | undefined =>
  state ?? (STATES.includes(view) ? view : undefined);

/** Translates the agenda's filters into parameters of the list of events; bounds include their days (D5.8). */
const parametersOf = (query: AgendaQuery) => ({
  venue: ids(query.venue),
  organizer: ids(query.organizer),
  categories: ids(query.category),
  tags: ids(query.tag),
  search: query.q || undefined,
  status: stateIn(query),
  ends_after: query.from && dayBefore(query.from),
  starts_before: query.to,
});

/** Filters that feeds do not support: views relative to today, and missing languages. */
const unsupportedIn = ({ view, missing }: AgendaQuery) => [
  ...(view === 'all' || STATES.includes(view) ? [] : ['view']),
  ...(missing ? ['missing'] : []),
];

/** D14.8: the address of the feed with the agenda's events. */
function feedUrlOf(ctx: Context, query: AgendaQuery, key?: string): string {
  const language = query.language ?? query.in ?? settings().defaultLanguage;
  const entries = Object.entries({ ...parametersOf(query), key }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const parameters = String(new URLSearchParams(entries));
  const address = `${originOf(ctx)}/${language}${NAMESPACE}/events${suffixOf('ics')}`;
  return parameters ? `${address}?${parameters}` : address;
}

const readQuery = (ctx: Context): AgendaQuery => validated(agendaQuery, ctx.query);

function makerIn({ state }: AdminContext) {
  if (!isPerson(state)) throw new errors.ForbiddenError();
  return editorAsMaker(state.user);
}

function nameIn(ctx: Context): string {
  const { name = '' } = Object((ctx.request as { body?: unknown }).body) as { name?: unknown };
  if (typeof name === 'string' && name.length <= MAX_LINE_LENGTH && !unstorable(name)) {
    return name.replace(/\s+/g, ' ').trim();
  }
  throw new errors.ValidationError(`name must be text of at most ${MAX_LINE_LENGTH} characters`);
}

/** Translates an error into the editor's language. */
function asValidationError(error: unknown) {
  const [message] = Object.values((error instanceof CalendarError && error.refusal.params) || {});
  if (!message) return error;
  return new errors.ValidationError(t(readersLanguage(), message.text, message.values));
}

/** D14.7, D15.7: the controller of the agenda's feeds and the editor's keys. */
export const agendaFeeds = {
  async find(ctx: AdminContext) {
    const query = readQuery(ctx);
    const state = stateIn(query) ?? 'publish';
    const address = feedUrlOf(ctx, query);
    ctx.body = {
      feeds: (await feedsOf(makerIn(ctx))).map(presentFeed),
      isFed: ICS_STATUSES.includes(state),
      unsaid: unsupportedIn(query),
      ...(state === 'publish' && { public: { address, ...subscribing(address) } }),
    };
  },

  async create(ctx: AdminContext) {
    const query = readQuery(ctx);
    const name = nameIn(ctx);
    if (!ICS_STATUSES.includes(stateIn(query) ?? 'publish')) {
      throw new errors.ValidationError(`state must be one of ${ICS_STATUSES.join(', ')}`);
    }
    const made = await makeFeed(makerIn(ctx), name, idempotentWriteOf(ctx, 'feed')).catch(
      (error) => {
        throw asValidationError(error);
      },
    );
    ctx.body = { ...presentFeed(made.feed), address: feedUrlOf(ctx, query, made.key) };
    ctx.status = 201;
  },

  async delete(ctx: AdminContext) {
    const id = Number(ctx.params.id);
    if (!(await removeFeed(makerIn(ctx), id))) throw new errors.NotFoundError();
    ctx.body = { id };
  },
};

const route = (method: string, path: string, handler: string) => ({
  method,
  path,
  handler: `agendaFeeds.${handler}`,
  config: configRequiring(AGENDA_ACTION),
});

/** Routes of the agenda's page, with its parameters: `/calendar/admin/feeds?venue=12`. */
export const agendaFeedRoutes = [
  route('GET', '/admin/feeds', 'find'),
  route('POST', '/admin/feeds', 'create'),
  route('DELETE', String.raw`/admin/feeds/:id(\d+)`, 'delete'),
];
