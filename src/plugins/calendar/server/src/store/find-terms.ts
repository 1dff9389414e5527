import { LONGEST_SLUG } from '../params/slug';
import { condition } from '../query/condition';
import { fold } from '../query/fold';
import { NAME_END } from '../query/term-name';
import { type TermType, uidOf } from '../settings/record-types';
import { recordTable } from './record-table';
import { run } from './run';

interface Term {
  public_id: number;
  name: string;
}

const terms = (type: TermType) => strapi.db.query(uidOf(type));

/** No slug has more UTF-16 units; bringing the marks of a long text into order costs their square. */
const LONGEST = 2 * LONGEST_SLUG;

/** D7.6: the term with this slug in any language. */
export async function termBySlug(type: TermType, slug: string): Promise<number | undefined> {
  if (slug.length > LONGEST) return undefined;
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

/** One language of a term. */
export interface NamedTerm {
  public_id: number;
  name: string;
  slug: string | null;
  parent?: number | null;
}

const spelled = (name: string) => name.normalize('NFC').toLowerCase();

/** The terms of this name in any language, upper and lower case alike, accents not; oldest first. */
export async function termsNamed(type: TermType, name: string): Promise<NamedTerm[]> {
  const start = `${fold(name)}${NAME_END}`;
  const parent = type === 'category' ? ', e.parent' : '';
  const found = await run<NamedTerm>(
    condition(
      `SELECT e.public_id, e.name, e.slug${parent} FROM @${recordTable(type)} e
        WHERE SUBSTR(e.search_text, 1, CAST(? AS integer)) = ? ORDER BY e.public_id`,
      [...start].length,
      start,
    ),
  );
  return found.filter((term) => spelled(term.name) === spelled(name));
}

/** Which of these public ids are terms. */
export async function termIds(type: TermType, ids: number[]): Promise<Set<number>> {
  const found: Term[] = await terms(type).findMany({ where: { public_id: { $in: ids } } });
  return new Set(found.map(({ public_id }) => public_id));
}
