import { NAME_FIELD, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { apiToken, bearer } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue, type Stored } from '../support/records';
import { rowsOf } from '../support/rows';

const TYPES = [
  ['event', 'events', buildEvent],
  ['venue', 'venues', buildVenue],
  ['organizer', 'organizers', buildOrganizer],
] as const;

const NOW = '2027-01-01T00:00:00.000Z';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

describe.each(firstOf(1, TYPES))(
  'the trash of %ss in the admin (D6.2, D10.4)',
  (type, path, build) => {
    const place = ({ documentId, locale }: Stored, rest = '') =>
      `/content-manager/collection-types/${uidOf(type)}/${documentId}${rest}?locale=${locale}`;
    const open = async ({ public_id }: Stored) => (await get(api(`/${path}/${public_id}`))).status;
    const trash = (ask: typeof admin, record: Stored, trashed_at: string | null) =>
      ask('PUT', place(record), { trashed_at });

    it('accepts and restores records for somebody who may delete and publish', async () => {
      const somebody = await adminWith(type, ['read', 'update', 'delete', 'publish']);
      const record = await build();
      expect((await trash(somebody, record, NOW)).status).toBe(200);
      expect(await open(record)).toBe(403);
      expect((await trash(somebody, record, null)).status).toBe(200);
      expect(await open(record)).toBe(200);
    });

    it.each([
      ['may only save', ['read', 'update']],
      ['may not delete', ['read', 'update', 'publish']],
      ['may not publish', ['read', 'update', 'delete']],
    ] as const)('accepts no published record from somebody who %s', async (_who, rights) => {
      const somebody = await adminWith(type, rights);
      const record = await build();
      const stored = await rowsOf(type, record.documentId);
      expect((await trash(somebody, record, NOW)).status).toBe(403);
      expect(await open(record)).toBe(200);
      expect(await rowsOf(type, record.documentId)).toEqual(stored);
    });

    it('is not reported as done to somebody who may not change that field', async () => {
      const rights = ['read', 'update', 'delete', 'publish'] as const;
      const fields = [NAME_FIELD[type], 'description'];
      const somebody = await adminWith(type, rights, { fields });
      const record = await build();
      expect((await trash(somebody, record, NOW)).status).toBe(403);
      expect(await open(record)).toBe(200);
      const saved = await somebody('PUT', place(record), {
        description: 'Edited',
        trashed_at: NOW,
      });
      expect([saved.status, await open(record)]).toEqual([200, 200]);
    });

    it('restores no published record for somebody who may not publish', async () => {
      const somebody = await adminWith(type, ['read', 'update', 'delete']);
      const record = await build();
      await trash(admin, record, NOW);
      expect((await trash(somebody, record, null)).status).toBe(403);
      expect(await open(record)).toBe(403);
    });

    it.each([
      ['lacks', false],
      ['has from them', true],
    ])('restores in a language that the record %s no draft of somebody else', async (_, has) => {
      const rights = ['read', 'create', 'update', 'delete'] as const;
      const somebody = await adminWith(type, rights, { own: ['update', 'delete'] });
      const record = await build({}, { publish: false });
      const french = place({ ...record, locale: 'fr' });
      const named = { [NAME_FIELD[type]]: 'Le nom' };
      if (has) expect((await somebody('PUT', french, named)).status).toBe(200);
      await trash(admin, record, NOW);
      expect((await somebody('PUT', french, { trashed_at: null })).status).toBe(403);
      expect((await rowsOf(type, record.documentId)).every((row) => row.trashed_at)).toBe(true);
    });

    it('accepts and restores drafts without permission to publish', async () => {
      const somebody = await adminWith(type, ['read', 'update', 'delete']);
      const record = await build({}, { publish: false });
      const trashed = async () => (await rowsOf(type, record.documentId))[0]?.trashed_at;
      expect((await trash(somebody, record, NOW)).status).toBe(200);
      expect(await trashed()).toBeTruthy();
      expect((await trash(somebody, record, null)).status).toBe(200);
      expect(await trashed()).toBeNull();
    });

    it('accepts only own records from somebody who may only delete their own', async () => {
      const rights = ['read', 'create', 'update', 'delete', 'publish'] as const;
      const somebody = await adminWith(type, rights, { own: ['delete'] });
      const named = { [NAME_FIELD[type]]: 'Mine' };
      const address = `/content-manager/collection-types/${uidOf(type)}?locale=en`;
      const made = await somebody('POST', address, named);
      expect((await trash(somebody, { ...made.body.data, locale: 'en' }, NOW)).status).toBe(200);
      expect((await trash(somebody, await build(), NOW)).status).toBe(403);
    });

    it.each([
      ['one language of', (at: string) => at],
      ['every language of', (at: string) => at.replace('locale=en', 'locale=*')],
    ])('deletes %s a public record only for somebody who may publish', async (_which, of) => {
      const somebody = await adminWith(type, ['read', 'update', 'delete']);
      const publisher = await adminWith(type, ['read', 'update', 'delete', 'publish']);
      const record = await build();
      const stored = await rowsOf(type, record.documentId);
      expect((await somebody('DELETE', of(place(record)))).status).toBe(403);
      expect(await rowsOf(type, record.documentId)).toEqual(stored);
      const address = `/content-manager/collection-types/${uidOf(type)}/actions/bulkDelete?locale=en`;
      const many = { documentIds: [record.documentId] };
      expect((await somebody('POST', address, many)).status).toBe(403);
      expect(await rowsOf(type, record.documentId)).toEqual(stored);
      expect((await publisher('DELETE', of(place(record)))).status).toBe(200);
      expect(await rowsOf(type, record.documentId)).toEqual([]);
    });

    it('deletes drafts, and what is in the trash, without permission to publish', async () => {
      const somebody = await adminWith(type, ['read', 'update', 'delete']);
      const draft = await build({}, { publish: false });
      const trashed = await build();
      await trash(admin, trashed, NOW);
      for (const record of [draft, trashed]) {
        expect((await somebody('DELETE', place(record))).status).toBe(200);
        expect(await rowsOf(type, record.documentId)).toEqual([]);
      }
    });

    it('deletes the language that is a draft of a record that is public in another', async () => {
      const somebody = await adminWith(type, ['read', 'update', 'delete']);
      const record = await build();
      await build({}, { language: 'fr', of: record, publish: false });
      const french = place({ ...record, locale: 'fr' });
      expect((await somebody('DELETE', french)).status).toBe(200);
      expect((await rowsOf(type, record.documentId)).map(({ locale }) => locale)).toEqual([
        'en',
        'en',
      ]);
    });

    /** The values of a form that was loaded some time ago. */
    async function form(record: Stored): Promise<Record<string, unknown>> {
      const { body } = await admin('GET', place(record));
      const { id: _, documentId: __, updatedAt: ___, ...fields } = body.data;
      return fields;
    }

    it('keeps a record when an outdated form is saved or published', async () => {
      const record = await build();
      const old = await form(record);
      expect(old).toMatchObject({ trashed_at: null });
      await send('DELETE', api(`/${path}/${record.public_id}`), undefined, full);
      const saved = await admin('PUT', place(record), { ...old, description: 'Edited' });
      expect(saved).toMatchObject({ status: 200, body: { data: { description: 'Edited' } } });
      expect(await open(record)).toBe(403);
      expect((await admin('POST', place(record, '/actions/publish'), old)).status).toBe(400);
      expect(await open(record)).toBe(403);
    });

    it('does not take back a restored record when an outdated form is saved', async () => {
      const record = await build();
      await trash(admin, record, NOW);
      const old = await form(record);
      expect(old.trashed_at).toBeTruthy();
      await send('PATCH', api(`/${path}/${record.public_id}`), { status: 'publish' }, full);
      expect((await admin('PUT', place(record), old)).status).toBe(200);
      expect(await open(record)).toBe(200);
    });
  },
);
