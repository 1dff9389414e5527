import { tradeUploadRight } from '../../src/plugins/calendar/server/src/database/permissions';

const OURS = 'plugin::calendar.picture.upload';
const STRAPIS = 'plugin::upload.content-api.upload';
const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';

const memory = () => strapi.store({ type: 'plugin', name: 'calendar', key: 'uploadRightTraded' });

const roleOf = (type: string) => strapi.db.query(ROLE).findOne({ where: { type } });

async function give(type: string, ...actions: string[]) {
  const role = (await roleOf(type)).id;
  await strapi.db.query(PERMISSION).deleteMany({ where: { role, action: [OURS, STRAPIS] } });
  for (const action of actions)
    await strapi.db.query(PERMISSION).create({ data: { action, role } });
}

async function held(type: string): Promise<string[]> {
  const where = { role: { type }, action: [OURS, STRAPIS] };
  const found = await strapi.db.query(PERMISSION).findMany({ where });
  return found.map(({ action }: { action: string }) => action).sort();
}

async function tokenWith(...permissions: string[]) {
  const about = { name: permissions.join(), description: '', lifespan: null };
  const made = await strapi
    .service('admin::api-token')
    .create({ ...about, type: 'custom', permissions });
  return async () => (await strapi.service('admin::api-token').getById(made.id)).permissions.sort();
}

it('grants example roles the calendar’s upload permission, not Strapi’s', async () => {
  expect(await memory().get({})).toBe(true);
  expect(await Promise.all(['author', 'editor'].map(held))).toEqual([[OURS], [OURS]]);
  expect(await Promise.all(['public', 'authenticated', 'reader', 'contributor'].map(held))).toEqual(
    [...[[], [], [], []]],
  );
});

it('migrates Strapi’s upload permission once: example roles lose it, others keep both', async () => {
  const role = await strapi.db.query(ROLE).create({ data: { name: 'Press', type: 'press' } });
  try {
    await give('author', STRAPIS);
    await give('contributor', STRAPIS); // Changed by a host.
    await give('editor'); // Revoked by a host.
    await give('press', STRAPIS);
    await give('authenticated', STRAPIS, OURS);
    const tokens = [await tokenWith(STRAPIS), await tokenWith('plugin::calendar.event.find')];
    await memory().delete({});
    await tradeUploadRight();
    const roles = ['author', 'contributor', 'editor', 'press', 'authenticated'];
    expect(await Promise.all(roles.map(held))).toEqual([
      ...[[OURS], [OURS], [], [OURS, STRAPIS], [OURS, STRAPIS]],
    ]);
    expect(await Promise.all(tokens.map((permissions) => permissions()))).toEqual([
      [OURS, STRAPIS],
      ['plugin::calendar.event.find'],
    ]);

    await give('author', STRAPIS); // Granted again on purpose.
    await tradeUploadRight();
    expect(await held('author')).toEqual([STRAPIS]);
  } finally {
    await strapi.db.query(PERMISSION).deleteMany({ where: { role: role.id } });
    await strapi.db.query(ROLE).delete({ where: { id: role.id } });
  }
});
