import { apiToken, bearer, type Member, member } from '../support/callers';
import { someTimes } from '../support/doors';
import { api, send } from '../support/http';
import { buildOrganizer, buildVenue, type Making } from '../support/records';
import { withSettings } from '../support/settings';

const NAME = 'Town hall';

let contributor: Member;
let author: Member;
let editor: Member;
let full: Record<string, string>;

beforeAll(async () => {
  contributor = await member('contributor');
  author = await member('author');
  editor = await member('editor');
  full = bearer(await apiToken('full-access'));
});

const venues = () => strapi.db.query('plugin::calendar.venue');

beforeEach(() => venues().deleteMany({ where: {} }));

/**
 * The venue of a new event that names one like this, as seen by its creator. An event is a draft if
 * the venue is, since publishing it would publish the venue (D6.7).
 */
async function named(headers: Record<string, string>, more: Record<string, unknown> = {}) {
  const venue = { venue: NAME, city: 'Lyon', ...more };
  const status = more.status === 'draft' ? 'draft' : undefined;
  const sent = { title: 'Fair', ...someTimes, venue, status };
  const made = await send('POST', api('/events'), sent, headers);
  expect([made.status, made.body.data?.params]).toEqual([201, undefined]);
  return made.body.venue;
}

const hall = (more: object = {}, making: Making = {}) =>
  buildVenue({ venue: NAME, city: 'Lyon', address: 'Place 1', ...more }, making);

const unpublished = { publish: false };
const AHEAD = '2039-01-01T00:00:00.000Z';

it('an event that names a venue reuses the public one, not an older draft', async () => {
  await hall({ author: contributor.id }, unpublished);
  const { public_id } = await hall();
  await hall();
  for (const { headers } of [contributor, author, editor, { headers: full }]) {
    expect(await named(headers)).toMatchObject({ id: public_id, address: 'Place 1' });
  }
});

it.each([
  ['private', { post_status: 'private' }, {}],
  ['draft', {}, unpublished],
  ['waiting', { post_status: 'pending' }, unpublished],
  ['coming', { date: AHEAD }, {}],
])(
  'creates a public venue instead of reusing a %s venue of another user',
  async (_, data, making) => {
    const { public_id } = await hall({ ...data, author: contributor.id }, making);
    for (const { headers } of [author, editor, { headers: full }]) {
      await venues().deleteMany({ where: { public_id: { $ne: public_id } } });
      const venue = await named(headers);
      expect([venue.id === public_id, venue.status, venue.address]).toEqual([
        false,
        'publish',
        undefined,
      ]);
    }
  },
);

it('creates a public venue if the publisher owns only a draft or private one', async () => {
  const draft = await hall({ author: author.id }, unpublished);
  const own = await hall({ author: author.id, post_status: 'private' });
  const venue = await named(author.headers);
  expect([draft.public_id, own.public_id]).not.toContain(venue.id);
  expect(venue.status).toBe('publish');
});

it('reuses only the caller’s own draft when a draft would be created', async () => {
  const others = await hall({ author: author.id }, unpublished);
  const first = await named(contributor.headers);
  expect([first.id === others.public_id, first.status]).toEqual([false, 'draft']);
  expect((await named(contributor.headers)).id).toBe(first.id);
  expect((await named(author.headers, { status: 'draft' })).id).toBe(others.public_id);
});

it.each(['draft', 'private'])(
  'reuses no venue of another user when an editor creates a %s one',
  async (status) => {
    const data = { author: author.id, post_status: status === 'private' ? status : null };
    const others = await hall(data, { publish: status === 'private' });
    const own = await named(editor.headers, { status });
    expect([own.id === others.public_id, own.status]).toEqual([false, status]);
    expect((await named(editor.headers, { status })).id).toBe(own.id);
  },
);

it('reuses no draft when the new venue would wait for review', async () => {
  const draft = await hall({ author: contributor.id }, unpublished);
  const waiting = await named(contributor.headers, { status: 'publish' });
  expect([waiting.id === draft.public_id, waiting.status]).toEqual([false, 'pending']);
  expect((await named(contributor.headers, { status: 'publish' })).id).toBe(waiting.id);
});

