import { errors } from '@strapi/utils';
import { isValues, type ReferenceRow } from '../content-types/rows';
import type { AdminContext } from '../database/permissions';
import { settings } from '../database/site';
import { mayRead, pickable } from '../records/agenda';
import { dryRun as runDry } from '../records/dry-run';
import { presentChoice, type ReferenceChoice, referenceQuery } from '../resources/agenda';
import { isLanguage, languagesFrom } from '../settings/languages';
import { RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';
import { validated } from './body';

type Load = (ids: number[]) => Promise<ReferenceRow[]>;

/** The rows of these categories and of their ancestors. */
async function withAbove(ids: number[], load: Load): Promise<ReferenceRow[]> {
  const rows: ReferenceRow[] = [];
  let wanted = ids;
  while (wanted.length > 0) {
    rows.push(...(await load(wanted)));
    const known = new Set([...rows.map((row) => row.public_id), ...wanted]);
    wanted = [...new Set(rows.map((row) => row.parent ?? 0))].filter((id) => id && !known.has(id));
  }
  return rows;
}

/** D4.5: adds to categories their ancestors' names, from the root, and their color. */
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

type TypeContext = AdminContext & { params: { type: RecordType } };

/** D4.5: the controller of the admin's picker: search, and look-up of the chosen ids. */
export const references = {
  async find(ctx: TypeContext) {
    const { q, ids: given, language } = validated(referenceQuery, ctx.query);
    const { type } = ctx.params;
    const { defaultLanguage } = settings();
    const { find, load } = await pickable(type, ctx.state.userAbility);
    const ids = given ?? (await find(q));
    const languages = languagesFrom(language ?? defaultLanguage, defaultLanguage);
    const isTree = type === 'category';
    const rows = await (isTree ? withAbove(ids, load) : load(ids));
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

/** Route of the admin's inputs: `/calendar/admin/references/venue?q=hall`, `/calendar/admin/references/tag?ids=3,1`. */
export const referenceRoute = {
  method: 'GET',
  path: `/admin/references/:type(${RECORD_TYPES.join('|')})`,
  handler: 'references.find',
  config: { policies: ['admin::isAuthenticatedAdmin', 'plugin::calendar.may-read-type'] },
};

/** D4.5: policy that requires the right to read the type in the path in the content manager. */
export const mayReadType = ({ params, state }: Pick<TypeContext, 'params' | 'state'>) =>
  mayRead(state.userAbility, params.type);

/** Route of the admin's inputs while somebody types: `POST /calendar/admin/dry-run/event`. */
export const dryRunRoute = {
  method: 'POST',
  path: `/admin/dry-run/:type(${RECORD_TYPES.join('|')})`,
  handler: 'dryRun.run',
  config: { policies: ['admin::isAuthenticatedAdmin', 'plugin::calendar.may-read-type'] },
};

/** D9.9: validates values by the rules of every save, without saving them. */
export const dryRun = {
  run(ctx: TypeContext) {
    const { type } = ctx.params;
    const { values, language } = ctx.request.body ?? {};
    if (!isValues(values)) throw new errors.ValidationError('values must be an object');
    const { attributes } = strapi.contentType(uidOf(type));
    const known = Object.entries(values).filter(([name]) => Object.hasOwn(attributes, name));
    const editorLanguage = isLanguage(language) ? language : settings().defaultLanguage;
    ctx.body = runDry(type, Object.fromEntries(known), editorLanguage);
  },
};
