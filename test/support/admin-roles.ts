import { randomUUID } from 'node:crypto';
import { type PostType, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from './admin';
import { send } from './http';

type Right = 'read' | 'create' | 'update' | 'delete' | 'publish';

const LOCALES = ['ar', 'en', 'fr', 'es'];

/** What a role that ticks every field and language of a type grants. */
function permission(type: PostType, right: Right) {
  const subject = uidOf(type);
  const fields = Object.keys(strapi.contentType(subject).attributes);
  const withFields = ['read', 'create', 'update'].includes(right);
  const properties = { locales: LOCALES, ...(withFields && { fields }) };
  return { action: `plugin::content-manager.explorer.${right}`, subject, properties };
}

/** Asks the admin's HTTP API as somebody whose role has these rights and no others; `own` of those to their own. */
export async function adminWith(type: PostType, rights: readonly Right[], own: Right[] = []) {
  const name = randomUUID();
  const role = await admin('POST', '/admin/roles', { name, description: '' });
  const permissions = rights.map((right) => ({
    ...permission(type, right),
    conditions: own.includes(right) ? ['admin::is-creator'] : [],
  }));
  await admin('PUT', `/admin/roles/${role.body.data.id}/permissions`, { permissions });
  const person = { firstname: 'A', lastname: 'B', email: `${name}@example.org` };
  const made = await admin('POST', '/admin/users', { ...person, roles: [role.body.data.id] });
  const password = `Aa1${name}`;
  await admin('PUT', `/admin/users/${made.body.data.id}`, { password, isActive: true });
  const { body } = await send('POST', '/admin/login', { email: person.email, password });
  const headers = { authorization: `Bearer ${body.data.token}` };
  return (method: string, path: string, sent?: unknown) => send(method, path, sent, headers);
}
