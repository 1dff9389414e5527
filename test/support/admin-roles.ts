import { randomUUID } from 'node:crypto';
import { type PostType, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from './admin';
import { send } from './http';

type Right = 'read' | 'create' | 'update' | 'delete' | 'publish';

/** Strapi's name for the condition that somebody has made a record. */
const OWN = ['admin::is-creator'];

const LOCALES = ['ar', 'en', 'fr', 'es'];

interface Extent {
  locales?: string[];
  fields?: string[];
}

/** What a role grants that ticks these languages and fields of a type, or all. */
function permission(type: PostType, right: Right, { locales = LOCALES, fields }: Extent) {
  const subject = uidOf(type);
  const withFields = ['read', 'create', 'update'].includes(right) && {
    fields: fields ?? Object.keys(strapi.contentType(subject).attributes),
  };
  const properties = { locales, ...withFields };
  return { action: `plugin::content-manager.explorer.${right}`, subject, properties };
}

/** Invites a colleague into roles of the admin, as its settings do. */
export async function invite(...roles: number[]) {
  const name = randomUUID();
  const [email, password] = [`${name}@example.org`, `Aa1${name}`];
  const person = { firstname: 'A', lastname: 'B', email };
  const made = await admin('POST', '/admin/users', { ...person, roles });
  await admin('PUT', `/admin/users/${made.body.data.id}`, { password, isActive: true });
  return { email, password };
}

/** Asks the admin's HTTP API as somebody who has logged in. */
async function askAs(login: { email: string; password: string }) {
  const { body } = await send('POST', '/admin/login', login);
  const headers = { authorization: `Bearer ${body.data.token}` };
  return (method: string, path: string, sent?: unknown, more = {}) =>
    send(method, path, sent, { ...headers, ...more });
}

/** Strapi's own role with this code, such as `strapi-editor`. */
export async function roleOf(code: string): Promise<number> {
  const { body } = await admin('GET', '/admin/roles');
  return body.data.find((role: { code: string }) => role.code === code).id;
}

/** Asks as a colleague in roles with these codes. */
export const adminIn = async (...codes: string[]) =>
  askAs(await invite(...(await Promise.all(codes.map(roleOf)))));

interface Besides extends Extent {
  /** Of the rights, those to what somebody has made alone. */
  own?: Right[];
  /** Another type, of which they may read what they have made. */
  ownOf?: PostType;
  /** Rights of plugins. */
  actions?: string[];
}

/** A role that has these rights and no others. */
async function roleWith(type: PostType, rights: readonly Right[], besides: Besides = {}) {
  const { own = [], ownOf, actions = [], ...extent } = besides;
  const role = await admin('POST', '/admin/roles', { name: randomUUID(), description: '' });
  const ofType = rights.map((right) => ({
    ...permission(type, right, extent),
    conditions: own.includes(right) ? OWN : [],
  }));
  const ofOwn = ownOf ? [{ ...permission(ownOf, 'read', extent), conditions: OWN }] : [];
  const ofPlugins = actions.map((action) => ({
    action,
    subject: null,
    conditions: [],
    properties: {},
  }));
  const permissions = [...ofType, ...ofOwn, ...ofPlugins];
  await admin('PUT', `/admin/roles/${role.body.data.id}/permissions`, { permissions });
  return role.body.data.id as number;
}

/** Asks as somebody who has several roles. */
export const adminWithAll = async (...roles: Parameters<typeof roleWith>[]) =>
  askAs(await invite(...(await Promise.all(roles.map((role) => roleWith(...role))))));

/** Asks as somebody whose role has these rights and no others. */
export const adminWith = (...role: Parameters<typeof roleWith>) => adminWithAll(role);

/** Asks with a token of the administrator's that may read titles of events, change them, and open the agenda. */
export async function adminByToken() {
  const titles = { fields: ['title'] };
  const { body } = await admin('POST', '/admin/admin-tokens', {
    ...{ name: randomUUID(), description: '', lifespan: null },
    adminPermissions: [
      ...(['read', 'update'] as const).map((right) => permission('event', right, titles)),
      { action: 'plugin::calendar.agenda.read', subject: null, properties: {} },
    ].map((granted) => ({ ...granted, conditions: [] })),
  });
  const headers = { authorization: `Bearer ${body.data.accessKey}` };
  return (method: string, path: string, sent?: unknown) => send(method, path, sent, headers);
}
