import { invalidParams } from '../errors/refusals';
import {
  isPostType,
  type PostType,
  REFERENCES,
  type ReferenceField,
  type TermType,
} from '../settings/record-types';
import { termByName, termBySlug, termIds } from '../store/find-terms';
import { rowsOfId } from '../store/siblings';
import { makePost, makeTerm } from './make-record';
import type { ReadReference } from './nested-records';
import { readableIds, reusable } from './readable-records';
import type { Writing } from './write-request';

const unknown = (field: string, item: string | number) =>
  invalidParams({ [field]: { text: 'unknown_reference', values: { item } } });

/** D12 row 13: by id, slug, then name; made if there is none and the caller may. */
async function term(field: ReferenceField, wanted: ReadReference, writing: Writing) {
  const type = REFERENCES[field] as TermType;
  if ('id' in wanted) {
    if ((await termIds(type, [wanted.id])).has(wanted.id)) return wanted.id;
    const bySlug = await termBySlug(type, String(wanted.id));
    if (bySlug === undefined) throw unknown(field, wanted.id);
    return bySlug;
  }
  const values = 'values' in wanted ? wanted.values : { name: wanted.text };
  const name = String(values.name);
  const slug = 'text' in wanted ? wanted.text : undefined;
  const found = (slug && (await termBySlug(type, slug))) || (await termByName(type, name));
  if (found) return found;
  if (!(await writing.caller.may(type, 'create'))) throw unknown(field, name);
  return makeTerm(type, values, writing);
}

/** D12 rows 5 and 12: by id, or made; a readable record equal in all that was sent is taken instead. */
async function post(field: ReferenceField, wanted: ReadReference, writing: Writing) {
  const type = REFERENCES[field] as PostType;
  if ('text' in wanted) throw unknown(field, wanted.text);
  if ('id' in wanted) {
    const rows = await rowsOfId(type, wanted.id);
    if (!(await readableIds(type, [rows], writing)).has(wanted.id)) throw unknown(field, wanted.id);
    return wanted.id;
  }
  return (await reusable(type, wanted.values, writing)) ?? makePost(type, wanted.values, writing);
}

/** D9.3: the parent of an event is one that the caller may see. */
export async function resolveParent(parent: unknown, writing: Writing): Promise<void> {
  if (!parent) return;
  const rows = await rowsOfId('event', Number(parent));
  const readable = await readableIds('event', [rows], writing);
  if (!readable.has(Number(parent))) throw unknown('post_parent', Number(parent));
}

/** The ids behind references, in order and once each; belongs into the write's transaction, behind `lockReferences`. */
export async function resolveReferences(
  field: ReferenceField,
  references: ReadReference[],
  writing: Writing,
): Promise<number[]> {
  const resolve = isPostType(REFERENCES[field]) ? post : term;
  const ids: number[] = [];
  for (const reference of references) ids.push(Number(await resolve(field, reference, writing)));
  return [...new Set(ids)];
}
