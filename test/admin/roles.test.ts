import { grantAdminRoles } from '../../src/plugins/calendar/server/src/database/admin-roles';
import {
  isPostType,
  NAME_FIELD,
  RECORD_TYPES,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminIn, roleOf } from '../support/admin-roles';
import { someTimes } from '../support/doors';
import { elsewhere } from '../support/processes/run';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';

type Ask = typeof admin;

const BUILD = {
  event: buildEvent,
  venue: buildVenue,
  organizer: buildOrganizer,
  category: buildCategory,
  tag: buildTag,
};

const ROLES = ['strapi-editor', 'strapi-author'] as const;

const address = (type: RecordType, rest = '', locale = 'fr') =>
  `/content-manager/collection-types/${uidOf(type)}${rest}?locale=${locale}`;

const sent = (type: RecordType) => ({
  [NAME_FIELD[type]]: `Essai ${type}`,
  ...(type === 'event' && someTimes),
});

/** What each request of an editor's day is answered with; `theirs` is somebody else's record. */
async function aDay(ask: Ask, type: RecordType) {
  const theirs = await BUILD[type]({}, { language: 'fr' });
  const status = async (method: string, rest: string, body?: unknown) =>
    (await ask(method, address(type, rest), body)).status;
  const list = await ask('GET', address(type));
  const made = await ask('POST', address(type), sent(type));
  const own = `/${made.body?.data?.documentId ?? theirs.documentId}`;
  const other = `/${theirs.documentId}`;
  const trashed_at = '2027-01-01T00:00:00.000Z';
  const ofPosts = isPostType(type) && {
    publish: await status('POST', `${own}/actions/publish`, sent(type)),
    unpublishTheirs: await status('POST', `${other}/actions/unpublish`, {}),
    trash: await status('PUT', own, { trashed_at }),
    trashTheirs: await status('PUT', other, { trashed_at }),
  };
  return {
    list: list.body.results?.length,
    read: await status('GET', other),
    pick: (await ask('GET', `/calendar/references/${type}`)).status,
    create: made.status,
    update: await status('PUT', own, sent(type)),
    ...ofPosts,
    updateTheirs: await status('PUT', other, sent(type)),
    deleteTheirs: await status('DELETE', other),
    delete: made.status === 201 ? await status('DELETE', own) : 403,
  };
}

const OPEN = { list: 1, read: 200, pick: 200 };
const ALL = {
  ...OPEN,
  create: 201,
  update: 200,
  updateTheirs: 200,
  deleteTheirs: 200,
  delete: 200,
};
const OWN = { ...ALL, updateTheirs: 403, deleteTheirs: 403 };
const NONE = { ...OWN, create: 403, update: 403, delete: 403 };
const EDITORS_POST = { publish: 200, unpublishTheirs: 200, trash: 200, trashTheirs: 200 };
const AUTHORS_POST = { publish: 403, unpublishTheirs: 403, trash: 200, trashTheirs: 403 };

function expected(code: (typeof ROLES)[number], type: RecordType) {
  const may = code === 'strapi-editor';
  if (may) return { ...ALL, ...(isPostType(type) && EDITORS_POST) };
  return isPostType(type) ? { ...OWN, ...AUTHORS_POST } : NONE;
}

const held = (role: number) =>
  strapi.db.query('admin::permission').findMany({
    select: ['action', 'subject', 'conditions', 'properties'],
    where: { role: { id: role } },
    orderBy: { id: 'asc' },
  });

describe.each(ROLES)('a colleague in the role %s (D10.10)', (code) => {
  let ask: Ask;

  beforeAll(async () => {
    ask = await adminIn(code);
  });

  it.each(RECORD_TYPES)('may do with records of type %s what the role says', async (type) => {
    for (const { documentId } of await strapi.db.query(uidOf(type)).findMany()) {
      await admin('DELETE', address(type, `/${documentId}`, '*'));
    }
    expect(await aDay(ask, type)).toEqual(expected(code, type));
  });

  it('sees every language', async () => {
    const { body } = await ask('GET', '/admin/users/me/permissions');
    const subject = uidOf('event');
    const reading = body.data.find(
      (right: { action: string; subject: string }) =>
        right.subject === subject && right.action.endsWith('explorer.read'),
    );
    expect(reading.properties.locales).toEqual(['ar', 'en', 'fr', 'es']);
  });

  it('looks into the media library', async () => {
    expect((await ask('GET', '/upload/files')).status).toBe(200);
  });
});

describe('the rights of colleagues', () => {
  it('are the same after the next start', async () => {
    const before = await Promise.all(ROLES.map(async (code) => held(await roleOf(code))));
    await elsewhere(['read']);
    const after = await Promise.all(ROLES.map(async (code) => held(await roleOf(code))));
    expect(after).toEqual(before);
    expect(before.map((rights) => rights.length)).toEqual([30, 21]);
  });

  it('stay as an administrator leaves them', async () => {
    const role = await roleOf('strapi-author');
    const rights = (await held(role)).map(({ id, documentId, ...right }) => right);
    const assign = (permissions: object[]) =>
      admin('PUT', `/admin/roles/${role}/permissions`, { permissions });
    const fewer = rights.filter(({ action }) => !/explorer\.(delete|create)$/.test(action));
    expect((await assign(fewer)).status).toBe(200);
    await grantAdminRoles();
    expect((await held(role)).map(({ action }) => action)).toEqual(
      fewer.map(({ action }) => action),
    );
    expect((await assign(rights)).status).toBe(200);
  });
});
