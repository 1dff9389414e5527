import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { doors, type Saved, someTimes } from '../support/doors';
import { linksOf, rowsOf } from '../support/rows';

const [, code] = doors.at(-1)!;

const bulk = (type: RecordType, action: string, documentIds: string[], locale = 'en') =>
  admin(
    'POST',
    `/content-manager/collection-types/${uidOf(type)}/actions/${action}?locale=${locale}`,
    {
      documentIds,
    },
  );

async function three() {
  const made = [];
  for (let count = 0; count < 3; count += 1) {
    made.push(await code.create('event', { title: 'Together', ...someTimes, venue: [7] }));
  }
  return made.map(({ documentId }) => documentId);
}

const allRows = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => rowsOf('event', id)))).flat();

describe('bulk actions in the admin', () => {
  it('publish each record with its own slug, a date and its links', async () => {
    const ids = await three();
    expect((await bulk('event', 'bulkPublish', ids)).status).toBe(200);
    const published = (await allRows(ids)).filter(({ publishedAt }) => publishedAt);
    expect(published).toHaveLength(3);
    expect(new Set(published.map(({ slug }) => slug)).size).toBe(3);
    for (const row of published) {
      expect(row.date).toBeTruthy();
      expect(await linksOf(row.id)).toEqual([{ kind: 'venue', target_id: 7, position: 0 }]);
    }
  });

  it('publish a record once that is named twice', async () => {
    const [id = ''] = await three();
    const { status, body } = await bulk('event', 'bulkPublish', [id, id]);
    expect([status, body]).toEqual([200, { count: 1 }]);
    expect((await bulk('event', 'bulkUnpublish', [id, id])).status).toBe(200);
    expect((await bulk('event', 'bulkDelete', [id, id])).status).toBe(200);
  });

  it('publish nothing when one of the records is in the trash', async () => {
    const ids = await three();
    await code.update('event', ids[1]!, { trashed_at: '2027-01-01T00:00:00.000Z' });
    expect((await bulk('event', 'bulkPublish', ids)).status).toBe(400);
    expect((await allRows(ids)).every(({ publishedAt }) => !publishedAt)).toBe(true);
  });

  it('unpublish all records, and delete them with their rows and links', async () => {
    const ids = await three();
    await bulk('event', 'bulkPublish', ids);
    expect((await bulk('event', 'bulkUnpublish', ids)).status).toBe(200);
    expect((await allRows(ids)).every(({ publishedAt }) => !publishedAt)).toBe(true);
    const rows = await allRows(ids);
    expect((await bulk('event', 'bulkDelete', ids)).status).toBe(200);
    expect(await allRows(ids)).toEqual([]);
    for (const { id } of rows) expect(await linksOf(id)).toEqual([]);
  });

  it.each([
    ['before', false],
    ['after', true],
  ])('move children up past all deleted parents, the upper %s the lower one', async (_, swaps) => {
    const category = (name: string, parent?: Saved) =>
      code.create('category', { name, ...(parent && { parent: parent.public_id }) });
    const root = await category('Root');
    const pair = [await category('One', root), await category('Two', root)];
    pair.sort((one, other) => (one.documentId < other.documentId === swaps ? 1 : -1)); // Strapi deletes by documentId.
    const [upper, lower] = pair as [Saved, Saved];
    await code.update('category', lower.documentId, { parent: upper.public_id });
    const leaf = await category('Leaf', lower);
    const ids = pair.map(({ documentId }) => documentId);
    expect((await bulk('category', 'bulkDelete', ids)).body).toEqual({ count: 2 });
    const [row] = await rowsOf('category', leaf.documentId);
    expect(row?.parent).toBe(root.public_id);
  });

  it('are refused if none of the records exists any more in these languages', async () => {
    const ids = await three();
    await bulk('event', 'bulkPublish', ids);
    const answers = async (of: string[], locale: string) => [
      (await bulk('event', 'bulkPublish', of, locale)).status,
      (await bulk('event', 'bulkUnpublish', of, locale)).status,
      (await bulk('event', 'bulkUnpublish', of, locale)).status, // There is nothing to do, but nothing is missing.
    ];
    expect(await answers(ids, 'en')).toEqual([200, 200, 200]);
    expect(await answers(ids, 'fr')).toEqual([404, 404, 404]);
    await bulk('event', 'bulkDelete', ids.slice(1));
    expect(await answers(ids, 'en')).toEqual([200, 200, 200]);
    expect(await answers(ids.slice(1), 'en')).toEqual([404, 404, 404]);
  });
});

describe('"fill in from another language" in the admin', () => {
  it('saves the copied title, a slug and the shared values in the language', async () => {
    const { documentId: id } = await code.create('event', {
      title: 'Source',
      ...someTimes,
      cost: '4',
    });
    const source = await admin(
      'GET',
      `/content-manager/collection-types/plugin::calendar.event/${id}?locale=en`,
    );
    const { id: _, documentId: __, locale: ___, ...filled } = source.body.data;
    const path = `/content-manager/collection-types/plugin::calendar.event/${id}?locale=es`;
    const { status, body } = await admin('PUT', path, filled);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'Source', slug: 'source', cost: '4', locale: 'es' });
  });

  it('leaves address and state of the language as they are, and shows none that may not be read', async () => {
    const { documentId: id } = await code.create('event', { title: 'Party', ...someTimes });
    await code.update('event', id, { title: 'Fête', slug: 'la-fete' }, 'fr');
    await code.update('event', id, { post_status: 'private' });
    const fill = (locale: string, ask: typeof admin = admin) =>
      ask(
        'GET',
        `/i18n/content-manager/get-fill-from-locale/${uidOf('event')}?documentId=${id}` +
          `&sourceLocale=en&targetLocale=${locale}&collectionType=collection-types`,
      );
    const { data } = (await fill('fr')).body;
    expect(data).toMatchObject({ title: 'Party', slug: 'la-fete', post_status: null });
    expect((await fill('es')).body.data).toMatchObject({ slug: null, post_status: null });
    const english = await adminWith('event', ['read'], { locales: ['en'] });
    expect((await fill('fr', english)).body.data).toMatchObject({ title: 'Party', slug: null });
  });
});
