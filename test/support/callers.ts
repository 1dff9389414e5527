import { randomUUID } from 'node:crypto';

type Headers = Record<string, string>;

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

export const basic = (name: string, password: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

/** Creates an API token and returns its key. `permissions` such as `event.find` are for custom tokens. */
export async function apiToken(
  type: 'read-only' | 'full-access' | 'custom',
  permissions: string[] = [],
): Promise<string> {
  const { accessKey } = await strapi.service('admin::api-token').create({
    name: randomUUID(),
    description: '',
    type,
    lifespan: null,
    ...(type === 'custom' && {
      permissions: permissions.map((action) => `plugin::calendar.${action}`),
    }),
  });
  return accessKey;
}

/** Gives a role of the content API a right; returns its permission. */
export async function grant(
  role: 'public' | 'contributor',
  action: string,
): Promise<{ id: number }> {
  const { id } = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: role } });
  return strapi.db
    .query('plugin::users-permissions.permission')
    .create({ data: { action, role: id } });
}

export interface Member {
  id: number;
  email: string;
  password: string;
  headers: Headers;
}

/** Registers a user with this id, who never logs in, for records in somebody's name. */
export const registerUser = (id: number) =>
  strapi.db
    .getConnection('up_users')
    .insert({ id, document_id: `user-${id}`, username: `user-${id}`, email: `${id}@example.org` })
    .onConflict('id')
    .ignore();

/** Creates a registered user in a role, and the headers of their session. */
export async function member(roleType: string): Promise<Member> {
  const users = strapi.plugin('users-permissions');
  const role = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: roleType } });
  const [name, password] = [randomUUID(), 'Aa1-secret-word'];
  const email = `${name}@example.org`;
  const { id } = await users.service('user').add({
    username: name,
    email,
    password,
    provider: 'local',
    confirmed: true,
    role: role.id,
  });
  const jwt: string = await users.service('jwt').issue({ id });
  return { id, email, password, headers: bearer(jwt) };
}
