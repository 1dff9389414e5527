import { errors } from '@strapi/utils';
import { z } from 'zod';
import type { ReferenceRow } from '../content-types/rows';
import { loadReferences, searchReferences } from '../database/find';
import { presentChoice, type ReferenceChoice } from '../resources/reference-choice';
import { LANGUAGES, languagesFrom } from '../settings/languages';
import { LARGEST_ID, RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';
import type { Settings } from '../settings/settings';

const LONGEST_SEARCH = 200;
const MOST_IDS = 1000;
/** `3,1,2` in that order; an id too large for a record just finds nothing. */
const idList = z
  .string()
  .regex(/^(\d+(,\d+)*)?$/, 'must be ids separated by commas')
  .transform((text) => [...new Set(text.split(',').filter(Boolean).map(Number))])
  .refine((ids) => ids.length <= MOST_IDS, `must name at most ${MOST_IDS} ids`)
  .transform((ids) => ids.filter((id) => id <= LARGEST_ID));

/** D4.5: what the admin's picker asks for: a search, or the records behind some ids. */
const referenceSearch = z.object({
  q: z
    .string()
    .max(LONGEST_SEARCH, `must not be longer than ${LONGEST_SEARCH} characters`)
    .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
    .transform((text) => text.trim())
    .default(''),
  ids: idList.optional().transform((ids) => (ids?.length ? ids : undefined)),
  language: z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`).optional(),
});

export type ReferenceSearch = z.output<typeof referenceSearch>;

/** The search, or one sentence per wrong parameter, by its name. */
export function readReferenceSearch(query: unknown): ReferenceSearch | { faults: string[] } {
  const result = referenceSearch.safeParse(query);
  if (result.success) return result.data;
  return { faults: result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) };
}

/** The rows of these categories, and of all that stand above them. */
async function withAbove(ids: number[]): Promise<ReferenceRow[]> {
  const rows: ReferenceRow[] = [];
  let wanted = ids;
  while (wanted.length > 0) {
    rows.push(...(await loadReferences('category', wanted)));
    const known = new Set([...rows.map((row) => row.public_id), ...wanted]);
    wanted = [...new Set(rows.map((row) => row.parent ?? 0))].filter((id) => id && !known.has(id));
  }
  return rows;
}

/** D4.5: where categories stand in their tree: the names above each, the outermost first, and its colour. */
function placed(choices: ReferenceChoice[], rows: ReferenceRow[], nameOf: (id: number) => string) {
  const rowOf = new Map(rows.map((row) => [row.public_id, row]));
  const above = (id: number, seen: number[] = []): string[] => {
    const parent = rowOf.get(id)?.parent;
    if (!parent || seen.includes(parent) || !rowOf.has(parent)) return [];
    return [...above(parent, [...seen, id]), nameOf(parent)];
  };
  return choices.map((choice) => ({
    ...choice,
    above: above(choice.id),
    color: rowOf.get(choice.id)?.color ?? null,
  }));
}

/** D4.5: what the admin's picker offers, and the records behind the ids that it holds. */
export const references = {
  async find(ctx: { params: { type: RecordType }; query: unknown; body: unknown }) {
    const search = readReferenceSearch(ctx.query);
    if ('faults' in search) throw new errors.ValidationError(search.faults.join('; '));
    const { type } = ctx.params;
    const site = strapi.config.get('plugin::calendar') as Settings;
    const ids = search.ids ?? (await searchReferences(type, search.q));
    const languages = languagesFrom(search.language ?? site.defaultLanguage, site.defaultLanguage);
    const isTree = type === 'category';
    const rows = isTree ? await withAbove(ids) : await loadReferences(type, ids);
    const now = new Date();
    const choiceOf = (id: number) => {
      const own = rows.filter((row) => row.public_id === id);
      return presentChoice(own, languages, now);
    };
    const choices = ids.map(choiceOf).filter((choice) => choice !== undefined);
    const nameOf = (id: number) => choiceOf(id)?.name ?? '';
    ctx.body = { results: isTree ? placed(choices, rows, nameOf) : choices };
  },
};

/** Asked by the admin's inputs: `/calendar/admin/references/venue?q=hall`, `/calendar/admin/references/tag?ids=3,1`. */
export const referenceRoute = {
  method: 'GET',
  path: `/admin/references/:type(${RECORD_TYPES.join('|')})`,
  handler: 'references.find',
  config: { policies: ['admin::isAuthenticatedAdmin', 'plugin::calendar.may-read-type'] },
};

type AdminRequest = {
  params: { type: RecordType };
  state: { userAbility: { can: (action: string, subject: string) => boolean } };
};

/** D4.5: lets through who may read the type named in the path in the content manager; 403 otherwise. */
export const mayReadType = ({ params, state }: AdminRequest) =>
  state.userAbility.can('plugin::content-manager.explorer.read', uidOf(params.type));
