import { randomUUID } from 'node:crypto';
import { grantAdminRoles } from '../../src/plugins/calendar/server/src/database/admin-roles';
import { t } from '../../src/plugins/calendar/server/src/messages/t';
import {
  isPostType,
  NAME_FIELD,
  RECORD_TYPES,
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminByToken, adminIn, roleOf } from '../support/admin-roles';
import { member } from '../support/callers';
import { someTimes } from '../support/doors';
import { inFull, isExhaustive } from '../support/extent';
import type { Answer } from '../support/http';
import { buildPicture } from '../support/pictures';
import { elsewhere } from '../support/processes/run';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';
import { formOf, pictureBytes } from '../support/uploads';

type Ask = typeof admin;

const BUILD = {
  event: buildEvent,
  venue: buildVenue,
  organizer: buildOrganizer,
  category: buildCategory,
  tag: buildTag,
};

const ROLES = ['strapi-editor', 'strapi-author', 'calendar-moderator'] as const;
const CODES = [...ROLES, 'calendar-translator'];

const address = (type: RecordType, rest = '', locale = 'fr') =>
  `/content-manager/collection-types/${uidOf(type)}${rest}?locale=${locale}`;

const sent = (type: RecordType) => ({
  [NAME_FIELD[type]]: `Essai ${type}`,
  ...(type === 'event' && someTimes),
});

const rowOf = (type: RecordType, documentId: string, locale: string) =>
  strapi.db.query(uidOf(type)).findOne({ where: { documentId, locale, publishedAt: null } });

/** The statuses of an editor's typical requests; `theirs` is a record of another user. */
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
    pick: (await ask('GET', `/calendar/admin/references/${type}`)).status,
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

/** A moderator creates nothing, and so owns no records. */
const MODERATES = {
  ...ALL,
  create: 403,
  delete: 403,
  publish: 200,
  unpublishTheirs: 200,
  trash: 200,
  trashTheirs: 200,
};

/** One post type and one term type represent the others. */
const TYPES = isExhaustive ? RECORD_TYPES : (['event', 'category'] as const);

