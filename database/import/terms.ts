import type { RecordService } from '../../src/plugins/calendar/server/src/records';
import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';
import type { TermType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { slugOf, termOf } from './bodies';
import { pagesOf, type Served, textOf } from './source';
import { attempt, type Import, lineOf, reported, serviceOf, writeWhatFits } from './writing';

async function termBySlug(service: RecordService, slug: string, language?: Language) {
  if (slug === '') return undefined;
  const { records } = await service.find({ slug, hide_empty: false }, { language });
  return (records as Served[])[0];
}

/** The id here of a category or tag: of the one with its slug, else of a new one, after its parents. Undefined if it is refused. */
async function importTerm(
  run: Import,
  type: TermType,
  served: Served,
): Promise<number | undefined> {
  const { language, categories } = run;
  const ids = run.ids[type];
  const key = textOf(served.id);
  if (ids.has(key)) return ids.get(key);
  ids.set(key, undefined); // A loop among parents ends here.
  const service = serviceOf(run, type);
  const line = lineOf(type, served, served.name);
  const log = (why: string) => run.log(`${line}: ${why}`);
  const create = async (fields: Served) => {
    try {
      return await service.create(fields, { language });
    } catch (error) {
      const { code, data } = reported(error);
      if (code === 'term_exists') return { id: data.term_id };
      throw error;
    }
  };
  const id = await attempt(run, line, async () => {
    const found = await termBySlug(service, slugOf(served), language);
    if (found) return Number(found.id);
    const above = type === 'category' ? categories.get(textOf(served.parent)) : undefined;
    const parent = above && (await importTerm(run, 'category', above));
    return Number((await writeWhatFits(create, type, { ...termOf(type, served), parent }, log)).id);
  });
  ids.set(key, id);
  return id;
}

export async function importTerms(run: Import, type: TermType, list: Served[]): Promise<number[]> {
  const ids: number[] = [];
  for (const served of list) {
    const id = await importTerm(run, type, served);
    if (id) ids.push(id);
  }
  return ids;
}

/**
 * Reads all categories. Those that no event needs are created by the first import alone: terms have no id of another
 * system, and what was deleted or got another slug here would come again with each later one.
 */
export async function importCategories(run: Import): Promise<void> {
  const { categories, ids, source } = run;
  for await (const { records } of pagesOf(source.root, '/categories', { hide_empty: 'false' })) {
    for (const served of records) categories.set(textOf(served.id), served);
  }
  run.log(`Categories: ${categories.size}`);
  const isFirst = [ids.event, ids.venue, ids.organizer].every(({ size }) => size === 0);
  if (isFirst) await importTerms(run, 'category', [...categories.values()]);
}
