import { asListed } from '../support/as-listed';
import { apiToken, bearer, type Member, member } from '../support/callers';
import { api, get, send } from '../support/http';
import { setTrash } from '../support/matrix';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildVenue,
  referTo,
  type Stored,
} from '../support/records';
import { rowsOf } from '../support/rows';
import { statementsFor } from '../support/statements';

/** A past time, which is outside of the default window. */
const PAST = '2020-01-01 10:00:00';

type Headers = Record<string, string>;

let author: Member;
let editor: Headers;
let full: Headers;
let event: Stored;
let drafts: { venue: Stored; own: Stored; organizer: Stored; parent: Stored; category: Stored };

beforeAll(async () => {
  author = await member('author');
  editor = (await member('editor')).headers;
  full = bearer(await apiToken('full-access'));
  const unpublished = { publish: false };
  drafts = {
    venue: await buildVenue({ venue: 'Draft hall' }, unpublished),
    own: await buildVenue({ venue: 'Own hall', author: author.id }, unpublished),
    organizer: await buildOrganizer({ organizer: 'Nobody yet', post_status: 'private' }),
    parent: await buildEvent({ title: 'Parent' }, unpublished),
    category: await buildCategory({ name: 'Music' }),
  };
  event = await buildEvent({
    title: 'Concert',
    post_parent: drafts.parent.public_id,
    categories: [drafts.category.public_id],
  });
  await referTo(event, {
    venue: [drafts.venue.public_id, drafts.own.public_id],
    organizer: [drafts.organizer.public_id],
  });
  await buildEvent({ title: 'Entwurf' }, { of: event, language: 'fr', publish: false });
  const more = { categories: [drafts.category.public_id] };
  await buildEvent({ ...more, author: author.id }, unpublished);
  await buildEvent({ ...more, password: 'word' });
  const trashed = await buildEvent(more);
  await setTrash(trashed.public_id, new Date());
});

const single = async (headers: Headers, language?: string) =>
  (await get(api(`/events/${event.public_id}`, language), headers)).body;

const names = (venue: unknown) => [venue].flat().map((each) => (each as { venue: string }).venue);

it('shows the public only published references, languages and counts', async () => {
  const body = await single({});
  expect(body).toMatchObject({ venue: [], organizer: [], post_parent: 0, language: 'en' });
  expect(Object.keys(body.translations)).toEqual(['en']);
  expect(body.categories[0].count).toBe(1);
  expect((await single({}, 'fr')).title).toBe('Concert');
});

it('shows an author their own drafts as well', async () => {
  const body = await single(author.headers);
  expect(names(body.venue)).toEqual(['Own hall']);
  expect(body.venue.status).toBe('draft');
  expect(body).toMatchObject({ organizer: [], post_parent: 0 });
  expect(Object.keys(body.translations)).toEqual(['en']);
  expect(body.categories[0].count).toBe(1);
});

it.each(['editor', 'full'])('shows all references and languages to %s', async (who) => {
  const headers = who === 'editor' ? editor : full;
  const body = await single(headers);
  expect(names(body.venue)).toEqual(['Draft hall', 'Own hall']);
  expect(body.organizer).toMatchObject([{ organizer: 'Nobody yet', status: 'private' }]);
  expect(body.post_parent).toBe(drafts.parent.public_id);
  expect(Object.keys(body.translations)).toEqual(['en', 'fr']);
  expect(body.categories[0].count).toBe(1);
  expect(await single(headers, 'fr')).toMatchObject({ title: 'Entwurf', status: 'draft' });
});

it('finds by the published version of an event, also for its author and for editors', async () => {
  const [shown, edited] = [await buildVenue(), await buildVenue()];
  const { documentId, public_id } = await buildEvent({
    author: author.id,
    venue: [shown.public_id],
  });
  const data = { venue: [edited.public_id] } as never;
  await strapi.documents('plugin::calendar.event').update({ documentId, data });
  for (const headers of [{}, author.headers, editor, full]) {
    const { body } = await get(api(`/venues?event=${public_id}`), headers);
    expect(body.venues.map(({ id }: { id: number }) => id)).toEqual([shown.public_id]);
  }
});

it.each([[[]], [''], [0], ['0'], [{ id: 0 }], [{ id: '' }], [[0]]])(
  'keeps references hidden from an author who sends %j where none are shown',
  async (nothing) => {
    const made = await buildEvent({ author: author.id });
    await referTo(made, { venue: [drafts.venue.public_id] });
    const path = api(`/events/${made.public_id}`);
    const venues = async () => (await rowsOf('event', made.documentId)).map((row) => row.venue);
    const before = await venues();
    expect((await send('PATCH', path, { venue: nothing }, author.headers)).status).toBe(200);
    expect(await venues()).toEqual(before);
    const hall = { id: 0, venue: 'New hall' };
    const { body } = await send('PATCH', path, { venue: hall }, author.headers);
    expect(names(body.venue)).toEqual(['New hall']);
  },
);

