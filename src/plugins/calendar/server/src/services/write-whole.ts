import { mayPublish } from '../access/rights';
import type { Values } from '../content-types/rows';
import type { Reference } from '../kinds/reference';
import { lockAlong } from '../rules/lock-along';
import { type MayPublish, publishingAs } from '../rules/publisher';
import { REFERENCES, type ReferenceField } from '../settings/record-types';
import { lockReferences } from '../store/lock';
import { whole } from '../store/whole';
import { type Picture, pictureOf } from './images';
import { type ReadReference, readReferences } from './nested-records';
import { making } from './new-records';
import { knownIds, resolveParent, resolveReferences } from './resolve-references';
import type { Writing } from './write-request';

const FIELDS = Object.keys(REFERENCES) as ReferenceField[];

/** What was had from elsewhere for the fields that were sent. */
interface Fetched {
  references: Partial<Record<ReferenceField, ReadReference[]>>;
  image?: number | null;
  pictures: Picture[];
}

/** Reads nested records and has pictures fetched, once for each field. */
async function fetchInto(fetched: Fetched, values: Values, writing: Writing) {
  const { references, pictures } = fetched;
  for (const field of FIELDS) {
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

/** Decision 6: all of them, and in one order, before anything else of the write. */
async function lockMade({ references }: Fetched) {
  for (const field of FIELDS) if (makes(references[field])) await lockReferences(field);
}

/** Decision 6: then what may be published along, of what is sent and of the event that is changed. */
async function lockLinked({ references }: Fetched, { now }: Writing, event?: string) {
  const sent = { venue: idsIn(references.venue), organizer: idsIn(references.organizer) };
  await lockAlong({ ...sent, event }, now);
}

/** D10.4: whoever writes judges what an event publishes along. */
const judgedBy =
  ({ caller }: Writing): MayPublish =>
  (type, rows) =>
    mayPublish(type, rows, caller);

async function settled({ references, image }: Fetched, values: Values, writing: Writing) {
  await resolveParent(values.post_parent, writing);
  const counted = making(writing);
  const ids: Values = values.image === undefined ? {} : { image };
  const sent = FIELDS.filter((field) => values[field] !== undefined && references[field]);
  const wanted = Object.fromEntries(sent.map((field) => [field, references[field]]));
  const known = await knownIds(wanted, writing);
  for (const field of sent) {
    const asked = { field, references: references[field] ?? [], known: known[field] };
    ids[field] = await resolveReferences(asked, counted);
  }
  return { ...values, ...ids };
}

/** Gives values as they are stored: with ids in the place of records and pictures. */
export type Settle = (values: Values) => Promise<Values>;

/**
 * D8.4: all of a write or none of it. `values` are what it seems to write before its turn comes, so
 * that what takes long is done by then; `save` may settle others. What was fetched is removed when
 * the write fails.
 */
export async function writeWhole<Result>(
  values: Values,
  writing: Writing,
  save: (settle: Settle) => Promise<Result>,
  event?: string,
): Promise<Result> {
  const fetched: Fetched = { references: {}, pictures: [] };
  try {
    await fetchInto(fetched, values, writing);
    const work = () =>
      whole(async () => {
        await lockMade(fetched);
        await lockLinked(fetched, writing, event);
        return save(async (current) => {
          // What became a change meanwhile is as an answer showed it: of known records and pictures.
          await fetchInto(fetched, current, writing);
          return settled(fetched, current, writing);
        });
      });
    return await publishingAs(judgedBy(writing), work);
  } catch (error) {
    for (const picture of fetched.pictures) await picture.undo();
    throw error;
  }
}