function expected(code: (typeof ROLES)[number], type: RecordType) {
  if (code === 'calendar-moderator') return isPostType(type) ? MODERATES : NONE;
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

describe.each(ROLES)('a user in the role %s (D10.10)', (code) => {
  let ask: Ask;

  beforeAll(async () => {
    ask = await adminIn(code);
  });

  it.each(TYPES)('has exactly the documented permissions for records of type %s', async (type) => {
    for (const { documentId } of await strapi.db.query(uidOf(type)).findMany()) {
      await admin('DELETE', address(type, `/${documentId}`, '*'));
    }
    expect(await aDay(ask, type)).toEqual(expected(code, type));
  });

  it('may read every language', async () => {
    const { body } = await ask('GET', '/admin/users/me/permissions');
    const subject = uidOf('event');
    const reading = body.data.find(
      (right: { action: string; subject: string }) =>
        right.subject === subject && right.action.endsWith('explorer.read'),
    );
    expect(reading.properties.locales).toEqual(['ar', 'en', 'fr', 'es']);
  });

  it('may open the media library', async () => {
    expect((await ask('GET', '/upload/files')).status).toBe(200);
  });
});

describe('a user in the role calendar-translator (D10.10)', () => {
  let ask: Ask;
  const TEXT = { event: 'description', venue: 'city', organizer: 'excerpt' };

  beforeAll(async () => {
    ask = await adminIn('calendar-translator');
  });

  it.each(['event', 'venue', 'organizer'] as const)(
    'adds and changes only localized texts of type %s',
    async (type) => {
      const { documentId } = await BUILD[type]({ website: 'https://example.org/a' });
      const at = address(type, `/${documentId}`);
      const text = { [NAME_FIELD[type]]: 'Essai', [TEXT[type]]: 'Mots' };
      const shared = { website: 'https://example.org/b', post_status: 'private' };
      expect((await ask('PUT', at, { ...text, ...shared })).status).toBe(200);
      expect(await rowOf(type, documentId, 'fr')).toMatchObject({
        ...text,
        website: 'https://example.org/a',
        post_status: null,
      });
      const again = { [NAME_FIELD[type]]: 'Encore', website: 'https://example.org/c' };
      expect((await ask('PUT', at, again)).status).toBe(200);
      expect(await rowOf(type, documentId, 'fr')).toMatchObject({
        [NAME_FIELD[type]]: 'Encore',
        website: 'https://example.org/a',
      });
    },
  );

  it.each(['category', 'tag'] as const)('translates a %s', async (type) => {
    const { documentId } = await BUILD[type]({});
    expect((await ask('PUT', address(type, `/${documentId}`), { name: 'Mot' })).status).toBe(200);
  });

  it.each(TYPES)('may not create or copy a %s, and gets an error that says why', async (type) => {
    const { documentId } = await BUILD[type]({});
    const before = await strapi.db.query(uidOf(type)).count();
    for (const path of ['', `/clone/${documentId}`]) {
      const { status, body } = await ask('POST', address(type, path, 'en'), sent(type));
      expect([path, status]).toEqual([path, 400]);
      expect(body.error.message).toBe(t('en', 'rule.translates'));
    }
    expect(await strapi.db.query(uidOf(type)).count()).toBe(before);
  });

  it('may not publish, trash or delete', async () => {
    const { documentId } = await buildEvent();
    const at = (rest = '') => address('event', `/${documentId}${rest}`, 'en');
    expect((await ask('POST', at('/actions/publish'), {})).status).toBe(403);
    expect((await ask('DELETE', at())).status).toBe(403);
    await ask('PUT', at(), { trashed_at: '2027-01-01T00:00:00.000Z' });
    expect((await rowOf('event', documentId, 'en'))?.trashed_at).toBeNull();
  });

  it('discards localized changes, but no changes to shared fields', async () => {
    const event = await buildEvent({ title: 'One', cost: '1' });
    await buildEvent({ title: 'Un' }, { of: event, language: 'fr' });
    const { documentId } = event;
    const change = (locale: string, data: object) =>
      strapi.documents(uidOf('event')).update({ documentId, locale, data: data as never });
    await change('en', { cost: '99' });
    await change('fr', { title: 'Autre' });
    const at = address('event', `/${documentId}/actions/discard`);
    expect((await ask('POST', at, {})).status).toBe(200);
    expect(await rowOf('event', documentId, 'fr')).toMatchObject({ title: 'Un', cost: '99' });
    expect(await rowOf('event', documentId, 'en')).toMatchObject({ title: 'One', cost: '99' });
    expect((await admin('POST', at, {})).status).toBe(200);
    expect(await rowOf('event', documentId, 'en')).toMatchObject({ cost: '1' });
  });

  it('edits only the languages that an administrator leaves selected', async () => {
    const role = await roleOf('calendar-translator');
    const rights = await held(role);
    const french = rights.map(({ id, documentId, ...right }) =>
      /explorer\.(create|update)$/.test(right.action)
        ? { ...right, properties: { ...right.properties, locales: ['fr'] } }
        : right,
    );
    const assign = (permissions: object[]) =>
      admin('PUT', `/admin/roles/${role}/permissions`, { permissions });
    expect((await assign(french)).status).toBe(200);
    const { documentId } = await buildEvent();
    const put = (locale: string) =>
      ask('PUT', address('event', `/${documentId}`, locale), { title: 'A' });
    expect([(await put('fr')).status, (await put('en')).status]).toEqual([200, 403]);
    await assign(rights.map(({ id, documentId: _, ...right }) => right));
  });
});

describe('a user in the role Author', () => {
  it("adds a language to others' events, but changes no shared field", async () => {
    const author = await adminIn('strapi-author');
    const event = await buildEvent({ title: 'Theirs', cost: '1', featured: true });
    const { documentId } = event;
    const at = address('event', `/${documentId}`);
    const { body } = await author('GET', address('event', `/${documentId}`, 'en'));
    const { id: _, locale: __, documentId: ___, slug: ____, ...form } = body.data;
    const { status, body: refused } = await author('PUT', at, { ...form, cost: '77' });
    expect([status, refused.error?.details?.errors?.[0]?.path]).toEqual([400, ['cost']]);
    expect(await rowOf('event', documentId, 'fr')).toBeFalsy();
    const added = await author('PUT', at, { ...form, title: 'La leur' });
    expect([added.status, added.body.error]).toEqual([200, undefined]);
    const whole = { ...added.body.data, title: 'Encore' };
    expect((await author('PUT', at, whole)).status).toBe(200);
    expect((await author('PUT', at, { ...whole, password: 'x' })).status).toBe(400);
    expect((await author('PUT', at, { ...whole, venue: [3] })).status).toBe(400);
    expect(await rowOf('event', documentId, 'en')).toMatchObject({ cost: '1', password: null });
    expect(await rowOf('event', documentId, 'fr')).toMatchObject({ title: 'Encore', cost: '1' });
  });

  it('makes no records in the name of another (D10.3), as an Editor may', async () => {
    const [author, editor] = [await adminIn('strapi-author'), await adminIn('strapi-editor')];
    const { id } = await member('author');
    const refused = (answer: Answer) => [
      answer.status,
      answer.body.error?.details?.errors?.map(({ path }: { path: string[] }) => path.join('.')),
    ];
    for (const type of ['event', 'venue', 'organizer'] as const) {
      const made = await author('POST', address(type), { ...sent(type), author: 0 });
      const at = address(type, `/${made.body.data.documentId}`);
      for (const named of [id, 987_654]) {
        const data = { ...sent(type), author: named };
        expect(refused(await author('POST', address(type), data))).toEqual([400, ['author']]);
        expect(refused(await author('PUT', at, data))).toEqual([400, ['author']]);
      }
      expect((await editor('PUT', at, { ...sent(type), author: id })).status).toBe(200);
      expect((await author('PUT', at, { ...sent(type), author: id })).status).toBe(200);
      expect(refused(await author('PUT', at, { ...sent(type), author: 0 }))).toEqual([
        400,
        ['author'],
      ]);
    }
  });

  it('cannot take over a record by sending its ids', async () => {
    const author = await adminIn('strapi-author');
    const event = await buildEvent({ title: 'Theirs', cost: '1' });
    const before = await strapi.db.query(uidOf('event')).findMany({ where: { id: event.id } });
    const made = await author('POST', address('event'), sent('event'));
    const own = made.body.data.documentId;
    const taking = { ...sent('event'), documentId: event.documentId, cost: '77', password: 'x' };
    expect((await author('PUT', address('event', `/${own}`), taking)).status).toBe(200);
    expect((await author('POST', address('event', '', 'es'), taking)).status).toBe(201);
    expect(await strapi.db.query(uidOf('event')).findMany({ where: { id: event.id } })).toEqual(
      before,
    );
    expect(await rowOf('event', event.documentId, 'en')).toMatchObject({
      cost: '1',
      password: null,
      public_id: event.public_id,
    });
    expect(await rowOf('event', event.documentId, 'fr')).toBeFalsy();
    expect(await rowOf('event', own, 'fr')).toMatchObject({ cost: '77' });
  });

  describe('in the media library', () => {
    const [FILE, ACTIONS] = ['plugin::upload.file', '/upload/actions'];
    const fileOf = (id: number) => strapi.db.query(FILE).findOne({ where: { id } });
    const folder = async (parent: number | null) => {
      const { body } = await admin('POST', '/upload/folders', { name: randomUUID(), parent });
      return body.data.id;
    };
    const move = (ask: Ask, fileIds: number[], destinationFolderId: number | null) =>
      ask('POST', `${ACTIONS}/bulk-move`, { fileIds, folderIds: [], destinationFolderId });
    const remove = (ask: Ask, body: object) => ask('POST', `${ACTIONS}/bulk-delete`, body);
    const uploaded = async (ask: Ask) => {
      const picture = { bytes: await pictureBytes(), name: 'a.png' };
      const { body } = await ask('POST', '/upload', formOf([picture]));
      return [body].flat()[0].id as number;
    };

    it('deletes and moves own files, but no other, alone, with own ones or in a folder', async () => {
      const author = await adminIn('strapi-author');
      const [own, theirs, above] = [
        await uploaded(author),
        await buildPicture(),
        await folder(null),
      ];
      const below = await folder(above);
      await move(admin, [theirs], below);
      const before = await fileOf(theirs);
      for (const fileIds of [[theirs], [own, theirs], [String(theirs)]]) {
        expect((await remove(author, { fileIds })).status).toBe(403);
        expect((await move(author, fileIds as number[], null)).status).toBe(403);
      }
      for (const folderIds of [[below], [above]])
        expect((await remove(author, { folderIds })).status).toBe(403);
      // Databases read these as the same number.
      const spelt = (id: number) => [
        ` ${id}`,
        `${id}.0`,
        `${id}e0`,
        `+${id}`,
        `${id}`.padStart(20, '0'),
      ];
      for (const id of spelt(theirs)) {
        const fileIds = [own, id];
        expect([id, (await remove(author, { fileIds })).status]).toEqual([id, 400]);
        expect([id, (await move(author, fileIds as number[], null)).status]).toEqual([id, 400]);
      }
      for (const id of spelt(above))
        expect([id, (await remove(author, { folderIds: [id] })).status]).toEqual([id, 400]);
      expect(await fileOf(theirs)).toEqual(before);
      expect((await move(author, [own], above)).status).toBe(200);
      expect((await remove(author, { fileIds: [own] })).status).toBe(200);
      expect(await fileOf(own)).toBeNull();
      expect((await remove(await adminIn('strapi-editor'), { folderIds: [above] })).status).toBe(
        200,
      );
      expect(await fileOf(theirs)).toBeNull();
    });
  });

  it('changes shared fields of their own event in every language', async () => {
    const author = await adminIn('strapi-author');
    const made = await author('POST', address('event', '', 'en'), sent('event'));
    expect(made.status).toBe(201);
    const at = address('event', `/${made.body.data.documentId}`);
    expect((await author('PUT', at, { title: 'Un', cost: '7' })).status).toBe(200);
    expect(await rowOf('event', made.body.data.documentId, 'en')).toMatchObject({ cost: '7' });
  });
});

const memoryOf = (key: string) => strapi.store({ type: 'plugin', name: 'calendar', key });

describe('granting the admin roles', () => {
  inFull('changes no permissions at the next start', async () => {
    const before = await Promise.all(CODES.map(async (code) => held(await roleOf(code))));
    await elsewhere(['read']);
    const after = await Promise.all(CODES.map(async (code) => held(await roleOf(code))));
    expect(after).toEqual(before);
    expect(before.map((rights) => rights.length)).toEqual([30, 21, 17, 17]);
  });

  it('creates a role that was never granted, but not one that was deleted', async () => {
    const memory = memoryOf('adminRoles');
    const role = await roleOf('calendar-moderator');
    await strapi.db.query('admin::user').deleteMany({ where: { roles: { id: role } } });
    expect((await admin('DELETE', `/admin/roles/${role}`)).status).toBe(200);
    const named = async () =>
      strapi.db.query('admin::role').count({ where: { name: 'Moderator' } });
    await grantAdminRoles();
    expect(await named()).toBe(0);
    await memory.set({ value: ['strapi-editor', 'strapi-author'] });
    await grantAdminRoles();
    expect(await named()).toBe(1);
    expect(await memory.get({})).toEqual(expect.arrayContaining(CODES));
  });

  it('changes no role of the same name that a host created', async () => {
    const memory = memoryOf('adminRoles');
    await strapi.db
      .query('admin::role')
      .update({ where: { code: 'calendar-moderator' }, data: { code: 'theirs' } });
    const role = await roleOf('theirs');
    const before = await held(role);
    await memory.set({ value: ['strapi-editor', 'strapi-author', 'calendar-translator'] });
    await grantAdminRoles();
    expect(await held(role)).toEqual(before);
    expect(await strapi.db.query('admin::role').count({ where: { name: 'Moderator' } })).toBe(1);
    await strapi.db
      .query('admin::role')
      .update({ where: { code: 'theirs' }, data: { code: 'calendar-moderator' } });
  });

  describe('with fields that a newer version adds', () => {
    const NEW = ['external_id', 'source', 'review_note'];
    const fieldsOf = async (role: number) =>
      (await held(role)).map(({ properties }) => [...(properties.fields ?? [])].sort());

    const without = async (role: number, names: string[]) => {
      for (const { id, properties } of await strapi.db
        .query('admin::permission')
        .findMany({ where: { role: { id: role } } })) {
        const fields = properties.fields?.filter((name: string) => !names.includes(name));
        const data = { properties: { ...properties, ...(fields && { fields }) } };
        await strapi.db.query('admin::permission').update({ where: { id }, data });
      }
    };

    it('adds them only to permissions that name every other field', async () => {
      const author = await roleOf('strapi-author');
      const moderator = await roleOf('calendar-moderator');
      const before = await fieldsOf(author);
      await without(author, NEW);
      await without(moderator, [...NEW, 'slug']);
      const less = await fieldsOf(moderator);
      await memoryOf('adminFields').delete({});
      await grantAdminRoles();
      expect(await fieldsOf(author)).toEqual(before);
      expect(await fieldsOf(moderator)).toEqual(less);
    });

    it('adds them once, also those of later versions', async () => {
      const author = await roleOf('strapi-author');
      const before = await fieldsOf(author);
      await without(author, ['cost', 'source']);
      await grantAdminRoles();
      const known = (await memoryOf('adminFields').get({})) as Record<string, string[]>;
      expect((await fieldsOf(author)).flat()).not.toContain('source');
      const earlier = Object.entries(known).map(([type, fields]) => [
        type,
        fields.filter((name) => !['cost', 'source'].includes(name)),
      ]);
      await memoryOf('adminFields').set({ value: Object.fromEntries(earlier) });
      await grantAdminRoles();
      expect(await fieldsOf(author)).toEqual(before);
    });
  });

  it('succeeds when an admin API token has permissions of its own', async () => {
    await adminByToken();
    const agenda = memoryOf('agendaGranted');
    await agenda.delete({});
    await grantAdminRoles();
    expect(await agenda.get({})).toBe(true);
  });

  it('keeps the changes of an administrator', async () => {
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
