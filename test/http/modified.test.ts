import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { allPages } from '../support/pages';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { withSettings } from '../support/settings';

type Type = 'event' | 'venue' | 'organizer' | 'category' | 'tag';

const PATHS: Record<Type, string> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
};

const LISTS: [Type, () => Promise<Stored>][] = [
  // Past events, as filters by change include them.
  [
    'event',
    () => buildEvent({ start_date: '2001-01-01 10:00:00', end_date: '2001-01-01 11:00:00' }),
  ],
  ['venue', () => buildVenue()],
  ['organizer', () => buildOrganizer()],
  ['category', () => buildCategory({ name: 'A category' })],
  ['tag', () => buildTag({ name: 'A tag' })],
];

const MOMENT = '2020-05-10T12:00:00.500Z';

/** Sets the modification date of all rows of the record. */
async function changedAt(type: Type, { documentId }: Stored, moment: string) {
  const { tableName } = strapi.db.metadata.get(uidOf(type));
  const updated = strapi.db.dialect.client === 'postgres' ? new Date(moment) : +new Date(moment);
  await strapi.db
    .getConnection(tableName)
    .where({ document_id: documentId })
    .update({ updated_at: updated });
}

describe.each(firstOf(2, LISTS))('the list of the type %s', (type, build) => {
  let record: Stored;
  let token: Record<string, string>;

  beforeAll(async () => {
    record = await build();
    await changedAt(type, record, MOMENT);
    token = bearer(await apiToken('full-access'));
  });

  it('has its own total for each value of modified_after', async () => {
    const query = `per_page=1${/y|g$/.test(type) ? '&hide_empty=false' : ''}`;
    const totalAfter = async (moment: string) =>
      (await get(api(`/${PATHS[type]}?${query}&modified_after=${moment}`))).body.total;
    expect(await totalAfter('2019-01-01T00:00:00Z')).toBeGreaterThan(0);
    expect(await totalAfter('2999-01-01T00:00:00Z')).toBe(0);
  });

  const found = async (query: string) => {
    const path = `/${PATHS[type]}?per_page=50&${query}${/y|g$/.test(type) ? '&hide_empty=false' : ''}`;
    const pages = await allPages(api(path), token);
    return pages.flatMap((body) => body[PATHS[type]]).map(({ id }) => id);
  };

  it.each([
    ['modified_after=2020-05-10T12:00:00Z', true],
    ['modified_after=2020-05-10%2012:00:00', true], // The form of `modified_utc`.
    ['modified_after=2020-05-10T12:00:01Z', false],
    ['modified_after=2020-05-10T14:00:00%2B02:00', true],
    ['modified_after=2020-05-10', true],
    ['modified_after=2020-05-11', false],
    ['modified_after=1589112000', true],
    ['modified_after=-1%20day', false],
    ['modified_before=2020-05-10T12:00:01Z', true],
    ['modified_before=2020-05-10T12:00:00Z', false],
    ['modified_before=2020-05-10', false],
    ['modified_after=2020-05-01&modified_before=2020-06-01', true],
    ['modified_after=2020-06-01&modified_before=2020-07-01', false],
  ])('with %s contains the record: %s', async (query, isIn) => {
    expect((await found(query)).includes(record.public_id)).toBe(isIn);
  });

  describe('on a site in Tokyo', () => {
    withSettings({ timezone: 'Asia/Tokyo' });

    it('still reads dates without an offset as UTC', async () => {
      expect(await found('modified_after=2020-05-10%2012:00:00')).toContain(record.public_id);
      expect(await found('modified_before=2020-05-10%2012:00:00')).not.toContain(record.public_id);
    });
  });

  it('returns both filters as full instants in rest_url', async () => {
    const asked = api(`/${PATHS[type]}?modified_after=2020-05-01&modified_before=2020-06-01`);
    const { body } = await get(asked, token);
    const { searchParams } = new URL(body.rest_url);
    expect(searchParams.get('modified_after')).toBe('2020-05-01T00:00:00.000Z');
    expect(searchParams.get('modified_before')).toBe('2020-06-01T00:00:00.000Z');
    expect(searchParams.get('start_date')).toBeNull();
  });

  it.each(['modified_after', 'modified_before'])('rejects an invalid date in %s', async (name) => {
    const { status, body } = await get(api(`/${PATHS[type]}?${name}=2027-02-30`));
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      [name],
    ]);
  });
});

it('applies date filters in addition to modified_after', async () => {
  const event = await buildEvent({
    start_date: '2001-03-01 10:00:00',
    end_date: '2001-03-01 11:00:00',
  });
  const among = async (query: string) => {
    const { body } = await get(api(`/events?per_page=50&modified_after=-1%20hour&${query}`));
    return body.events.map(({ id }: { id: number }) => id).includes(event.public_id);
  };
  expect(await among('start_date=2001-03-01&end_date=2001-03-01')).toBe(true);
  expect(await among('start_date=2001-03-02')).toBe(false);
});

describe('the modification date', () => {
  let token: Record<string, string>;

  beforeAll(async () => {
    token = bearer(await apiToken('full-access'));
  });

  const since2021 = async (type: Type, query: string) => {
    const pages = await allPages(api(`/${PATHS[type]}?modified_after=2021-01-01&${query}`), token);
    return pages.flatMap((body) => body[PATHS[type]]).map(({ id }) => id);
  };

  it.each(LISTS.slice(0, 3))(
    'of a %s changes when it is trashed or restored',
    async (type, build) => {
      const record = await build();
      const at = api(`/${PATHS[type]}/${record.public_id}`);
      const form = `/content-manager/collection-types/${uidOf(type)}/${record.documentId}?locale=en`;
      const steps = [
        { ask: () => send('DELETE', at, undefined, token), status: 'trash' },
        { ask: () => send('PATCH', at, { status: 'publish' }, token), status: 'publish' },
        { ask: () => admin('PUT', form, { trashed_at: MOMENT }), status: 'trash' },
        { ask: () => admin('PUT', form, { trashed_at: null }), status: 'publish' },
      ];
      for (const { ask, status } of steps) {
        await changedAt(type, record, MOMENT);
        expect((await ask()).status).toBe(200);
        expect(await since2021(type, `status=${status}`)).toContain(record.public_id);
      }
    },
  );

  it('of a category changes when its parent is deleted', async () => {
    const above = await buildCategory({ name: 'Above' });
    const below = await buildCategory({ name: 'Below', parent: above.public_id });
    await changedAt('category', below, MOMENT);
    expect(await since2021('category', 'hide_empty=false')).not.toContain(below.public_id);
    await send('DELETE', api(`/categories/${above.public_id}`), undefined, token);
    expect(await since2021('category', 'hide_empty=false')).toContain(below.public_id);
  });
});
