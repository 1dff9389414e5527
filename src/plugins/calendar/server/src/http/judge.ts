import { errors } from '@strapi/utils';
import type { Values } from '../content-types/rows';
import { settings } from '../database/site';
import { judge as judged } from '../records/judge';
import { isLanguage } from '../settings/languages';
import { RECORD_TYPES, type RecordType, uidOf } from '../settings/record-types';

/** Asked by the admin's inputs while somebody types: `POST /calendar/admin/judge/event`. */
export const judgeRoute = {
  method: 'POST',
  path: `/admin/judge/:type(${RECORD_TYPES.join('|')})`,
  handler: 'judge.judge',
  config: { policies: ['admin::isAuthenticatedAdmin', 'plugin::calendar.may-read-type'] },
};

interface Asked {
  params: { type: RecordType };
  request: { body?: { language?: unknown; values?: unknown } };
  body: unknown;
}

const isValues = (sent: unknown): sent is Values =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent);

/** D9.9: what the rules of every save say of values that are not saved. */
export const judge = {
  judge(ctx: Asked) {
    const { type } = ctx.params;
    const { values, language } = ctx.request.body ?? {};
    if (!isValues(values)) throw new errors.ValidationError('values: an object is needed');
    const { attributes } = strapi.contentType(uidOf(type));
    const known = Object.entries(values).filter(([name]) => Object.hasOwn(attributes, name));
    const spoken = isLanguage(language) ? language : settings().defaultLanguage;
    ctx.body = judged(type, Object.fromEntries(known), spoken);
  },
};
