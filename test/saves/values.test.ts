import { t } from '../../src/plugins/calendar/server/src/messages/t';
import {
  isPostType,
  NAME_FIELD,
  RECORD_TYPES,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { adminDoor, allDoors, doors, interfaceDoor, someTimes } from '../support/doors';
import { split } from '../support/extent';
import { api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import { linksOf, type Row, rowsOf } from '../support/rows';

/** Lists within lists. */
const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const BAD: [string, Record<string, unknown>][] = [
  ['title', { title: 'a\u0000b' }],
  ['description', { description: '\u0000' }],
  ['custom_fields', { custom_fields: { key: { deep: 'a\u0000' } } }],
  ['custom_fields', { custom_fields: { 'k\u0000': 1 } }],
  ['title', { title: 'a\ud800b' }],
  ['title', { title: 'x'.repeat(80_000) }],
  ['slug', { slug: 'a\ud800' }],
  ['description', { description: '\udc00\ud800' }],
  ['custom_fields', { custom_fields: { a: { label: '\ud800', value: 'x' } } }],
  ['custom_fields', { custom_fields: { a: [{ '\udfff': 1 }] } }],
  ['custom_fields', { custom_fields: { a: [2 ** 53] } }],
  ['custom_fields', { custom_fields: '{"a": ' }],
  ['custom_fields', { custom_fields: String.raw`{"a": "\u0000"}` }],
  ['custom_fields', { custom_fields: 'a text' }],
  ['custom_fields', { custom_fields: 12 }],
  ['custom_fields', { custom_fields: { a: { value: -1e21 } } }],
  ['password', { password: '\ud800' }],
  ['currency_symbol', { currency_symbol: '\ud83d' }],
  ['currency_code', { currency_code: 'eur' }],
  ['author', { author: 3_000_000_000 }],
  ['author', { author: -3_000_000_000 }],
  ['post_parent', { post_parent: 3_000_000_000 }],
  ['post_parent', { post_parent: -1 }],
  ['venue', { venue: ['x'] }],
  ['venue', { venue: [1.5] }],
  ['venue', { venue: [0] }],
  ['organizer', { organizer: [3_000_000_000] }],
  ['categories', { categories: { 1: 987_654 } }],
  ['tags', { tags: 'rock' }],
  ['timezone', { timezone: 'Mars/Base' }],
  ['timezone', { timezone: 'UTC+99' }],
  ['start_date', { start_date: '2027-02-30 10:00:00' }],
  ['start_date', { start_date: 'tomorrow' }],
  ['end_date', { end_date: '2027-05-01 25:00:00' }],
  ['end_date', { end_date: '2027-05-01 17:59:59' }],
];

/** Names without visible characters; unit tests cover more of them. */
const UNSEEN = ['\u200b', ' \u200e&#x200f; '];

/** Values that are valid in the interface only: relative dates, and 0 for no reference. */
const READ_BY_THE_INTERFACE = ['tomorrow', '{"venue":[0]}', '{"tags":"rock"}'];

describe.each(split(allDoors))('values through %s (D4.9)', (name, door) => {
  /** An event that every rejected save leaves as it is. */
  let sound: string;
  let before: Row[];

  beforeAll(async () => {
    sound = (await door.create('event', { title: 'Sound', ...someTimes })).documentId;
    before = await rowsOf('event', sound);
  });

  it.each(BAD)('are rejected with the name of the field: %s in %j', async (field, data) => {
    const taken = READ_BY_THE_INTERFACE.some((each) => JSON.stringify(data).includes(each));
    if (name === interfaceDoor.name && taken) return;
    const refused = { status: 400, fields: [field] };
    await expect(door.update('event', sound, data)).rejects.toEqual(refused);
    await expect(door.create('event', { title: 'x', ...someTimes, ...data })).rejects.toEqual(
      refused,
    );
    expect(await rowsOf('event', sound)).toEqual(before);
  });

  it.each([
    ['{"__proto__": {"label": "A", "value": 1}}'],
    ['{"a": {"label": "A", "value": {"__proto__": 1}}}'],
  ])('must not contain the key __proto__: %s', async (text) => {
    // Strapi's own parser rejects the whole body and names no field.
    const fields = name === adminDoor.name ? [] : ['custom_fields'];
    const refused = { status: 400, fields };
    const custom_fields = JSON.parse(text);
    await expect(door.update('event', sound, { custom_fields })).rejects.toEqual(refused);
    expect(await rowsOf('event', sound)).toEqual(before);
  });

  const types = RECORD_TYPES.filter((type) => name !== interfaceDoor.name || isPostType(type));

  it.each(types)('treat a name without visible characters as empty: %s', async (type) => {
    const field = NAME_FIELD[type];
    const times = type === 'event' ? someTimes : {};
    const { documentId: id } = await door.create(type, { [field]: 'Seen', ...times });
    /** The results of saving a name: the stored value, or the error. */
    const outcomes = async (sent: string) => {
      const saves = [
        () => door.create(type, { [field]: sent, ...times }),
        () => door.update(type, id, { [field]: sent }),
      ];
      const made = [];
      for (const save of saves)
        made.push(
          await save().then(
            (row) => row[field] ?? '',
            (refused) => refused,
          ),
        );
      return made;
    };
    const empty = await outcomes('');
    for (const sent of UNSEEN) expect([sent, await outcomes(sent)]).toEqual([sent, empty]);
    await door.update(type, id, { [field]: '\u200fقمر\u200d' });
    expect((await rowsOf(type, id))[0]?.[field]).toBe('\u200fقمر\u200d');
  });

  it.each(types)('write a name on one line, without control characters: %s', async (type) => {
    const field = NAME_FIELD[type];
    const times = type === 'event' ? someTimes : {};
    const sent = '\u0007One \r\n\tline:\u00a05\u2028€  here\u001b';
    const { documentId: id } = await door.create(type, { [field]: sent, ...times });
    const nameOf = async () => (await rowsOf(type, id))[0]?.[field];
    expect(await nameOf()).toBe('One line:\u00a05 €  here');
    await door.update(type, id, { [field]: '&#10;A&#9;<b>\nB</b>&#13;' });
    expect(await nameOf()).toBe('A B');
  });

  it.each([
    ['address', 'venue'],
    ['city', 'venue'],
    ['state', 'venue'],
    ['stateprovince', 'venue'],
    ['phone', 'organizer'],
    ['currency_symbol', 'event'],
    ['cost', 'event'],
  ] as const)('write %s of a %s on one line, without control characters', async (field, type) => {
    const times = type === 'event' ? someTimes : {};
    const made = { [NAME_FIELD[type]]: 'Lines', [field]: '\u0007One \r\n\tline\u2028here\u001b' };
    const { documentId: id } = await door.create(type, { ...made, ...times });
    const value = async () => (await rowsOf(type, id))[0]?.[field];
    expect(await value()).toBe('One line here');
    await door.update(type, id, { [field]: 'A\n\nB\r\n' });
    expect(await value()).toBe('A B');
  });

  it('derive the state of a venue from one line', async () => {
    const state = { country: 'US', state: 'New\nYork' };
    const { documentId: id } = await door.create('venue', { venue: 'Derived', ...state });
    expect(await rowsOf('venue', id)).toMatchObject([
      { state: 'New York', stateprovince: 'New York' },
    ]);
  });

  it('leave two numbers of a cost two', async () => {
    const { documentId: id } = await door.create('event', { title: 'Two', ...someTimes });
    await door.update('event', id, { cost: '10\n200\t\u0663\r\n\u0664\u0660\u0660 €\n5 500' });
    expect((await rowsOf('event', id))[0]?.cost).toBe(
      '10, 200, \u0663, \u0664\u0660\u0660 € 5 500',
    );
  });

  it.each(['description', 'excerpt'])('hold at most 256 KB of %s (D9.7)', async (field) => {
    const arabic = '\u0645'.repeat(128 * 1024 - 10); // Two bytes per character.
    const { documentId: id } = await door.create('event', { title: 'Long', ...someTimes });
    await door.update('event', id, { [field]: `<p>${arabic}</p>` });
    const [stored] = await rowsOf('event', id);
    expect(String(stored?.[field])).toHaveLength(arabic.length + 7);
    await expect(
      door.update('event', id, { [field]: `<p>${arabic}${'x'.repeat(20)}</p>` }),
    ).rejects.toEqual({ status: 400, fields: [field] });
    expect((await rowsOf('event', id))[0]).toEqual(stored);
  });

  it.each([
    ['cost', '1'.repeat(8193)],
    ['password', 'x'.repeat(8193)],
    ['custom_fields', { place: { label: 'Where', value: 'x'.repeat(256 * 1024) } }],
    ['tags', Array.from({ length: 1001 }, (_, at) => at + 1)],
  ])('are rejected if %s is too large (D9.7)', async (field, value) => {
    const refused = { status: 400, fields: [field] };
    await expect(door.update('event', sound, { [field]: value })).rejects.toEqual(refused);
    expect(await rowsOf('event', sound)).toEqual(before);
  });

  it.each([19, 2500])('are rejected if nested in %i lists (D9.7)', async (levels) => {
    const data = { custom_fields: { a: { label: 'A', value: nested(levels) } } };
    const refused = { status: 400, fields: ['custom_fields'] };
    await expect(door.update('event', sound, data)).rejects.toEqual(refused);
    expect(await rowsOf('event', sound)).toEqual(before);
  });

  it('may be nested in 18 lists (D9.7)', async () => {
    const custom_fields = { a: { label: 'A', value: nested(18) } };
    const { documentId: id } = await door.create('event', { title: 'Deep', ...someTimes });
    await door.update('event', id, { custom_fields });
    expect(await rowsOf('event', id)).toMatchObject([{ custom_fields }]);
  });

  it('may be custom fields as JSON text, as the admin sends them, of which an empty one clears them', async () => {
    const { documentId: id } = await door.create('event', { title: 'Own', ...someTimes });
    await door.update('event', id, { custom_fields: '{"a": {"label": "A", "value": "é"}}' });
    const custom_fields = { a: { label: 'A', value: 'é' } };
    expect(await rowsOf('event', id)).toMatchObject([{ custom_fields }]);
    await door.update('event', id, { custom_fields: '' });
    expect(await rowsOf('event', id)).toMatchObject([{ custom_fields: null }]);
  });

  it.each(['x'.repeat(300), 'مرحبا-'.repeat(100)])(
    'accept a long address and website: %#',
    async (text) => {
      const long = { address: text, website: `https://example.com/${encodeURI(text)}` };
      const made = await door.create('venue', { venue: 'Long', ...long });
      expect(made).toMatchObject(long);
    },
  );

  it('store e-mail addresses without blanks and invisible characters around them', async () => {
    const copied = { organizer: 'Copied', email: ' \u202ainfo@example.org\u202c\u00a0' };
    const { documentId, email } = await door.create('organizer', copied);
    expect(email).toBe('info@example.org');
    const changed = await door.update('organizer', documentId, { ...copied, phone: '1' });
    expect(changed).toMatchObject({ email: 'info@example.org', phone: '1' });
  });

  it.each([
    ['Tom &amp; <b>Jerry</b>', 'Tom & Jerry'],
    ['5 < 6 &gt; 4', '5 < 6 > 4'],
    ['&lt;b&gt;bold&lt;/b&gt;', 'bold'],
    ['<script>alert(1)</script>Safe', 'Safe'],
    ['L’été &#8217; ﷽', 'L’été ’ ﷽'],
  ])('store titles as plain text: %s becomes %s', async (sent, title) => {
    expect((await door.create('event', { title: sent, ...someTimes })).title).toBe(title);
  });
});

describe.each(split(doors))('references through %s (D4.3, D4.4)', (_name, door) => {
  it('are stored in order without duplicates, even if no such record exists', async () => {
    const sent = { venue: [7, 5, 7], organizer: [], tags: null };
    const made = await door.create('event', { title: 'Linked', ...someTimes, ...sent });
    expect(made).toMatchObject({ venue: [7, 5], organizer: [], tags: [] });
    const [row] = await rowsOf('event', made.documentId);
    expect(await linksOf(row!.id)).toEqual([
      { kind: 'venue', target_id: 7, position: 0 },
      { kind: 'venue', target_id: 5, position: 1 },
    ]);
  });

  it('update the links of every row, which are deleted with it', async () => {
    const first = { venue: [1], categories: [2, 3] };
    const { documentId: id } = await door.create('event', {
      title: 'Rows',
      ...someTimes,
      ...first,
    });
    await door.update('event', id, { title: 'Lignes' }, 'fr');
    await door.publish('event', id, 'fr');
    await door.update('event', id, { venue: [] });
    for (const row of await rowsOf('event', id)) {
      const kinds = (await linksOf(row.id)).map(({ kind, target_id }) => `${kind} ${target_id}`);
      const terms = ['categories 2', 'categories 3'];
      expect(kinds).toEqual(row.publishedAt ? [...terms, 'venue 1'] : terms);
    }
    await door.remove('event', id, '*');
    const orphans = await strapi.db.connection.raw(
      'select count(*) as orphans from calendar_links where row_id not in (select id from calendar_events)',
    );
    expect(Number((orphans.rows ?? orphans)[0].orphans)).toBe(0);
  });
});

describe.each(split(doors))('values in an unknown language through %s', (_name, door) => {
  it('are rejected with 400', async () => {
    await expect(door.create('tag', { name: 'x' }, 'de')).rejects.toMatchObject({ status: 400 });
  });
});

describe('a picture that was deleted meanwhile', () => {
  const GONE = 987_654;

  it.each(['event', 'venue', 'organizer'])('is named to the editor of the %s', async (type) => {
    const path = `/content-manager/collection-types/plugin::calendar.${type}`;
    const name = { [NAME_FIELD[type as 'event']]: 'Pictured' };
    const { documentId } = (await admin('POST', `${path}?locale=en`, name)).body.data;
    const inArabic = { 'accept-language': 'ar' };
    for (const image of [GONE, { id: GONE }])
      for (const [method, address] of [
        ['POST', `${path}?locale=en`],
        ['PUT', `${path}/${documentId}?locale=en`],
        ['PUT', `${path}/${documentId}?locale=fr`],
        ['POST', `${path}/clone/${documentId}?locale=en`],
      ] as const) {
        const sent = { ...name, image };
        const { status, body } = await admin(method, address, sent, inArabic);
        const [{ path: at, message }] = body.error.details.errors;
        expect([status, at, message]).toEqual([400, ['image'], t('ar', 'rule.picture_gone')]);
      }
  });
});

describe('a file that is no picture', () => {
  const FILE = 'plugin::upload.file';
  const path = '/content-manager/collection-types/plugin::calendar.event';
  const document = (name: string) =>
    strapi.db.query(FILE).create({ data: { name, mime: 'application/pdf', hash: name } });

  it('is refused in an event by its field, in each form in which it may be sent', async () => {
    const { id } = await document('leaflet');
    const { documentId } = (await admin('POST', `${path}?locale=en`, { title: 'Bare' })).body.data;
    for (const image of [id, String(id), { id }, [id], { set: [{ id }] }, { connect: [{ id }] }]) {
      for (const [method, address] of [
        ['POST', `${path}?locale=en`],
        ['PUT', `${path}/${documentId}?locale=en`],
      ] as const) {
        const { status, body } = await admin(method, address, { title: 'Bare', image });
        const [{ path: at, message }] = body.error.details.errors;
        expect([status, at, message]).toEqual([400, ['image'], t('en', 'rule.not_picture')]);
      }
    }
  });

  it('that an event has from before does not keep its form from being saved', async () => {
    const { id } = await document('before');
    const sent = { title: 'Older', image: await buildPicture() };
    const { documentId } = (await admin('POST', `${path}?locale=en`, sent)).body.data;
    await strapi.db
      .query(FILE)
      .update({ where: { id: sent.image }, data: { mime: 'image/svg+xml' } });
    const put = (image: number) =>
      admin('PUT', `${path}/${documentId}?locale=en`, { title: 'Renamed', image: { id: image } });
    expect((await put(sent.image)).status).toBe(200);
    expect((await put(id)).status).toBe(400);
  });
});

describe('invalid values that were stored before validation (D4.9)', () => {
  const BEFORE: [string, unknown][] = [
    ['custom_fields', { a: { label: 'A', value: [12345678901234567000, 1e21] } }],
    ['title', '\u2060'],
  ];

  it.each(BEFORE)(
    'are kept when other fields are saved, even by whole forms: %s',
    async (field, value) => {
      const [, code] = doors[1] as (typeof doors)[number];
      const { documentId: id, public_id } = await code.create('event', {
        title: 'Old',
        ...someTimes,
      });
      await code.publish('event', id);
      const where = { documentId: id };
      await strapi.db.query(uidOf('event')).updateMany({ where, data: { [field]: value } });
      const full = bearer(await apiToken('full-access'));
      const served = (await get(api(`/events/${public_id}`), full)).body;
      const put = await send('PUT', api(`/events/${public_id}`), served, full);
      expect([put.status, put.body[field]]).toEqual([200, served[field]]);
      for (const [name, door] of allDoors) {
        const [draft] = await rowsOf('event', id);
        const form = name === interfaceDoor.name ? served : draft;
        await door.update('event', id, { ...form, excerpt: `By ${name}` });
        await door.publish('event', id);
      }
      const rows = await rowsOf('event', id);
      expect(rows.map((row) => row[field])).toEqual([value, value]);
    },
  );

  it('stay in an unfinished draft when a PATCH changes the published event', async () => {
    const [, code] = doors[1] as (typeof doors)[number];
    const { documentId, public_id } = await code.create('event', { title: 'Old', ...someTimes });
    await code.publish('event', documentId);
    const data = { custom_fields: { a: { label: 'A', value: 1e21 } } };
    const where = { documentId, publishedAt: null };
    await strapi.db.query(uidOf('event')).updateMany({ where, data });
    const full = bearer(await apiToken('full-access'));
    const patched = await send('PATCH', api(`/events/${public_id}`), { title: 'New' }, full);
    expect([patched.status, patched.body.custom_fields]).toEqual([200, []]);
    expect(await strapi.db.query(uidOf('event')).findOne({ where })).toMatchObject(data);
  });
});
