import type { Context } from 'koa';
import { refuse } from '../../messages/errors';
import { events } from '../../records';
import { previewed } from '../../records/previews';
import { event } from '../../resources/event';
import type { Event } from '../../resources/event/payload';
import type { EventRecord } from '../../resources/resource';
import { presentSingleEvent } from '../../resources/shared/single';
import { viewOf } from '../caller';
import { pageFile } from '../description';
import { findRecord, linkFeeds } from '../reading';
import { requestAddressOf } from '../request';
import { eventPage } from './event-page';
import { forbidIndexing, sendHtml } from './page';
import { nextTransition } from './when';

const altOf = ({ image }: EventRecord) => image?.alternativeText ?? '';

const picturesOf = ({ image }: Event) => (image ? [new URL(image.url).origin] : []);

/** The form sends the password in the body, so that no URL and no browser history contains it. */
function takePassword(ctx: Context) {
  const { password } = ((ctx.request as { body?: unknown }).body ?? {}) as { password?: unknown };
  if (ctx.state.secrets && typeof password === 'string') ctx.state.secrets.password = password;
}

/** D16: responds with the page of the event that GET would return to the same caller. */
async function sendEvent(ctx: Context) {
  takePassword(ctx);
  const { record, view } = await findRecord(ctx, event, events);
  const shown = presentSingleEvent(record, view);
  sendHtml(ctx, eventPage({ event: shown, alt: altOf(record), view }), {
    pictures: picturesOf(shown),
  });
  ctx.state.until = nextTransition(shown, view.now);
  linkFeeds(ctx, { ics: shown.feed_url });
  // Clients of The Events Calendar find the event's REST URL by requesting its page.
  ctx.set('X-TEC-API-ROOT', shown.rest_url);
}

/**
 * D16.6: responds with the page of a preview. Throws CalendarError 404 if its token is not valid.
 */
async function sendPreview(ctx: Context) {
  forbidIndexing(ctx);
  const now = new Date();
  const { token } = ctx.state.secrets ?? {};
  const found = typeof token === 'string' ? await previewed(token, now) : undefined;
  if (!found) throw refuse(404, 'rest_no_route');
  const view = viewOf(ctx, found.language, now);
  const shown = found.shownIn(view);
  const page = { event: shown, alt: altOf(found.record), view, preview: found };
  sendHtml(ctx, eventPage(page), { pictures: picturesOf(shown), isFramed: true });
}

async function sendStyle(ctx: Context) {
  const { plain } = await pageFile('event.css');
  ctx.type = 'text/css; charset=utf-8';
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.body = plain;
}

function sendPage(ctx: Context): Promise<void> {
  const { rest } = requestAddressOf(ctx);
  if (rest === '/event.css') return sendStyle(ctx);
  return rest === '/preview' ? sendPreview(ctx) : sendEvent(ctx);
}

interface Reading {
  findOne(ctx: Context): Promise<void>;
}

/** Extends the handlers of events: requests for pages get HTML. */
export const withPages = <Handlers extends Reading>(handlers: Handlers) => ({
  ...handlers,
  findOne: (ctx: Context) => (requestAddressOf(ctx).isPage ? sendPage(ctx) : handlers.findOne(ctx)),
});
