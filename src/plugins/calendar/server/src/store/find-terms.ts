import type { TermRow } from '../content-types/rows';
import { spelled } from '../kinds/text/fold';
import { LONGEST_SLUG } from '../kinds/text/slug';
import { type TermType, uidOf } from '../settings/record-types';
import { namedLike } from '../sql/folded';
import { list, raw, sql } from '../sql/sql';
import { oneOfIds } from './json';
import { tableOf } from './record-table';
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
    where: { slug: spelled(slug) },
    orderBy: { public_id: 'asc' },
  });
  return found?.public_id;
}

/** One language of a term. */
type NamedTerm = Pick<TermRow, 'public_id' | 'name' | 'slug' | 'parent'>;

/** The terms whose folded name is that of this one, in any language; oldest first. */
function termsLike(type: TermType, name: string): Promise<NamedTerm[]> {
  const parent = raw(type === 'category' ? ', e.parent' : '');
  return run(sql`SELECT e.public_id, e.name, e.slug${parent} FROM ${tableOf(type)} e
    WHERE ${namedLike([name])} ORDER BY e.public_id`);
}

const spelledAs = (name: string) => (term: Term) => spelled(term.name) === spelled(name);

/** D7.6: the oldest term of this name in any language, one with the same accents before others. */
export async function termByName(type: TermType, name: string): Promise<number | undefined> {
  const alike = await termsLike(type, name);
  return (alike.find(spelledAs(name)) ?? alike[0])?.public_id;
}

/** The terms of this name in any language, upper and lower case alike, accents not; oldest first. */
export const termsNamed = async (type: TermType, name: string): Promise<NamedTerm[]> =>
  (await termsLike(type, name)).filter(spelledAs(name));

const withIds = (type: TermType, ids: number[]) =>
  sql`SELECT ${raw(`'${type}'`)} AS type, public_id FROM ${tableOf(type)}
    WHERE ${oneOfIds(raw('public_id'), ids)}`;

/** Which of these public ids are terms, in one statement. */
export async function termIds(
  asked: Record<TermType, number[]>,
): Promise<Record<TermType, Set<number>>> {
  const found = { category: new Set<number>(), tag: new Set<number>() };
  const types = (Object.keys(found) as TermType[]).filter((type) => asked[type].length > 0);
  if (types.length === 0) return found;
  const parts = types.map((type) => withIds(type, asked[type]));
  const rows = await run<{ type: TermType; public_id: number }>(list(parts, ' UNION '));
  for (const { type, public_id } of rows) found[type].add(public_id);
  return found;
}
