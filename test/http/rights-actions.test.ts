import {
  createExampleRoles,
  seedPermissions,
} from '../../src/plugins/calendar/server/src/database/permissions';
import { ROUTES } from '../../src/plugins/calendar/server/src/resources/routes';
import { EXAMPLE_ROLES } from '../../src/plugins/calendar/server/src/settings/roles';
import { admin } from '../support/admin';
import { get, send } from '../support/http';

const POSTS = ['event', 'venue', 'organizer'];
const READING = ['find', 'findOne'];
const OF_TERMS = [...READING, 'create', 'update', 'delete'];
const OF_POSTS = [...OF_TERMS, 'publish', 'findUnpublished', 'manageOthers'];

const expected: Record<string, string[]> = {
  ...Object.fromEntries(
    ['event', 'venue', 'organizer', 'category', 'tag'].map((type) => [
      type,
      [...(POSTS.includes(type) ? OF_POSTS : OF_TERMS)].sort(),
    ]),
  ),
  change: ['find'],
  description: READING,
  feed: ['create', 'delete', 'find'],
  picture: ['upload'],
  webhook: ['manage'],
};

const sorted = (lists: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([type, list]) => [type, [...list].sort()]));

interface Role {
  id: number;
  type: string;
  permissions: Record<
    string,
    { controllers: Record<string, Record<string, { enabled: boolean }>> }
  >;
}

async function roles(): Promise<Role[]> {
  const { body } = await admin('GET', '/users-permissions/roles');
  return body.roles;
}

/** The actions of a role on the calendar's records, other than reading, such as `event.create`. */
async function heldBy(type: string): Promise<string[]> {
  const role = (await roles()).find((one) => one.type === type);
  const { body } = await admin('GET', `/users-permissions/roles/${role?.id}`);
  const controllers = (body.role as Role).permissions['plugin::calendar']?.controllers ?? {};
  return Object.entries(controllers).flatMap(([name, actions]) =>
    Object.entries(actions).flatMap(([action, { enabled }]) =>
      enabled ? [`${name}.${action}`] : [],
    ),
  );
}

it('offers the actions of every resource to API tokens', async () => {
  const { body } = await admin('GET', '/admin/content-api/permissions');
  expect(sorted(body.data['plugin::calendar'].controllers)).toEqual(expected);
});

it('offers the same actions to roles', async () => {
  const { body } = await admin('GET', '/users-permissions/permissions');
  const { controllers } = body.permissions['plugin::calendar'];
  const names = Object.entries(controllers).map(([type, actions]) => [
    type,
    Object.keys(actions as object),
  ]);
  expect(sorted(Object.fromEntries(names))).toEqual(expected);
});

it('accepts these actions in a custom token', async () => {
  const { status } = await admin('POST', '/admin/api-tokens', {
    name: 'custom',
    description: '',
    type: 'custom',
    lifespan: null,
    permissions: ['plugin::calendar.event.findUnpublished', 'plugin::calendar.tag.create'],
  });
  expect(status).toBe(201);
});

const OWN_FEEDS = ['feed.create', 'feed.delete', 'feed.find'];

it.each([
  ['public', []],
  ['authenticated', OWN_FEEDS],
  ['reader', OWN_FEEDS],
])('grants the role %s reading, its users their own feeds, and nothing else', async (type, own) => {
  const held = await heldBy(type);
  const read = Object.keys(expected)
    .filter((name) => !['picture', 'feed', 'change', 'webhook'].includes(name))
    .flatMap((name) => READING.map((action) => `${name}.${action}`))
    .concat('change.find');
  expect(held.sort()).toEqual([...read, ...own].sort());
});

it('gives each example role more permissions than the one before it', async () => {
  const [reader, contributor, author, editor] = await Promise.all(
    ['reader', 'contributor', 'author', 'editor'].map(heldBy),
  );
  const more = (role: string[] = [], than: string[] = []) => {
    expect(role).toEqual(expect.arrayContaining(than));
    return role.filter((action) => !than.includes(action)).sort();
  };
  const posts = (...actions: string[]) =>
    POSTS.flatMap((type) => actions.map((a) => `${type}.${a}`));
  expect(more(contributor, reader)).toEqual(posts('create', 'update', 'delete').sort());
  expect(more(author, contributor)).toEqual(
    [...posts('publish'), 'category.create', 'tag.create', 'picture.upload'].sort(),
  );
  expect(more(editor, author)).toEqual(
    [
      ...posts('findUnpublished', 'manageOthers'),
      ...['category', 'tag'].flatMap((type) => [`${type}.update`, `${type}.delete`]),
    ].sort(),
  );
});

