import { urlFields } from '../../src/plugins/calendar/server/src/kinds/fields';
import {
  NAME_FIELD,
  POST_TYPES,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { allDoors, doors, type Saved, someTimes } from '../support/doors';
import { split } from '../support/extent';
import { api, get, send } from '../support/http';
import { rowsOf } from '../support/rows';

type Data = Record<string, unknown>;

const BAD = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)//https://example.org',
  'data:text/html,<script>alert(1)</script>',
  'mailto:a@example.org',
  '//example.org/x',
  'example.org/x',
  'https://',
  'https://exa mple.org',
  'https://example.org\njavascript:alert(1)',
  'ftp://example.org',
  `https://example.org/${'x'.repeat(9000)}`,
];

const FIELDS = POST_TYPES.flatMap((type) => urlFields(type).map((field) => ({ type, field })));

const named = (type: (typeof POST_TYPES)[number]): Data => ({
  [NAME_FIELD[type]]: 'With an address',
  ...(type === 'event' ? someTimes : {}),
});

it('the post types have five URL fields', () => {
  expect(FIELDS.map(({ type, field }) => `${type}.${field}`)).toEqual([
    'event.website',
    'event.virtual_url',
    'event.ticket_url',
    'venue.website',
    'organizer.website',
  ]);
});

describe.each(split(allDoors))('a URL saved through %s (D4.9)', (_name, door) => {
  it.each(FIELDS)(
    'must be http or https, or empty: $field of the type $type',
    async ({ type, field }) => {
      const refused = { status: 400, fields: [field] };
      const made = await door.create(type, {
        ...named(type),
        [field]: 'HTTPS://Example.org/a?b#c',
      });
      const before = await rowsOf(type, made.documentId);
      for (const bad of field === 'website' && type === 'event' ? BAD : BAD.slice(0, 2)) {
        const change = door.update(type, made.documentId, { ...named(type), [field]: bad });
        await expect(change).rejects.toEqual(refused);
        await expect(door.create(type, { ...named(type), [field]: bad })).rejects.toEqual(refused);
      }
      expect(await rowsOf(type, made.documentId)).toEqual(before);
      const blanks = await door.update(type, made.documentId, {
        ...named(type),
        [field]: ' \u202ahttp://example.org\u202c ',
      });
      expect(blanks[field]).toBe('http://example.org');
      const cleared = await door.update(type, made.documentId, { ...named(type), [field]: '' });
      expect(cleared[field] ?? '').toBe('');
    },
  );
});

it('the admin reports an invalid URL at its field, with a readable message', async () => {
  const sent = { title: 'Bad', website: BAD[0] };
  const address = `/content-manager/collection-types/${uidOf('event')}?locale=en`;
  const { body } = await admin('POST', address, sent);
  expect(body.error.details.errors).toMatchObject([
    { path: ['website'], message: 'must be a full address, beginning with http:// or https://.' },
  ]);
});

describe('an invalid URL that was stored before validation', () => {
  const BEFORE = BAD[0];
  let full: Record<string, string>;

  beforeAll(async () => {
    full = bearer(await apiToken('full-access'));
  });

  const [, code] = doors[1] as (typeof doors)[number];

  /** A published record with the URL in all of its rows. */
  async function stored(type: (typeof POST_TYPES)[number], more: Data = {}): Promise<Saved> {
    const made = await code.create(type, { ...named(type), ...more });
    await code.publish(type, made.documentId);
    const data = Object.fromEntries(urlFields(type).map((field) => [field, BEFORE]));
    const where = { documentId: made.documentId };
    await strapi.db.query(uidOf(type)).updateMany({ where, data });
    return made;
  }

  it.each(POST_TYPES)('is not served in single records, lists or json_ld: %s', async (type) => {
    const { public_id } = await stored(type, type === 'event' ? { cost: '5' } : {});
    const single = await get(api(`/${type}s/${public_id}`));
    const list = await get(api(`/${type}s?per_page=50`));
    for (const { status, text } of [single, list]) {
      expect([status, /javascript:/i.test(text)]).toEqual([200, false]);
    }
    if (type !== 'event') return expect(single.body).not.toHaveProperty('website');
    const empty = { website: '', virtual_url: '', ticket_url: '', ticketed: false };
    expect(single.body).toMatchObject(empty);
    expect(single.body.json_ld.offers.url).toBe(single.body.url);
    const year = 'start_date=2027-01-01&end_date=2028-01-01&per_page=50';
    const { body } = await get(api(`/events?ticketed=true&${year}`));
    expect(body.events.map(({ id }: { id: number }) => id)).not.toContain(public_id);
  });

  it.each(POST_TYPES)(
    'is kept when other fields are saved, even by whole forms: %s',
    async (type) => {
      const { documentId, public_id } = await stored(type);
      const name = NAME_FIELD[type];
      const [draft] = await rowsOf(type, documentId);
      const form = { ...draft, [name]: 'Another name' };
      for (const [, door] of doors) await door.update(type, documentId, form);
      await code.publish(type, documentId);
      const patched = await send('PATCH', api(`/${type}s/${public_id}`), { [name]: 'Third' }, full);
      expect([patched.status, patched.body[name]]).toEqual([200, 'Third']);
      const rows = await rowsOf(type, documentId);
      expect(rows.map(({ website }) => website)).toEqual([BEFORE, BEFORE]);
    },
  );

  it('cannot be replaced by another invalid one, but the served record can be sent back', async () => {
    const { documentId, public_id } = await stored('event');
    const change = { website: 'javascript:alert(2)' };
    const refused = { status: 400, fields: ['website'] };
    for (const [, door] of allDoors) {
      await expect(
        door.update('event', documentId, { ...named('event'), ...change }),
      ).rejects.toEqual(refused);
    }
    const served = (await get(api(`/events/${public_id}`), full)).body;
    expect((await send('PUT', api(`/events/${public_id}`), served, full)).status).toBe(200);
  });

  it('stays in an unfinished draft when a PATCH changes the published event', async () => {
    const made = await code.create('event', { ...named('event'), website: 'https://example.org/' });
    await code.publish('event', made.documentId);
    const draft = { documentId: made.documentId, publishedAt: null };
    const query = strapi.db.query(uidOf('event'));
    await query.updateMany({ where: draft, data: { website: BEFORE, excerpt: 'Half' } });
    const address = api(`/events/${made.public_id}`);
    const { status, body } = await send('PATCH', address, { title: 'New' }, full);
    expect([status, body.title, body.website]).toEqual([200, 'New', 'https://example.org/']);
    expect(await query.findOne({ where: draft })).toMatchObject({
      title: 'New',
      website: BEFORE,
      excerpt: 'Half',
    });
  });
});
