import type { Knex } from 'knex';
import { beforeCommit } from '../database/snapshot';
import { lock, lockShared } from '../database/transaction';
import type { RecordType } from '../settings/record-types';
import { projectAgenda } from './agenda';
import { eventsBelow, project, theseEvents } from './project';
import { projectTexts } from './search';

/** What a transaction has changed, by public ids. */
export interface Changes {
  /** In whatever language or state; also those that are gone. */
  events: number[];
  /** Categories that have another parent, or are gone. */
  moved: number[];
}

/** Brings what is derived from records in line with them, by statements inside the transaction. */
export type Projection = (changes: Changes) => Promise<void>;

/** SQLite takes 32,766 values in one statement. */
const CHUNK = 1000;

const chunks = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) =>
    theseEvents(ids.slice(at * CHUNK, (at + 1) * CHUNK)),
  );

async function projectListing({ events, moved }: Changes) {
  for (const scope of chunks(events)) await project(scope);
  if (moved.length > 0) await project(eventsBelow(moved));
}

async function projectSearchTexts({ events }: Changes) {
  for (const scope of chunks(events)) await projectTexts(scope);
}

async function projectStates({ events }: Changes) {
  for (const scope of chunks(events)) await projectAgenda(scope);
}

/** D8.9: all that is derived from events for reading, in the order in which it is written. */
const PROJECTIONS: Projection[] = [projectListing, projectSearchTexts, projectStates];

/** Whoever projects events must see the tree of categories that holds when it commits. */
export const TREE = 'listing:tree';

const pending = new WeakMap<Knex.Transaction, { events: Set<number>; moved: Set<number> }>();

async function projectChanges(trx: Knex.Transaction) {
  const changed = pending.get(trx);
  pending.delete(trx);
  if (!changed) return;
  const changes = { events: [...changed.events], moved: [...changed.moved] };
  await (changes.moved.length > 0 ? lock : lockShared)(TREE, trx);
  for (const each of PROJECTIONS) await each(changes);
}

/** D8.9: to be told of each record that a transaction changes, before it commits; as often as one likes. */
export function changed(
  trx: Knex.Transaction,
  { type, publicId, moved = false }: { type: RecordType; publicId: number; moved?: boolean },
): void {
  if (type !== 'event' && !moved) return;
  const known = pending.get(trx) ?? { events: new Set(), moved: new Set() };
  pending.set(trx, known);
  known[type === 'event' ? 'events' : 'moved'].add(publicId);
  beforeCommit(trx, projectChanges);
}
