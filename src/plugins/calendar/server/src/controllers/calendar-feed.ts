import type { Context } from 'koa';
import type { Viewer } from '../access/viewer';

import { type CalendarHead, told, vcalendar } from '../feeds/vcalendar';
import { feedWindow } from '../feeds/window';
import type { SentStatus } from '../kinds/choice';
import type { Params, ReadContext } from '../kinds/kind';
import type { Values } from '../kinds/read';
import { invalidParams, refuse } from '../messages/errors';
import { filled, MESSAGES } from '../messages/t';
import type { View } from '../representation/view';
import { event } from '../resources/event';
import { feedEvents } from '../services/feed-events';
import { events } from '../services/services';
import { FEEDS } from '../settings/formats';
import { siteId } from '../store/site';
import { inSnapshot } from '../store/snapshot';
import type { FeedAsked } from './feeds';
import { listed } from './listed';
import { foundOne } from './reading';

/** A calendar program reads no more at once, and a request may not cost more. */
const MOST_EVENTS = 2000;

const STATUSES: readonly SentStatus[] = FEEDS.ics.statuses;

const headOf = ({ language, settings, now }: View, name: string): CalendarHead => ({
  name,
  language,
  timezone: settings.timezone,
  now,
});

function send(ctx: Context, calendar: string) {
  ctx.type = `${FEEDS.ics.type}; charset=utf-8`;
  ctx.body = calendar;
}

function statusesOf(sent: SentStatus[] | undefined, isSent: boolean): SentStatus[] | undefined {
  if (!isSent) return sent?.filter((status) => STATUSES.includes(status));
  if (sent?.every((status) => STATUSES.includes(status))) return sent;
  throw invalidParams({
    status: { text: 'not_language', values: { allowed: STATUSES.join(', ') } },
  });
}

/** What a feed holds where not everything was said. */
const complete =
  (ctx: Context) =>
  (sent: Values<Params>, { now, settings }: ReadContext & { viewer: Viewer }): Values<Params> => ({
    ...feedWindow(sent, { now, zone: settings.timezone }),
    status: statusesOf(sent.status as SentStatus[] | undefined, ctx.query.status !== undefined),
  });

/** `GET /events.ics`, and of a venue, an organizer, a category or a tag: the list as a calendar. */
export async function sendCalendar(ctx: Context, { own, name }: FeedAsked) {
  const telling = { siteId: await siteId(), isListed: true };
  const { view, made, total } = await listed(
    ctx,
    { resource: event, service: events, own, complete: complete(ctx) },
    async ({ view, request }) => {
      const make = async (part: Parameters<typeof feedEvents>[0]) =>
        (await feedEvents(part, view)).map((each) => told(each, telling));
      return { view, ...(await events.collect(request, { most: MOST_EVENTS, make })) };
    },
  );
  const texts = MESSAGES[view.language].feeds;
  const title = `${texts.events} – ${name ?? new URL(view.origin).host}`;
  const values = { shown: made.length, total };
  const remark = total > made.length ? filled(texts.cut, values) : undefined;
  send(ctx, vcalendar(made, { ...headOf(view, title), remark }));
}

/** `GET /events/{id}.ics` and `/events/by-slug/{slug}.ics`: one event as a calendar. */
export async function sendEvent(ctx: Context) {
  const telling = { siteId: await siteId(), isListed: false };
  const { event: one, view } = await inSnapshot(async () => {
    const { record, view } = await foundOne(ctx, event, events);
    const [found] = await feedEvents([record], view);
    return { event: found, view };
  });
  if (!one || !STATUSES.includes(one.shown.status as SentStatus)) {
    throw refuse(403, event.refusals.notAccessible);
  }
  send(ctx, vcalendar([told(one, telling)], headOf(view, one.shown.title)));
}