it.each(['author', 'editor'])(
  'keeps references hidden from %s when an answer is sent back',
  async (who) => {
    const mine = { author: author.id, title: `Of ${who}` };
    const venue = [drafts.venue.public_id, drafts.own.public_id];
    const made = await buildEvent({ ...mine, start_date: PAST });
    await referTo(made, { venue });
    const { public_id, documentId } = made;
    const headers = who === 'author' ? author.headers : editor;
    const path = api(`/events/${public_id}`);
    const before = (await get(path, headers)).body;
    const sent = await send('PUT', path, before, headers);
    expect(sent.status).toBe(200);
    expect({ ...sent.body, modified: 0, modified_utc: 0 }).toEqual({
      ...asListed(before),
      modified: 0,
      modified_utc: 0,
    });
    expect((await rowsOf('event', documentId)).map((row) => row.venue)).toEqual([venue, venue]);
  },
);

it('lists one row per record: the published one, or else the draft', async () => {
  await strapi.documents('plugin::calendar.event').update({
    documentId: event.documentId,
    locale: 'en',
    data: { title: 'Unfinished' } as never,
  });
  const titles = async (language: string) => {
    const { body } = await get(api('/events', language), editor);
    const mine = body.events.filter(({ id }: { id: number }) => id === event.public_id);
    return mine.map(({ title, status }: { title: string; status: string }) => [title, status]);
  };
  expect(await titles('en')).toEqual([['Concert', 'publish']]);
  expect(await titles('fr')).toEqual([['Entwurf', 'draft']]);
  expect(await titles('es')).toEqual([['Concert', 'publish']]);
});

it('lists a private event that was unpublished as a draft, not as private', async () => {
  const { public_id } = await buildEvent({ post_status: 'private' }, { publish: false });
  const total = async (status: string) =>
    (await get(api(`/events?include=${public_id}&status=${status}`), editor)).body.total;
  expect([await total('private'), await total('draft')]).toEqual([0, 1]);
});

it.each(['publish', 'draft'])('counts no record as the own one of a token: %s', async (status) => {
  const rights = ['find', 'findOne', 'create', 'update', 'delete', 'publish'];
  const token = bearer(
    await apiToken(
      'custom',
      rights.map((right) => `event.${right}`),
    ),
  );
  const sent = { title: 'Made', start_date: PAST, end_date: PAST, status };
  const made = await send('POST', api('/events'), sent, token);
  expect(made.status).toBe(201);
  const nobodys = await buildEvent({}, { publish: status === 'publish' });
  for (const id of [made.body.id, nobodys.public_id]) {
    const path = api(`/events/${id}`);
    expect((await send('PATCH', path, { title: 'Taken' }, token)).status).toBe(403);
    expect((await send('DELETE', path, undefined, token)).status).toBe(403);
  }
});

it('lists the best language among those in a requested state', async () => {
  const ids = async (path: string) => {
    const { body } = await get(path, editor);
    return body.events.find(({ id }: { id: number }) => id === event.public_id)?.language;
  };
  expect(await ids(api('/events?status=publish', 'fr'))).toBe('en');
  expect(await ids(api('/events?status=draft', 'en'))).toBe('fr');
  expect(await ids(api('/events?status=pending', 'en'))).toBeUndefined();
});

it('lists the same records to an editor with status=publish, with all their references', async () => {
  const path = api('/events?status=publish');
  const readOnly = bearer(await apiToken('read-only'));
  const listed = async (headers: Headers) => {
    const { body } = await get(path, headers);
    const mine = body.events.find(({ id }: { id: number }) => id === event.public_id);
    return [body.events.map(({ id }: { id: number }) => id), names(mine.venue)];
  };
  const [everybodys] = await listed({});
  expect(await listed({})).toEqual([everybodys, []]);
  expect(await listed(readOnly)).toEqual([everybodys, []]);
  expect(await listed(editor)).toEqual([everybodys, ['Draft hall', 'Own hall']]);
});

it('accepts in the venue filter only venues that the caller may read', async () => {
  const path = api(`/events?venue=${drafts.venue.public_id}`);
  expect((await get(path)).status).toBe(400);
  expect((await get(path, author.headers)).status).toBe(400);
  expect((await get(path, editor)).body.total).toBe(1);
  const own = api(`/events?venue=${drafts.own.public_id}`);
  expect((await get(own)).status).toBe(400);
  expect((await get(own, author.headers)).body.total).toBe(1);
});

it('opens a draft by its slug only for callers who may read it', async () => {
  const path = api(`/events/by-slug/${drafts.parent.slug}`);
  expect((await get(path, editor)).body.title).toBe('Parent');
  expect((await get(path, author.headers)).status).toBe(403);
});

const isRights = (sql: string) => /up_permissions|up_users|core_store|api_token/.test(sql);

/** D8.1: statements that begin and end a snapshot. */
const isBracket = (sql: string) => /^(BEGIN|SET TRANSACTION|COMMIT)\b/i.test(sql);

it('needs at most 12 statements for callers who see unpublished records', async () => {
  const count = async (headers: Headers) => {
    const { statements } = await statementsFor(() => get(api('/events?per_page=50'), headers));
    return statements.filter((sql) => !isRights(sql) && !isBracket(sql)).length;
  };
  for (const who of [editor, full]) {
    expect(await count(who)).toBeGreaterThan(1);
    expect(await count(who)).toBeLessThanOrEqual(12);
  }
});
