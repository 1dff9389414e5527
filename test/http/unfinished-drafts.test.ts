import { apiToken, bearer, member } from '../support/callers';
import { doors, type Saved } from '../support/doors';
import { api, get, send } from '../support/http';

type Data = Record<string, unknown>;

const [, adminDoor] = doors[0] as (typeof doors)[number];

let full: Record<string, string>;
let editor: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  editor = (await member('editor')).headers;
});

const NOTHING = { year: '', month: '', day: '', hour: '', minutes: '', seconds: '' };
const TIMES = { start_date: '2031-05-01 18:00:00', end_date: '2031-05-01 20:00:00' };
const EVER = 'start_date=2000-01-01&end_date=2100-01-01';

const idsOf = ({ body }: { body: { events: { id: number }[] } }) => body.events.map(({ id }) => id);

describe('an event draft without dates (D9.8)', () => {
  const draft = (data: Data = { title: 'Some day' }) => adminDoor.create('event', data);
  const address = ({ public_id }: Saved, language?: string) =>
    api(`/events/${public_id}`, language);

  it('has empty dates by id, by slug and in every language', async () => {
    const made = await draft();
    const bySlug = api(`/events/by-slug/${made.slug}`);
    for (const place of [address(made), address(made, 'fr'), bySlug]) {
      const { status, body } = await get(place, editor);
      expect({ status, ...body }).toMatchObject({ status: 'draft', title: 'Some day' });
      expect(body).toMatchObject({
        start_date: '',
        start_date_details: NOTHING,
        end_date: '',
        end_date_details: NOTHING,
        utc_start_date: '',
        utc_start_date_details: NOTHING,
        utc_end_date: '',
        utc_end_date_details: NOTHING,
        timezone: 'UTC',
        timezone_abbr: '',
      });
    }
    expect((await get(address(made))).status).toBe(403);
  });

  it('shows a start date if it has only that', async () => {
    const made = await draft({
      title: 'Half',
      start_date: TIMES.start_date,
      timezone: 'Europe/Paris',
    });
    expect((await get(address(made), editor)).body).toMatchObject({
      start_date: TIMES.start_date,
      utc_start_date: '2031-05-01 16:00:00',
      timezone_abbr: 'CEST',
      end_date: '',
      utc_end_date: '',
    });
  });

  it('is excluded from lists by date, and found by id', async () => {
    const without = await draft();
    const half = await draft({ title: 'Ends', end_date: TIMES.end_date });
    const whole = await draft({ title: 'Whole', ...TIMES });
    for (const query of [
      '',
      EVER,
      'starts_before=2100-01-01',
      'starts_after=2000-01-01',
      'ends_before=2100-01-01',
      'ends_after=2000-01-01',
      `${EVER}&status=draft&search=whole`,
    ]) {
      const list = await get(api(`/events?per_page=50&${query}`), editor);
      expect([query, list.status]).toEqual([query, 200]);
      const ids = idsOf(list);
      expect(ids).not.toContain(without.public_id);
      expect(ids).not.toContain(half.public_id);
      expect([query, list.body.total]).toEqual([query, ids.length]);
    }
    const wanted = [without, half, whole].map(({ public_id }) => public_id);
    const listed = await get(api(`/events?status=draft&include=${wanted}`), editor);
    expect(idsOf(listed)).toEqual(wanted);
    expect(listed.body).toMatchObject({ total: 3, total_pages: 1 });
  });

  it('is unchanged when it is sent back', async () => {
    const made = await draft();
    const before = await get(address(made), editor);
    const put = await send('PUT', address(made), before.body, editor);
    expect(put).toMatchObject({ status: 200, body: before.body });
    expect((await get(address(made), editor)).body).toEqual(before.body);
  });

  it('can be completed field by field, and published only then', async () => {
    const made = await draft();
    const patch = (body: Data) => send('PATCH', address(made), body, editor);
    const early = await patch({ status: 'publish' });
    expect(early).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(early.body.data.params)).toEqual(['start_date', 'end_date']);
    expect((await patch({ title: 'Renamed' })).body).toMatchObject({ title: 'Renamed' });
    const { body } = await patch({ start_date: TIMES.start_date, timezone: 'Europe/Paris' });
    expect(body).toMatchObject({ start_date: TIMES.start_date, end_date: '', status: 'draft' });
    const done = await patch({ end_date: TIMES.end_date, status: 'publish' });
    expect(done).toMatchObject({ status: 200, body: { ...TIMES, status: 'publish' } });
    expect((await get(address(made))).body.json_ld).toMatchObject({
      startDate: '2031-05-01T18:00:00+02:00',
    });
  });

  it('can be completed and published in one request', async () => {
    const made = await draft();
    const { status, body } = await send(
      'PATCH',
      address(made),
      { ...TIMES, status: 'publish' },
      full,
    );
    expect({ status, ...body }).toMatchObject({ ...TIMES, status: 'publish' });
  });

  it('can get another language, also as a draft without dates', async () => {
    const made = await draft();
    const { status, body } = await send('PATCH', address(made, 'fr'), { title: 'Un jour' }, full);
    expect(status).toBe(200);
    expect(body).toMatchObject({ language: 'fr', start_date: '', status: 'draft' });
  });

  it('can be moved to the trash and restored', async () => {
    const made = await draft();
    const { status, body } = await send('DELETE', address(made), undefined, editor);
    expect({ code: status, ...body }).toMatchObject({ code: 200, status: 'trash', start_date: '' });
    const back = await send('PATCH', address(made), { status: 'draft' }, editor);
    expect(back).toMatchObject({ status: 200, body: { status: 'draft' } });
  });
});