it('reuses a token’s earlier draft only if the token may read unpublished venues', async () => {
  const first = await named(full, { status: 'draft' });
  expect((await named(full, { status: 'draft' })).id).toBe(first.id);
  const blind = bearer(await apiToken('custom', ['event.create', 'venue.create']));
  await named(blind);
  const stored = await strapi.db
    .query('plugin::calendar.venue')
    .findMany({ select: ['public_id'] });
  expect(new Set(stored.map(({ public_id }) => public_id)).size).toBe(2);
});

it('reuses no venue that differs in a field that was sent', async () => {
  const { public_id } = await hall();
  expect((await named(full, { address: 'Place 2' })).id).not.toBe(public_id);
  expect((await named(full, { date_utc: '2020-01-01 00:00:00' })).id).not.toBe(public_id);
});

it('ignores a null id, and rejects an id that is neither number nor text', async () => {
  const { public_id } = await hall();
  expect(await named(full, { id: null })).toMatchObject({ id: public_id, address: 'Place 1' });
  for (const id of [{ id: public_id }, [public_id], true]) {
    const sent = { title: 'Fair', ...someTimes, venue: { id } };
    const { status, body } = await send('POST', api('/events'), sent, full);
    expect([status, body.data.params.venue]).toEqual([400, expect.stringContaining('ids')]);
  }
});

it.each([
  ['venue', 'slug', { venue: { venue: NAME, slug: 'hall.ics' } }],
  ['venue', 'description', { venue: [{ venue: NAME, description: 'x'.repeat(300_000) }] }],
  ['venue', 'external_id', { venue: { venue: NAME, external_id: 'hall' } }],
  ['categories', 'description', { categories: [{ name: NAME, description: 'x'.repeat(300_000) }] }],
])(
  'reports under %s what saving the nested record rejects: its %s',
  async (field, fault, nested) => {
    await hall({ external_id: 'hall' }, unpublished);
    const sent = { title: 'Fair', ...someTimes, ...nested };
    for (const headers of [author.headers, full]) {
      if (headers === full && fault === 'external_id') continue; // Callers who see the record refer to it.
      const { status, body } = await send('POST', api('/events'), sent, headers);
      expect([status, Object.keys(body.data.params)]).toEqual([400, [field]]);
      expect(body.data.params[field]).toContain(`Invalid parameter(s): ${fault}`);
    }
  },
);

it('names each invalid field of a nested record', async () => {
  const venue = { venue: NAME, website: 'javascript:1', geo_lat: 200 };
  const { body } = await send('POST', api('/events'), { title: 'Fair', ...someTimes, venue }, full);
  expect(body.data.params.venue).toMatch(/ website: must be .* geo_lat: must be /);
});

it('reports an unknown author of a nested record under its field, also if an equal record exists', async () => {
  await hall();
  for (const more of [{}, { address: 'Place 3' }]) {
    const venue = { venue: NAME, city: 'Lyon', author: 999_999, ...more };
    const { body } = await send(
      'POST',
      api('/events'),
      { title: 'Fair', ...someTimes, venue },
      full,
    );
    expect(Object.keys(body.data.params)).toEqual(['venue']);
    expect(body.data.params.venue).toContain('author: ');
  }
});

it('creates one record for duplicates in one request or in concurrent requests', async () => {
  const custom = bearer(
    await apiToken(
      'custom',
      ['create', 'publish'].flatMap((right) =>
        ['event', 'organizer', 'venue'].map((type) => `${type}.${right}`),
      ),
    ),
  );
  for (const headers of [full, author.headers, custom]) {
    for (const more of [{}, { external_id: `twin-${JSON.stringify(headers).length}` }]) {
      const organizer = { organizer: 'Twin', ...more };
      const sent = { title: 'Fair', ...someTimes, organizer: [organizer, organizer] };
      const { status, body } = await send('POST', api('/events'), sent, headers);
      expect([status, body.organizer?.length ?? body]).toEqual([201, 1]);
    }
    const venue = { venue: NAME, city: `Of ${JSON.stringify(headers).length}`, external_id: '' };
    const made = await Promise.all(
      [1, 2, 3].map(() =>
        send('POST', api('/events'), { title: 'Fair', ...someTimes, venue }, headers),
      ),
    );
    expect(new Set(made.map(({ body }) => body.venue.id)).size).toBe(1);
  }
});

