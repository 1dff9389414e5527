import { mayPublish } from '../access/rights';
import type { Values } from '../content-types/rows';
import { lockReferences, transaction } from '../database/transaction';
import type { Reference } from '../kinds/reference';
import { publishingAs } from '../saves/publish-along';
import { lockAlong } from '../saves/waiting';
import { REFERENCE_FIELDS, type ReferenceField } from '../settings/record-types';
import { type Picture, pictureOf } from './pictures';
import {
  knownIds,
  making,
  type ReadReference,
  readReferences,
  resolveParent,
  resolveReferences,
} from './references';
import type { Writing } from './write-request';

/** What a write has had from elsewhere for the fields that were sent: pictures, and nested records that were read. */
export interface Fetched {
  references: Partial<Record<ReferenceField, ReadReference[]>>;
  image?: number | null;
  pictures: Picture[];
}

/** Decision 6: what takes long, and is had before a write takes its turn. */
export const takesLong = (sent: Values) =>
  ['image', ...REFERENCE_FIELDS].some((field) => field in sent);

/** Does a write; the pictures that it has fetched are removed when it fails. */
export async function fetching<Result>(
  write: (fetched: Fetched) => Promise<Result>,
): Promise<Result> {
  const fetched: Fetched = { references: {}, pictures: [] };
  try {
    return await write(fetched);
  } catch (error) {
    for (const picture of fetched.pictures) await picture.undo();
    throw error;
  }
}

/** D8.4: all of a write or none of it. D10.4: its caller judges what an event publishes along. */
export const inTransaction = <Result>({ caller }: Writing, work: () => Promise<Result>) =>
  publishingAs(
    (type, rows) => mayPublish(type, rows, caller),
    () => transaction(work),
  );

/** Reads nested records and has pictures fetched, once for each field. */
export async function fetchFor(values: Values, fetched: Fetched, writing: Writing): Promise<void> {
  const { references, pictures } = fetched;
  for (const field of REFERENCE_FIELDS) {
    const sent = values[field] as Reference[] | undefined;
    if (!Array.isArray(sent)) continue;
    references[field] ??= await readReferences(field, sent, { writing, pictures });
  }
  if (values.image === undefined || fetched.image !== undefined) return;
  const picture = await pictureOf(values.image, writing);
  pictures.push(picture);
  fetched.image = picture.fileId;
}

const makes = (read: ReadReference[] = []) => read.some((reference) => !('id' in reference));

const idsIn = (read: ReadReference[] = []) =>
  read.flatMap((reference) => ('id' in reference ? [reference.id] : []));

/**
 * Decision 6: first of a write, and in one order, the names of what it may make; then what may be
 * published along, of what is sent and of the event that is changed.
 */
export async function lockFetched(
  { references }: Fetched,
  { now }: Writing,
  event?: string,
): Promise<void> {
  for (const field of REFERENCE_FIELDS) if (makes(references[field])) await lockReferences(field);
  const sent = { venue: idsIn(references.venue), organizer: idsIn(references.organizer) };
  await lockAlong({ ...sent, event }, now);
}

/** Values as they are stored: with ids in the place of records and pictures. */
export async function resolved(values: Values, fetched: Fetched, writing: Writing) {
  // What became a change meanwhile is as an answer showed it: of known records and pictures.
  await fetchFor(values, fetched, writing);
  const { references, image } = fetched;
  await resolveParent(values.post_parent, writing);
  const counted = making(writing);
  const ids: Values = values.image === undefined ? {} : { image };
  const sent = REFERENCE_FIELDS.filter((field) => values[field] !== undefined && references[field]);
  const wanted = Object.fromEntries(sent.map((field) => [field, references[field]]));
  const known = await knownIds(wanted, writing);
  for (const field of sent) {
    const asked = { field, references: references[field] ?? [], known: known[field] };
    ids[field] = await resolveReferences(asked, counted);
  }
  return { ...values, ...ids };
}
