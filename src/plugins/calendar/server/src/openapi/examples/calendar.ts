import { told, vcalendar } from '../../feeds/vcalendar';
import { representEvent } from '../../representation/event';
import type { EventRecord } from '../../representation/records';
import { FEED_TEXTS } from '../../texts/feeds';
import type { DescribeContext } from '../context';
import { MADE } from './records';

const DOCUMENT_ID = 'w5nyd9k4h1r0q2tz8v6cm3xj';
const SITE_ID = '6d0f9b5e-2c1a-4f7e-8b3d-5a9c0e4f1b26';

/** The event of the examples as a calendar. */
export function exampleCalendar(record: unknown, context: DescribeContext): string {
  const { language, settings, now, origin } = context;
  const revision = Date.parse(MADE);
  const shown = representEvent(record as EventRecord, context);
  const event = { shown, documentId: DOCUMENT_ID, isProtected: false, revision, latest: revision };
  const name = `${FEED_TEXTS[language].events} – ${new URL(origin).host}`;
  const head = { name, language, timezone: settings.timezone, now };
  return vcalendar([told(event, { siteId: SITE_ID, isListed: true })], head);
}
