import type { Values } from '../content-types/rows';
import { slugOwner, termIds, termsNamed } from '../database/find';
import { cleanSlug } from '../kinds/text/slug';
import { invalidParams, takenSlug, termExists } from '../messages/errors';
import type { Language } from '../settings/languages';
import type { TermType } from '../settings/record-types';

/** A term as it is about to be written in a language; a new one has no id yet. */
export interface Draft {
  type: TermType;
  id?: number;
  language: Language;
  values: Values;
}

/** D9.3: a parent that does not exist. */
export async function requireParent({ values: { parent } }: Draft): Promise<void> {
  if (typeof parent !== 'number') return;
  const { category } = await termIds({ category: [parent], tag: [] });
  if (category.has(parent)) return;
  throw invalidParams({ parent: { text: 'unknown_reference', values: { item: parent } } });
}

const sentSlug = ({ values: { slug } }: Draft) => (typeof slug === 'string' ? cleanSlug(slug) : '');

/** The id of another term that has the slug in this language. */
async function ownerOf(draft: Draft): Promise<number | undefined> {
  const slug = sentSlug(draft);
  if (slug === '') return undefined;
  const owner = await slugOwner(draft.type, slug, draft.language);
  return owner === draft.id ? undefined : owner;
}

/** D4.6: throws CalendarError 400 when the slug that a change sends belongs to another term. */
export async function refuseTakenSlug(draft: Draft): Promise<void> {
  if ((await ownerOf(draft)) === undefined) return;
  throw takenSlug(sentSlug(draft));
}

/** Names tell siblings apart; tags are all siblings. A slug of its own makes a name new all the same. */
async function refuseTakenName(draft: Draft): Promise<void> {
  const { type, values } = draft;
  const alike = await termsNamed(type, String(values.name));
  const [twin] = alike.filter(({ parent }) => (parent ?? 0) === (values.parent ?? 0));
  const unused = sentSlug(draft) !== '' && (await ownerOf(draft)) === undefined;
  if (!twin || unused) return;
  throw termExists(twin.public_id);
}

/** Spec 4.5, D9.3: throws CalendarError 400 when the term cannot be made, wherever it was sent. */
export async function demandNew(draft: Draft): Promise<void> {
  await requireParent(draft);
  await refuseTakenName(draft);
}
