import { fold } from '../query/fold';
import { uidOf } from '../settings/record-types';

type TermType = 'category' | 'tag';

interface Term {
  public_id: number;
  name: string;
}

const terms = (type: TermType) => strapi.db.query(uidOf(type));

/** D7.6: the term with this slug in any language. */
export async function termBySlug(type: TermType, slug: string): Promise<number | undefined> {
  const found: Term | null = await terms(type).findOne({
    where: { slug: slug.normalize('NFC').toLowerCase() },
    orderBy: { public_id: 'asc' },
  });
  return found?.public_id;
}

/** D7.6: the oldest term of this name in any language, whatever its case and accents. */
export async function termByName(type: TermType, name: string): Promise<number | undefined> {
  const wanted = fold(name);
  const found: Term[] = await terms(type).findMany({
    where: { search_text: { $startsWith: wanted } },
    orderBy: { public_id: 'asc' },
  });
  return found.find((term) => fold(term.name) === wanted)?.public_id;
}

/** Which of these public ids are terms. */
export async function termIds(type: TermType, ids: number[]): Promise<Set<number>> {
  const found: Term[] = await terms(type).findMany({ where: { public_id: { $in: ids } } });
  return new Set(found.map(({ public_id }) => public_id));
}