it('assigns no users to the example roles', async () => {
  for (const type of ['reader', 'contributor', 'author', 'editor']) {
    const role = (await roles()).find((one) => one.type === type) as Role & { nb_users?: number };
    expect(role.nb_users ?? 0).toBe(0);
  }
});

it('rejects registration until an administrator allows it', async () => {
  const person = { username: 'anna', email: 'anna@example.org', password: 'Aa1aaaaaaaa' };
  expect((await send('POST', '/api/auth/local/register', person)).status).toBe(400);
  const { body } = await admin('GET', '/users-permissions/advanced');
  expect(body.settings.allow_register).toBe(false);
  await admin('PUT', '/users-permissions/advanced', { ...body.settings, allow_register: true });
  const allowed = await send('POST', '/api/auth/local/register', person).finally(() =>
    admin('PUT', '/users-permissions/advanced', body.settings),
  );
  expect(allowed.status).toBe(200);
  expect((await get('/api/users/me')).status).toBe(403);
});

const ROLE = 'plugin::users-permissions.role';

it('does not recreate a removed role or restore a revoked permission', async () => {
  const rename = (from: string, to: string) =>
    strapi.db.query(ROLE).update({ where: { type: from }, data: { type: to, name: to } });
  const taken = { action: 'plugin::calendar.tag.find', role: { type: 'public' } };
  await strapi.db.query('plugin::users-permissions.permission').deleteMany({ where: taken });
  await rename('reader', 'gone');
  try {
    await createExampleRoles();
    await seedPermissions(ROUTES.map(({ handler }) => handler));
    expect((await roles()).map(({ type }) => type)).not.toContain('reader');
    expect(await heldBy('public')).not.toContain('tag.find');
  } finally {
    await strapi.db.query(ROLE).delete({ where: { type: 'reader' } });
    await rename('gone', 'reader');
  }
});

describe('when the process ended while it created an example role', () => {
  const PERMISSION = 'plugin::users-permissions.permission';
  const memory = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'exampleRoles' });
  const rename = (from: string, to: string) =>
    strapi.db.query(ROLE).update({ where: { type: from }, data: { type: to, name: to } });
  let made: string[];

  beforeEach(async () => {
    made = (await memory().get({})) as string[];
    await rename('contributor', 'kept');
    await memory().set({ value: made.filter((type) => type !== 'contributor') });
  });

  afterEach(async () => {
    await strapi.db.query(PERMISSION).deleteMany({ where: { role: { type: 'contributor' } } });
    await strapi.db.query(ROLE).delete({ where: { type: 'contributor' } });
    await rename('kept', 'contributor');
    await memory().set({ value: made });
  });

  it('the next start creates the role with all its permissions', async () => {
    const unsubscribe = strapi.db.lifecycles.subscribe({
      models: [PERMISSION],
      beforeCreate: () => {
        throw new Error('The database has gone.');
      },
    });
    await expect(createExampleRoles().finally(unsubscribe)).rejects.toThrow('has gone');
    await createExampleRoles();
    const held = await strapi.db
      .query(PERMISSION)
      .findMany({ where: { role: { type: 'contributor' } } });
    expect(held.map(({ action }) => action).sort()).toEqual(
      [...EXAMPLE_ROLES.contributor.actions].sort(),
    );
  });
});

it('the admin shows the routes of each right with public paths, and none without a right', async () => {
  const [roles, tokens] = [
    (await admin('GET', '/users-permissions/routes')).body.routes,
    (await admin('GET', '/admin/content-api/routes')).body.data,
  ];
  for (const routes of [roles, tokens]) {
    const all = Object.values(routes as Record<string, { handler?: string; path: string }[]>);
    expect(all.flat().filter(({ handler }) => typeof handler !== 'string')).toEqual([]);
    const ours: { method: string; handler: string; path: string }[] = routes['plugin::calendar'];
    const paths = ours.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toContain('GET /calendar/events/v1/events/:id');
    expect(paths).toContain('GET /calendar/event/:slug');
    expect(paths.filter((path) => /api|pages|batch/.test(path))).toEqual([]);
  }
});
