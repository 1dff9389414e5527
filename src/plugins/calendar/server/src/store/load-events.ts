import type { EventRow } from '../content-types/rows';
import type { EventRecord, ListedPost } from '../representation/records';
import { loadReferences } from './load-references';
import { loadRecords, type Reading } from './read-records';
import { image, openParent } from './record-parts';

/** What is read of an event itself. */
type Own = ListedPost<EventRow> & Pick<EventRecord, 'parent'>;

const NO_REFERENCES = { venues: [], organizers: [], categories: [], tags: [] };

/** D8.1: the events of these row ids, in that order, with everything they may show: two statements. */
export async function loadEvents(ids: number[], reading: Reading): Promise<EventRecord[]> {
  const parts = { image: image('event'), parent: openParent(reading) };
  const events = await loadRecords<Own>('event', ids, { viewer: reading, parts });
  if (events.length === 0) return [];
  if (reading.ownOnly) return events.map((event) => ({ ...event, ...NO_REFERENCES }));
  const referencesOf = await loadReferences(
    events.map(({ row }) => row),
    reading,
  );
  return events.map((event) => ({ ...event, ...referencesOf(event.row) }));
}
