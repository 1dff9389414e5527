import { invalidParams, refuse } from '../errors/refusals';
import type { SentStatus } from '../params/choice-fields';
import type { PostType } from '../settings/record-types';
import { lock } from '../store/lock';
import { type Row, rowsOf } from '../store/siblings';
import { authorOf } from './author';
import { change, changeTrashed, type Target, versionIn } from './change-languages';
import { fieldValues, requireFields } from './field-values';
import { attributesOf, makePost } from './make-record';
import { trash } from './versions';
import { statusOfChanged } from './wanted-status';
import type { Demand, WriteRequest } from './write-request';
import { writeWhole } from './write-whole';

type Values = Record<string, unknown>;

/** Spec 4: a new record; gives its public id. Throws CalendarError 400 or 403. */
export async function create(type: PostType, request: WriteRequest): Promise<number> {
  requireFields(type, request.sent);
  const values = fieldValues(type, request.sent, request);
  return writeWhole(values, request, (data) => makePost(type, data, request));
}

/** Spec 4: a changed record. `rows` are the record as it was found; throws CalendarError 400 or 403. */
export async function update(type: PostType, rows: Row[], request: WriteRequest): Promise<void> {
  const [row] = rows;
  if (!row) return;
  const public_ = rows.find(({ publishedAt }) => publishedAt) ?? row; // What a write changes (D6.4).
  const storedZone = public_.timezone as string | null | undefined;
  const values = fieldValues(type, request.sent, { ...request, storedZone });
  const { caller, now } = request;
  const wanted = await statusOfChanged(type, values.status as SentStatus | undefined, caller);
  if (values.author !== undefined) await authorOf(type, values.author as number, caller);
  refuseOwnParent(values, row);
  const target: Target = { ...request, type, documentId: row.documentId };
  await writeWhole(attributesOf(values), request, async (data) => {
    await lockRecord(target);
    await request.demand?.();
    const current = await rowsOf(type, row.documentId);
    const trashed = Boolean(current[0]?.trashed_at);
    const state = wanted === 'trash' ? 'keep' : wanted;
    if (trashed) await changeTrashed(target, current, data, state);
    else await change(target, current, data, state);
    if (wanted === 'trash') await trash(versionIn(target, current[0]?.locale ?? 'en'), now);
  });
}

function refuseOwnParent({ post_parent }: Values, row: Row) {
  if (post_parent && post_parent === row.public_id) {
    throw invalidParams({
      post_parent: { text: 'unknown_reference', values: { item: String(post_parent) } },
    });
  }
}

const lockRecord = ({ type, documentId }: Pick<Target, 'type' | 'documentId'>) =>
  strapi.db.transaction(({ trx }) => lock(`${type}:${documentId}`, trx));

const IN_TRASH = {
  event: 'event-is-in-trash',
  venue: 'venue-is-in-trash',
  organizer: 'organizer-is-in-trash',
} as const;

/** D6.3: the record goes into the trash; throws 410 when it is there already. */
export function refuseTrashed(type: PostType, rows: Row[]): void {
  if (rows.some(({ trashed_at }) => trashed_at)) throw refuse(410, IN_TRASH[type]);
}

export async function remove(
  type: PostType,
  [row]: Row[],
  { now, demand }: { now: Date; demand?: Demand },
): Promise<void> {
  if (!row) return;
  const version = { type, documentId: row.documentId, locale: row.locale };
  await strapi.db.transaction(async () => {
    await lockRecord(version);
    await demand?.();
    await trash(version, now);
  });
}
