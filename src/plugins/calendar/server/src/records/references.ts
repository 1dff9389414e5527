import { readableIds } from '../access/rights';
import type { Row, Values } from '../content-types/rows';
import { termByName, termBySlug } from '../database/find';
import { type LinkedRow, linkedRows, termIds } from '../database/links';
import { rowsOfIds } from '../database/rows';
import { settings } from '../database/site';
import { lockExternalId, lockReferences } from '../database/transaction';
import type { Reference } from '../kinds/reference';
import { statesByExternalId } from '../listing/look-up';
import { invalidParams, refuse } from '../messages/errors';
import { lockAlong } from '../saves/publish-along';
import {
  isPostType,
  LINKED_TYPES,
  type LinkedType,
  type PostType,
  REFERENCE_FIELDS,
  REFERENCES,
  type RecordType,
  type ReferenceField,
  type TermType,
} from '../settings/record-types';
import {
  asOfNow,
  beginCreation,
  countNew,
  makePost,
  makeTerm,
  nestedIn,
  type RecordCreation,
  reusable,
  tooManyNew,
} from './make-record';
import { type Picture, pictureOf } from './pictures';
import { requireNew } from './terms';
import { fieldValues, requireFields, type Writing } from './write-request';

/** A reference; of a new record, its parsed values with the picture fetched. */
type ReadReference = { id: number } | { text: string } | { values: Values };

async function readRecord(type: RecordType, record: Values, writing: Writing, pictures: Picture[]) {
  if (!(await writing.caller.may(type, 'create'))) throw refuse(403, 'rest_forbidden');
  const isNamed = isPostType(type) && Boolean(record.external_id); // D4.13: it may exist already.
  if (!isNamed) requireFields(type, record);
  const values = fieldValues(type, record, writing);
  if (values.image === undefined) return values;
  const picture = await pictureOf(values.image, writing);
  pictures.push(picture);
  return { ...values, image: picture.fileId };
}

/** Spec 2, D10.4: parses nested new records, and fetches their pictures once. */
async function readReferences(
  field: ReferenceField,
  references: Reference[],
  { writing, pictures }: { writing: Writing; pictures: Picture[] },
): Promise<ReadReference[]> {
  const read: ReadReference[] = [];
  for (const reference of references) {
    if (!('record' in reference)) {
      read.push(reference);
      continue;
    }
    const { record } = reference;
    const fetches = record.image !== undefined;
    if (fetches && pictures.length >= settings().limits.newRecords) throw tooManyNew(field);
    const make = () => readRecord(REFERENCES[field], record, writing, pictures);
    read.push({ values: await nestedIn(field, writing, make) });
  }
  return read;
}

type References = Partial<Record<ReferenceField, ReadReference[]>>;

/** What a write has prepared for its fields: fetched pictures and parsed nested records. */
export interface Fetched {
  references: References;
  image?: number | null;
  pictures: Picture[];
}

/** Parses nested records and fetches pictures, once per field. */
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

/** D10.6: those of the public ids whose records the caller may see. */
async function readable(type: PostType, ids: number[], writing: Writing) {
  if (ids.length === 0) return new Set<number>();
  return readableIds(type, recordsIn(await rowsOfIds(type, ids), ids), asOfNow(writing));
}

const recordsIn = (rows: (Row | LinkedRow)[], ids: number[]) =>
  ids.map((id) => rows.filter(({ public_id }) => public_id === id));

/** D10.6: the same for venues and organizers together, in one statement. */
async function readableLinked(named: Record<LinkedType, number[]>, writing: Writing) {
  const rows = await linkedRows(named);
  const found = {} as Record<LinkedType, ReadonlySet<number>>;
  for (const type of LINKED_TYPES) {
    const own = rows.filter((row) => row.type === type);
    found[type] = await readableIds(type, recordsIn(own, named[type]), asOfNow(writing));
  }
  return found;
}

const unknown = (field: string, item: string | number) =>
  invalidParams({ [field]: { text: 'unknown_reference', values: { item } } });

/** Existing ids that the caller may refer to, by field. */
type Known = Record<ReferenceField, ReadonlySet<number>>;

const idsIn = (read: ReadReference[] = []) =>
  read.flatMap((reference) => ('id' in reference ? [reference.id] : []));

/** Looks up the ids among the references: posts and terms in one statement each. */
async function knownIds(references: References, writing: Writing): Promise<Known> {
  const named = { venue: idsIn(references.venue), organizer: idsIn(references.organizer) };
  const posts = await readableLinked(named, writing);
  const terms = await termIds({
    category: idsIn(references.categories),
    tag: idsIn(references.tags),
  });
  return { ...posts, categories: terms.category, tags: terms.tag };
}

/** A reference in a field, with the known ids of the field. */
interface Lookup {
  field: ReferenceField;
  wanted: ReadReference;
  known: ReadonlySet<number>;
}