const NAMED = [
  ['events', 'event', 'title'],
  ['venues', 'venue', 'venue'],
  ['organizers', 'organizer', 'organizer'],
] as const;

describe.each(NAMED)('a draft of /%s without a name', (path, type, name) => {
  it('can be read, listed, sent back, completed, published and deleted', async () => {
    const times = type === 'event' ? TIMES : {};
    const made = await adminDoor.create(type, times);
    const address = api(`/${path}/${made.public_id}`);
    const before = await get(address, editor);
    expect(before.body).toMatchObject({ [name]: '', slug: `${type}-${made.public_id}` });
    expect((await get(api(`/${path}/by-slug/${made.slug}`), editor)).body).toEqual(before.body);
    const list = await get(api(`/${path}?status=draft&per_page=50&${EVER}`), editor);
    expect(list.body[path]).toContainEqual(expect.objectContaining({ id: made.public_id }));
    expect(await send('PUT', address, before.body, editor)).toMatchObject({
      status: 200,
      body: before.body,
    });
    const early = await send('PATCH', address, { status: 'publish' }, editor);
    expect([early.status, Object.keys(early.body.data.params)]).toEqual([400, [name]]);
    const named = await send('PATCH', address, { [name]: 'Named', status: 'publish' }, editor);
    expect(named).toMatchObject({ status: 200, body: { [name]: 'Named', status: 'publish' } });
    const gone = await send('DELETE', address, undefined, editor);
    expect(gone).toMatchObject({ status: 200, body: { status: 'trash' } });
  });
});

it.each(['venue', 'organizer'] as const)(
  'an event includes its %s even if that has no name',
  async (type) => {
    const linked = await adminDoor.create(type, {});
    const references = { [type]: [linked.public_id] };
    const event = await adminDoor.create('event', { ...TIMES, title: 'X', ...references });
    const { status, body } = await get(api(`/events/${event.public_id}`), editor);
    const shown = expect.objectContaining({ id: linked.public_id, [type]: '' });
    expect([status, [body[type]].flat()]).toEqual([200, [shown]]);
  },
);

it.each(['category', 'tag'] as const)('a %s cannot be saved without a name', async (type) => {
  await expect(adminDoor.create(type, { description: 'x' })).rejects.toEqual({
    status: 400,
    fields: ['name'],
  });
  const named = await adminDoor.create(type, { name: `Named ${type}` });
  await expect(adminDoor.update(type, named.documentId, { name: null })).rejects.toMatchObject({
    status: 400,
  });
});
