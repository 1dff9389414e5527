import { readableIds } from '../access/rights';
import type { Row } from '../content-types/rows';
import { invalidParams } from '../messages/errors';
import {
  isPostType,
  type PostType,
  REFERENCES,
  type ReferenceField,
  type TermType,
} from '../settings/record-types';
import { termByName, termBySlug, termIds } from '../store/find-terms';
import { LINKED_TYPES, type LinkedRow, type LinkedType, linkedRows } from '../store/links';
import { rowsOfIds } from '../store/siblings';
import { fieldValues } from './field-values';
import { makePost, makeTerm } from './make-record';
import { countNew, type Making, nestedIn, type ReadReference } from './nested-records';
import { reusable } from './reusable-record';
import { demandNew } from './term-conflicts';
import type { Writing } from './write-request';

/** D10.6: of these public ids those of records that the caller may see; asked for together. */
export async function readable(type: PostType, ids: number[], writing: Writing) {
  if (ids.length === 0) return new Set<number>();
  return readableIds(type, recordsIn(await rowsOfIds(type, ids), ids), writing);
}

const recordsIn = (rows: (Row | LinkedRow)[], ids: number[]) =>
  ids.map((id) => rows.filter(({ public_id }) => public_id === id));

/** D10.6: the same of the venues and organizers that an event names, in one statement. */
export async function readableLinked(named: Record<LinkedType, number[]>, writing: Writing) {
  const rows = await linkedRows(named);
  const found = {} as Record<LinkedType, ReadonlySet<number>>;
  for (const type of LINKED_TYPES) {
    const own = rows.filter((row) => row.type === type);
    found[type] = await readableIds(type, recordsIn(own, named[type]), writing);
  }
  return found;
}

const unknown = (field: string, item: string | number) =>
  invalidParams({ [field]: { text: 'unknown_reference', values: { item } } });

type NewTerm = Exclude<ReadReference, { id: number }>;

/** A name that stands alone is read as that of any term (D4.11). */
const termValues = (type: TermType, wanted: NewTerm, writing: Writing) =>
  'values' in wanted ? wanted.values : fieldValues(type, { name: wanted.text }, writing);

/** Of each field the ids that may stand as they are. */
type Known = Record<ReferenceField, ReadonlySet<number>>;

type References = Partial<Record<ReferenceField, ReadReference[]>>;

/** The ids among references that may stand: those of posts and those of terms looked up together. */
export async function knownIds(references: References, writing: Writing): Promise<Known> {
  const ids = (field: ReferenceField) =>
    (references[field] ?? []).flatMap((reference) => ('id' in reference ? [reference.id] : []));
  const named = { venue: ids('venue'), organizer: ids('organizer') };
  const posts = await readableLinked(named, writing);
  const terms = await termIds({ category: ids('categories'), tag: ids('tags') });
  return { ...posts, categories: terms.category, tags: terms.tag };
}

/** A reference in its field, with the ids there that may stand. */
interface Asked {
  field: ReferenceField;
  wanted: ReadReference;
  known: ReadonlySet<number>;
}

/** D12 row 13: by id, slug, then name; made if there is none and the caller may. */
async function term({ field, wanted, known }: Asked, writing: Making) {
  const type = REFERENCES[field] as TermType;
  if ('id' in wanted) {
    if (known.has(wanted.id)) return wanted.id;
    const bySlug = await termBySlug(type, String(wanted.id));
    if (bySlug === undefined) throw unknown(field, wanted.id);
    return bySlug;
  }
  const bySlug = 'text' in wanted ? await termBySlug(type, wanted.text) : undefined;
  if (bySlug !== undefined) return bySlug;
  const values = await nestedIn(field, writing, () => termValues(type, wanted, writing));
  const name = String(values.name);
  const found = await termByName(type, name);
  if (found) return found;
  if (!(await writing.caller.may(type, 'create'))) throw unknown(field, name);
  await nestedIn(field, writing, () => demandNew({ type, language: writing.language, values }));
  countNew(field, writing);
  return makeTerm(type, values, writing);
}

/** D12 rows 5 and 12: by id, or made; a readable record equal in all that was sent is taken instead. */
async function post({ field, wanted, known }: Asked, writing: Making) {
  const type = REFERENCES[field] as PostType;
  if ('text' in wanted) throw unknown(field, wanted.text);
  if ('id' in wanted) {
    if (!known.has(wanted.id)) throw unknown(field, wanted.id);
    return wanted.id;
  }
  const equal = await reusable(type, wanted.values, writing);
  if (equal !== undefined) return equal;
  countNew(field, writing);
  return makePost(type, wanted.values, writing);
}

/** D9.3: the parent of an event is one that the caller may see. */
export async function resolveParent(parent: unknown, writing: Writing): Promise<void> {
  if (!parent) return;
  const id = Number(parent);
  if (!(await readable('event', [id], writing)).has(id)) throw unknown('post_parent', id);
}

/** The ids behind a field's references, in order and once each; belongs into the write's transaction, behind `lockReferences`. */
export async function resolveReferences(
  { field, references, known }: Pick<Asked, 'field' | 'known'> & { references: ReadReference[] },
  writing: Making,
): Promise<number[]> {
  const resolve = isPostType(REFERENCES[field]) ? post : term;
  const ids: number[] = [];
  for (const wanted of references) {
    ids.push(Number(await resolve({ field, wanted, known }, writing)));
  }
  return [...new Set(ids)];
}