/**
 * D12 row 13: finds a term by id, slug, then name; creates it if there is none and the caller may. D4.11: a name alone
 * is validated like that of any term.
 */
async function term({ field, wanted, known }: Lookup, writing: RecordCreation) {
  const type = REFERENCES[field] as TermType;
  if ('id' in wanted) {
    if (known.has(wanted.id)) return wanted.id;
    const bySlug = await termBySlug(type, String(wanted.id));
    if (bySlug === undefined) throw unknown(field, wanted.id);
    return bySlug;
  }
  const bySlug = 'text' in wanted ? await termBySlug(type, wanted.text) : undefined;
  if (bySlug !== undefined) return bySlug;
  const values = await nestedIn(field, writing, () =>
    'values' in wanted ? wanted.values : fieldValues(type, { name: wanted.text }, writing),
  );
  const name = String(values.name);
  const found = await termByName(type, name);
  if (found) return found;
  if (!(await writing.caller.may(type, 'create'))) throw unknown(field, name);
  await nestedIn(field, writing, () => requireNew({ type, language: writing.language, values }));
  countNew(field, writing);
  return nestedIn(field, writing, () => makeTerm(type, values, writing));
}

/** D4.13: the existing record with the external id, whatever else was sent. */
async function external(type: PostType, { external_id, source }: Values, writing: Writing) {
  if (!external_id) return undefined;
  const id = { externalId: String(external_id), source: String(source ?? '') };
  const find = async () => (await statesByExternalId(type, id))[0]?.public_id;
  // Locked only if there is none: somebody else may be creating it, and a second one would be refused.
  const found = (await find()) ?? (await lockExternalId(type, id).then(find)) ?? 0;
  return found && (await readable(type, [found], writing)).has(found) ? found : undefined;
}

/** D12 rows 5 and 12: finds a post by id, or creates one; a readable record that equals all sent values is reused. */
async function post({ field, wanted, known }: Lookup, writing: RecordCreation) {
  const type = REFERENCES[field] as PostType;
  if ('text' in wanted) throw unknown(field, wanted.text);
  if ('id' in wanted) {
    if (!known.has(wanted.id)) throw unknown(field, wanted.id);
    return wanted.id;
  }
  const { values } = wanted;
  const existing = await external(type, values, writing);
  if (existing !== undefined) return existing;
  await nestedIn(field, writing, () => requireFields(type, values));
  const reused = await nestedIn(field, writing, () => reusable(type, values, writing));
  if (reused !== undefined) return reused;
  countNew(field, writing);
  return nestedIn(field, writing, () => makePost(type, values, writing));
}

/** D9.3: requires that the caller may see the parent event. Throws CalendarError 400. */
async function resolveParent(parent: unknown, writing: Writing): Promise<void> {
  if (!parent) return;
  const id = Number(parent);
  if (!(await readable('event', [id], writing)).has(id)) throw unknown('post_parent', id);
}

/**
 * Resolves a field's references to ids, in order, without duplicates. Call within the write's transaction, after
 * `lockReferences`.
 */
async function resolveReferences(
  { field, references, known }: Pick<Lookup, 'field' | 'known'> & { references: ReadReference[] },
  writing: RecordCreation,
): Promise<number[]> {
  const resolve = isPostType(REFERENCES[field]) ? post : term;
  const ids: number[] = [];
  for (const wanted of references) {
    ids.push(Number(await resolve({ field, wanted, known }, writing)));
  }
  return [...new Set(ids)];
}

const makes = (read: ReadReference[] = []) => read.some((reference) => !('id' in reference));

/** Decision 6: takes the first locks of a write in order: its pictures, names it may create, records published along. */
export async function lockFetched(
  { references, pictures }: Fetched,
  { now }: Writing,
  event?: string,
): Promise<void> {
  for (const picture of pictures) await picture.hold();
  for (const field of REFERENCE_FIELDS) if (makes(references[field])) await lockReferences(field);
  const sent = { venue: idsIn(references.venue), organizer: idsIn(references.organizer) };
  await lockAlong({ ...sent, event }, now);
}

/** Values as stored, with ids instead of records and pictures. */
export async function resolved(values: Values, fetched: Fetched, writing: Writing) {
  // Fields changed by a concurrent write hold served values, whose records and pictures exist.
  await fetchFor(values, fetched, writing);
  const { references, image } = fetched;
  await resolveParent(values.post_parent, writing);
  const counted = beginCreation(writing);
  const ids: Values = values.image === undefined ? {} : { image };
  const sent = REFERENCE_FIELDS.filter((field) => values[field] !== undefined && references[field]);
  const wanted = Object.fromEntries(sent.map((field) => [field, references[field]]));
  const known = await knownIds(wanted, writing);
  for (const field of sent) {
    const lookup = { field, references: references[field] ?? [], known: known[field] };
    ids[field] = await resolveReferences(lookup, counted);
  }
  return { ...values, ...ids };
}
