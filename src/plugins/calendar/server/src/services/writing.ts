import { refuseTrashed, requireWritable, statusOfChanged, type Written } from '../access/rights';
import type { Row } from '../content-types/rows';
import type { SentStatus } from '../kinds/choice';
import { type PostType, REFERENCES } from '../settings/record-types';
import { lockRecord } from '../store/lock';
import { rowsOf } from '../store/siblings';
import { whole } from '../store/whole';
import { authorOf } from './author';
import { change, changeTrashed, type Target, versionIn } from './change-languages';
import { fieldValues, requireFields } from './field-values';
import { attributesOf, makePost } from './make-record';
import { type Change, trash } from './versions';
import type { ChangeRequest, WriteRequest } from './write-request';
import { type Settle, writeWhole } from './write-whole';

/** Spec 4: a new record; gives its answer. Throws CalendarError 400 or 403. */
export async function create<Answer>(
  type: PostType,
  request: WriteRequest<Answer>,
): Promise<Answer> {
  requireFields(type, request.sent);
  const values = fieldValues(type, request.sent, request);
  return writeWhole(values, request, async (settle) =>
    request.answer(await makePost(type, await settle(values), request)),
  );
}

/** D8.4: the record as it is when nobody else writes it any more. */
async function inTurn({ type, documentId }: Pick<Target, 'type' | 'documentId'>) {
  await lockRecord(type, documentId);
  return rowsOf(type, documentId);
}

/** What is asked of the record as these rows show it, which are `current` under its lock; throws CalendarError 400, 403 or 404. */
async function asked(
  resource: Written,
  rows: Row[],
  { request, current }: { request: ChangeRequest<unknown>; current?: Row[] },
) {
  const { type } = resource;
  const { caller } = request;
  await requireWritable(resource, rows, caller);
  const open = rows.find(({ publishedAt }) => publishedAt) ?? rows[0]; // What a write changes (D6.4).
  const storedZone = open?.timezone as string | null | undefined;
  const values = fieldValues(type, await request.changes(current), { ...request, storedZone });
  const wanted = await statusOfChanged(type, values.status as SentStatus | undefined, caller);
  if (values.author !== undefined) await authorOf(type, values.author as number, caller);
  return { values: attributesOf(values), wanted };
}

/** Pictures and nested records are read before the write's turn comes (decision 6); nothing else is. */
const takesLong = ({ sent }: ChangeRequest<unknown>) =>
  ['image', ...Object.keys(REFERENCES)].some((field) => sent.includes(field));

/**
 * Spec 4: a changed record; gives its answer. `rows` are the record as it was found; it is judged once
 * more when its turn has come. Throws CalendarError 400, 403, 404 or 412.
 */
export async function update<Answer>(
  resource: Written,
  rows: Row[],
  request: ChangeRequest<Answer>,
): Promise<Answer> {
  const seeming = takesLong(request) ? await asked(resource, rows, { request }) : undefined;
  const { documentId, public_id: id } = rows[0] as Row;
  const target = { ...request, type: resource.type, documentId };
  const work = async (settle: Settle) => {
    const current = await inTurn(target);
    const { values, wanted } = await asked(resource, current, { request, current });
    const data = await settle(values);
    await request.demand?.();
    await save(target, current, { data, wanted });
    return request.answer(id);
  };
  const event = target.type === 'event' ? documentId : undefined;
  return writeWhole(seeming?.values ?? {}, request, work, event);
}

async function save(target: Target, rows: Row[], { data, wanted }: Change) {
  if (wanted === 'keep' && Object.keys(data).length === 0) return;
  const state = wanted === 'trash' ? 'keep' : wanted;
  const trashed = Boolean(rows[0]?.trashed_at);
  if (trashed) await changeTrashed(target, rows, { data, wanted: state });
  else await change(target, rows, { data, wanted: state });
  if (wanted === 'trash') await trash(versionIn(target, rows[0]?.locale ?? 'en'), target.now);
}

/** D6.3: the record goes into the trash; gives its answer. Throws CalendarError 403, 404, 410 or 412. */
export async function remove<Answer>(
  resource: Written,
  rows: Row[],
  { caller, now, demand, answer }: Omit<ChangeRequest<Answer>, 'changes' | 'sent'>,
): Promise<Answer> {
  const { type } = resource;
  const { documentId, public_id: id, locale } = rows[0] as Row;
  return whole(async () => {
    const current = await inTurn({ type, documentId });
    refuseTrashed(type, current);
    await requireWritable(resource, current, caller);
    await demand?.();
    await trash({ type, documentId, locale: current[0]?.locale ?? locale }, now);
    return answer(id);
  });
}
