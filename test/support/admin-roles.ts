import { randomUUID } from 'node:crypto';
import { type PostType, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from './admin';
import { send } from './http';

type Right = 'read' | 'create' | 'update' | 'delete' | 'publish';

/** Strapi's condition "is creator of the record". */
const OWN = ['admin::is-creator'];

const LOCALES = ['ar', 'en', 'fr', 'es'];

interface Extent {
  locales?: string[];
  fields?: string[];
}

/** The permission of a role with these languages and fields of a type ticked; by default all. */
function permission(type: PostType, right: Right, { locales = LOCALES, fields }: Extent) {
  const subject = uidOf(type);
  const withFields = ['read', 'create', 'update'].includes(right) && {
    fields: fields ?? Object.keys(strapi.contentType(subject).attributes),
  };
  const properties = { locales, ...withFields };
  return { action: `plugin::content-manager.explorer.${right}`, subject, properties };
}

/** Creates an active admin user with some roles, through the admin's API. */
export async function invite(...roles: number[]) {
  const name = randomUUID();
  const [email, password] = [`${name}@example.org`, `Aa1${name}`];
  const person = { firstname: 'A', lastname: 'B', email };
  const made = await admin('POST', '/admin/users', { ...person, roles });
  await admin('PUT', `/admin/users/${made.body.data.id}`, { password, isActive: true });
  return { email, password };
}

/** Logs in to the admin. Returns a function that sends requests as that user. */
async function askAs(login: { email: string; password: string }) {
  const { body } = await send('POST', '/admin/login', login);
  const headers = { authorization: `Bearer ${body.data.token}` };
  return (method: string, path: string, sent?: unknown, more = {}) =>
    send(method, path, sent, { ...headers, ...more });
}

/** The id of the role with this code, such as `strapi-editor`. */
export async function roleOf(code: string): Promise<number> {
  const { body } = await admin('GET', '/admin/roles');
  return body.data.find((role: { code: string }) => role.code === code).id;
}

/** Sends requests as a new admin user in the roles with these codes. */
export const adminIn = async (...codes: string[]) =>
  askAs(await invite(...(await Promise.all(codes.map(roleOf)))));

interface Besides extends Extent {
  /** Those of the rights that are limited to the user's own records. */
  own?: Right[];
  /** Another type, of which the role may read the user's own records. */
  ownOf?: PostType;
  /** Actions of plugins. */
  actions?: string[];
}

/** Creates a role with exactly these rights; returns its id. */
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

/** Sends requests as a new admin user with several roles. */
export const adminWithAll = async (...roles: Parameters<typeof roleWith>[]) =>
  askAs(await invite(...(await Promise.all(roles.map((role) => roleWith(...role))))));

/** Sends requests as a new admin user whose role has exactly these rights. */
export const adminWith = (...role: Parameters<typeof roleWith>) => adminWithAll(role);

/** Sends requests with an admin token that may read and change titles of events, and open the agenda. */
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
