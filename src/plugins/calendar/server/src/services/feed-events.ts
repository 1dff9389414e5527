import type { FeedEvent } from '../feeds/vevent';
import { representEvent } from '../representation/event';
import type { ListedEvent } from '../representation/payloads/event';
import type { EventRecord } from '../representation/records';
import { redacted } from '../representation/redact';
import type { View } from '../representation/view';
import { type Records, revisionsOf } from '../store/revisions';

interface Told {
  shown: ListedEvent;
  record: EventRecord;
}

/** D10.7: whoever asks, a feed tells of a protected event what everybody is told: its address is no secret. */
const toldOf =
  (view: View) =>
  (record: EventRecord): Told => {
    const shown = representEvent(record, view);
    return { record, shown: record.row.password ? (redacted(shown) as ListedEvent) : shown };
  };

const idsOf = (shown: unknown): number[] =>
  ([shown].flat() as { id: number }[]).map(({ id }) => id);

/** What an event shows of other records, and itself. */
const recordsOf = ({ shown }: Told): Required<Omit<Records, 'tag'>> => ({
  event: [shown.id],
  venue: idsOf(shown.venue),
  organizer: idsOf(shown.organizer),
  category: idsOf(shown.categories),
});

const TYPES = ['event', 'venue', 'organizer', 'category'] as const;

/** Events as feeds tell of them, with their revisions: one statement for all. */
export async function feedEvents(records: EventRecord[], view: View): Promise<FeedEvent[]> {
  const told = records.map(toldOf(view));
  const all = told.map(recordsOf);
  const ids = (type: (typeof TYPES)[number]) => [...new Set(all.flatMap((each) => each[type]))];
  const revision = await revisionsOf(Object.fromEntries(TYPES.map((type) => [type, ids(type)])));
  return told.map(({ shown, record }, at) => ({
    shown,
    documentId: record.row.documentId,
    isProtected: Boolean(record.row.password),
    revision: revision('event', shown.id),
    latest: Math.max(
      ...TYPES.flatMap((type) => (all[at]?.[type] ?? []).map((id) => revision(type, id))),
    ),
  }));
}