it.each([
  ['an empty combined field', { state: 'TX', country: 'US', stateprovince: '' }],
  ['that of a province', { province: 'Rhône', country: 'France', stateprovince: '' }],
  ['a slug in capitals', { slug: 'Town Hall' }],
  ['no slug', { slug: '' }],
  ['texts with blanks and entities', { address: ' Place  1 &amp; 2 ', description: 'One' }],
  ['empty fields', { address: '', zip: '', website: '', image: '', geo_lat: '', description: '' }],
  ['flags and coordinates as texts', { show_map: 'no', geo_lat: '45.50', geo_lng: '4' }],
  ['a date of publication', { date: '2020-01-01 10:00' }],
])('an event that names a venue again with the same values reuses it: %s', async (_, more) => {
  const first = await named(full, more);
  const again = await named(full, more);
  expect(again.id).toBe(first.id);
});

it('an event that names a venue again with a slug that was taken reuses it', async () => {
  await hall({ venue: 'Another', slug: 'taken' });
  const first = await named(full, { slug: 'Taken' });
  expect(first.slug).toBe('taken-2');
  expect((await named(full, { slug: 'Taken' })).id).toBe(first.id);
  expect((await named(full, { slug: 'taken-3' })).id).not.toBe(first.id);
});

it('an event that names a venue without a combined field that somebody wrote creates another', async () => {
  const { public_id } = await hall({ state: 'TX', stateprovince: 'Texas' });
  const more = { state: 'TX', stateprovince: '' };
  expect((await named(full, more)).id).not.toBe(public_id);
});

describe('when contacts are not public', () => {
  withSettings({ publicContacts: false });

  /** The id of the organizer of a new event that names one like this. */
  async function organizerNamed(organizer: object, { headers }: Pick<Member, 'headers'>) {
    const sent = { title: 'Fair', ...someTimes, organizer, status: 'draft' };
    const { status, body } = await send('POST', api('/events'), sent, headers);
    expect([status, body.data?.params]).toEqual([201, undefined]);
    return body.organizer[0].id;
  }

  const contacts = { email: 'ana@secret.example', phone: '+49 555 0199' };
  const guesses = [
    { email: contacts.email },
    { phone: contacts.phone },
    { ...contacts, organizer: 'Ana' },
  ];

  it('whether an organizer is reused tells nobody the contacts of one they may not change', async () => {
    const known = await buildOrganizer({ organizer: 'Ana', ...contacts, author: editor.id });
    const silent = await buildOrganizer({ organizer: 'Bob', author: editor.id });
    for (const caller of [contributor, author]) {
      for (const guess of guesses) {
        const id = await organizerNamed({ organizer: 'Ana', ...guess }, caller);
        expect([guess, id === known.public_id]).toEqual([guess, false]);
      }
      for (const field of ['email', 'phone']) {
        const id = await organizerNamed({ organizer: 'Bob', [field]: '' }, caller);
        expect([field, id === silent.public_id]).toEqual([field, false]);
      }
      const named = await organizerNamed({ organizer: 'Bob' }, caller);
      expect(named).toBe(silent.public_id);
    }
  });

  it('reuses an organizer with the same contacts for whoever may change it', async () => {
    const { public_id } = await buildOrganizer({ organizer: 'Eva', ...contacts });
    for (const caller of [editor, { headers: full }])
      expect(await organizerNamed({ organizer: 'Eva', ...contacts }, caller)).toBe(public_id);
    const own = await organizerNamed({ organizer: 'Eva', ...contacts }, contributor);
    expect(own).not.toBe(public_id);
    expect(await organizerNamed({ organizer: 'Eva', ...contacts }, contributor)).toBe(own);
  });
});
