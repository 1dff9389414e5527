import { FIELDS } from '../../src/plugins/calendar/server/src/kinds/fields';
import {
  PUBLIC_KEYS,
  REDACTED_VALUES,
} from '../../src/plugins/calendar/server/src/resources/event/present';
import { apiToken, bearer, member } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';

const SECRET = 'classified';
const PASSWORD = 'open sesame';

type Values = Record<string, unknown>;

let full: Record<string, string>;
let sent: Values;
let id: number;
let author: Awaited<ReturnType<typeof member>>;

/** A value for every field that differs from its blank and from its empty value. */
async function everyField(): Promise<Values> {
  const made = await Promise.all([
    buildVenue({ venue: SECRET, website: `https://${SECRET}.example/venue` }),
    buildOrganizer({ organizer: SECRET, email: `${SECRET}@example.org` }),
    buildCategory({ name: SECRET }),
    buildTag({ name: SECRET }),
    buildEvent({ title: 'The festival' }),
  ]);
  const [venue, organizer, category, tag, parent] = made.map(({ public_id }) => public_id);
  return {
    title: 'Members only',
    slug: 'members-only',
    start_date: '2040-05-01 18:00:00',
    end_date: '2040-05-01 20:00:00',
    timezone: 'Europe/Paris',
    author: author.id,
    date: '2020-01-01 10:00:00',
    date_utc: '2020-01-01 10:00:00',
    status: 'publish',
    description: SECRET,
    excerpt: SECRET,
    image: await buildPicture(`${SECRET}.png`),
    all_day: true,
    cost: `$5 ${SECRET}`,
    website: `https://${SECRET}.example/`,
    show_map: true,
    show_map_link: true,
    hide_from_listings: true,
    sticky: true,
    featured: true,
    categories: [category],
    tags: [tag],
    venue: [venue],
    organizer: [organizer],
    password: PASSWORD,
    event_status: 'postponed',
    attendance_mode: 'mixed',
    virtual_url: `https://${SECRET}.example/join`,
    ticket_url: `https://${SECRET}.example/tickets`,
    currency_symbol: '¤',
    currency_code: 'XTS',
    currency_position: 'postfix',
    post_parent: parent,
    external_id: `${SECRET}-id`,
    source: `${SECRET}-source`,
    custom_fields: { [SECRET]: { label: SECRET, value: SECRET } },
  };
}

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  author = await member('author');
  sent = await everyField();
  const { status, body } = await send('POST', api('/events'), sent, full);
  expect([status, body.data?.params]).toEqual([201, undefined]);
  id = body.id;
  const french = { title: 'Entre nous', description: SECRET };
  expect((await send('PATCH', api(`/events/${id}`, 'fr'), french, full)).status).toBe(200);
});

const listed = async (query: string, headers: Record<string, string> = {}, language?: string) => {
  const { body, text } = await get(api(`/events?${query}`, language), headers);
  return { text, event: body.events.find((each: { id: number }) => each.id === id) };
};

const opened = async () =>
  (await get(api(`/events/${id}?password=${encodeURIComponent(PASSWORD)}`))).body;

it('the test event has a value for every writable field', () => {
  expect(Object.keys(sent).sort()).toEqual(Object.keys(FIELDS.event).sort());
});

it('a protected event opened with its password has no redacted value in any key', async () => {
  const shown = await opened();
  expect(Object.keys(shown).sort()).toEqual(
    [...PUBLIC_KEYS, ...Object.keys(REDACTED_VALUES)].sort(),
  );
  const alike = Object.entries(REDACTED_VALUES).filter(
    ([key, blank]) => JSON.stringify(shown[key]) === JSON.stringify(blank),
  );
  expect(alike).toEqual([]);
});

it.each([
  ['in a list', 'per_page=50&start_date=2040-01-01&end_date=2041-01-01'],
  ['among those asked for by id', 'include='],
])(
  'a protected event without its password shows only the public keys %s',
  async (_where, query) => {
    await send('PATCH', api(`/events/${id}`), { hide_from_listings: false }, full);
    const shown = await opened();
    const { event, text } = await listed(query === 'include=' ? `include=${id}` : query);
    const kept = Object.fromEntries(PUBLIC_KEYS.map((key) => [key, shown[key]]));
    expect(event).toEqual({ ...kept, ...REDACTED_VALUES });
    expect(Object.keys(event)).toEqual(Object.keys(shown));
    expect(text.includes(SECRET)).toBe(false);
  },
);

it('a protected event has only slug and url in its translations', async () => {
  const { event, text } = await listed(`include=${id}`, {}, 'fr');
  expect([event.title, Object.keys(event.translations)]).toEqual(['Entre nous', ['en', 'fr']]);
  for (const told of Object.values(event.translations)) {
    expect(Object.keys(told as object)).toEqual(['slug', 'url']);
  }
  expect(text.includes(SECRET)).toBe(false);
});

it('a protected event has no json_ld, with or without its password', async () => {
  expect(await opened()).not.toHaveProperty('json_ld');
  expect((await listed(`include=${id}`)).text).not.toContain('json_ld');
});

it('a protected event is complete for its author, editors and full-access tokens', async () => {
  const shown = await opened();
  for (const headers of [author.headers, full, (await member('editor')).headers]) {
    const { event } = await listed(`include=${id}`, headers);
    expect(event).toMatchObject({ virtual_url: shown.virtual_url, cost: shown.cost });
    expect(Object.keys(event)).toEqual(Object.keys(shown));
  }
  const { event } = await listed(`include=${id}`, (await member('author')).headers);
  expect(event).toMatchObject({ virtual_url: '', cost: '' });
});

it('a protected event stays closed to who reads unpublished events and may not change events', async () => {
  const rights = ['event.find', 'event.findOne', 'event.findUnpublished'];
  const token = async (...more: string[]) => bearer(await apiToken('custom', [...rights, ...more]));
  const [reads, writes] = [await token(), await token('event.update')];
  const statusFor = async (headers: Record<string, string>) =>
    (await get(api(`/events/${id}`), headers)).status;
  expect([await statusFor(reads), await statusFor(writes)]).toEqual([403, 200]);
  const { text } = await listed(`include=${id}`, reads);
  expect(text).not.toContain(SECRET);
});
