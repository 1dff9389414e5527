import { REVISIONS } from '../../src/plugins/calendar/server/src/database/revisions';
import { table } from '../../src/plugins/calendar/server/src/database/run';
import { admin } from '../support/admin';
import { apiToken, bearer, member } from '../support/callers';
import { compressingProxy } from '../support/compressing-proxy';
import { importAgain } from '../support/data-transfer';
import { allDoors, doors } from '../support/doors';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';
import { withSettings } from '../support/settings';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const BUILDERS = {
  events: buildEvent,
  venues: buildVenue,
  organizers: buildOrganizer,
  categories: buildCategory,
  tags: buildTag,
};
const PATHS = Object.entries(BUILDERS);

const REVISED = /^"(\d+)\.[\w-]{43}"$/;
const HASH_ONLY = /^"[\w-]{43}"$/;

const tagOf = async (path: string, headers = full) =>
  String((await get(path, headers)).headers.etag);
const revisionOf = async (path: string) => Number(REVISED.exec(await tagOf(path))?.[1]);
const write = (path: string, body: object, tag: string, method = 'PATCH') =>
  send(method, path, body, { ...full, 'if-match': tag });
const eventPath = ({ public_id }: Stored, language?: string) =>
  api(`/events/${public_id}`, language);

describe.each(PATHS)('If-None-Match on writes to %s (RFC 9110 13.1.2)', (path, build) => {
  it('returns 412 and changes nothing when it matches the record', async () => {
    const { public_id } = await build();
    const address = api(`/${path}/${public_id}`);
    const tag = await tagOf(address);
    const weak = `W/${tag}`;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const list of ['*', tag, `"other", ${weak}`]) {
        const sent = method === 'DELETE' ? undefined : { description: 'Other' };
        const headers = { ...full, 'if-none-match': list };
        const { status, body } = await send(method, address, sent, headers);
        expect([method, list, status, body.code]).toEqual([
          ...[method, list, 412, 'rest_precondition_failed'],
        ]);
      }
    }
    expect(await tagOf(address)).toBe(tag);
  });

  it('allows writes when it names only other versions', async () => {
    const { public_id } = await build();
    const address = api(`/${path}/${public_id}`);
    const before = await tagOf(address);
    const changed = await write(address, { description: 'Other' }, before);
    const headers = { ...full, 'if-none-match': before, 'if-match': `${changed.headers.etag}` };
    expect((await send('PATCH', address, { description: 'More' }, headers)).status).toBe(200);
    expect(
      (await send('DELETE', address, undefined, { ...full, 'if-none-match': before })).status,
    ).toBe(200);
  });
});

describe.each([
  ['weakens tags', (tag: string) => `W/${tag}`],
  ['names its packing in tags', (tag: string) => tag.replace(/"$/, '-gzip"')],
])('behind a compressing proxy that %s', (_, retag) => {
  let proxy: Awaited<ReturnType<typeof compressingProxy>>;
  beforeAll(async () => {
    proxy = await compressingProxy(retag);
  });
  afterAll(() => proxy.close());

  it('accepts the ETag of a read and the ETag of a write for the next write', async () => {
    const address = `${proxy.address}${eventPath(await buildEvent())}`;
    const read = await fetch(address, { headers: full });
    expect(read.headers.get('content-encoding')).toBe('gzip');
    let tag = String(read.headers.get('etag'));
    for (const [title, status] of [
      ['One', 200],
      ['Two', 200],
    ] as const) {
      const headers = { ...full, 'content-type': 'application/json', 'if-match': tag };
      const written = await fetch(address, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ title }),
      });
      expect([written.status, ((await written.json()) as { title: string }).title]).toEqual([
        status,
        title,
      ]);
      tag = String(written.headers.get('etag'));
    }
    const known = await fetch(address, {
      headers: { 'if-none-match': String((await fetch(address)).headers.get('etag')) },
    });
    expect(known.status).toBe(304);
  });
});

describe('changes to related records', () => {
  it('keep If-Match valid for an event that shows them', async () => {
    const [category, tag] = [await buildCategory(), await buildTag()];
    const [venue, organizer] = [await buildVenue(), await buildOrganizer()];
    const references = {
      categories: [category.public_id],
      tags: [tag.public_id],
      venue: [venue.public_id],
      organizer: [organizer.public_id],
    };
    const event = await buildEvent(references);
    const before = await tagOf(eventPath(event));
    await buildEvent(references);
    for (const [path, body] of [
      [`/venues/${venue.public_id}`, { city: 'Lyon' }],
      [`/organizers/${organizer.public_id}`, { organizer: 'Ana' }],
      [`/categories/${category.public_id}`, { name: 'Renamed' }],
    ] as const) {
      expect((await send('PATCH', api(path), body, full)).status).toBe(200);
    }
    expect(await tagOf(eventPath(event))).not.toBe(before);
    expect((await write(eventPath(event), { featured: true }, before)).status).toBe(200);
  });

  it.each(['categories', 'tags'] as const)(
    'keep If-Match valid for %s when an event uses them',
    async (path) => {
      const { public_id } = await BUILDERS[path]();
      const before = await tagOf(api(`/${path}/${public_id}`));
      await buildEvent({ [path]: [public_id] });
      const changed = await write(api(`/${path}/${public_id}`), { description: 'New' }, before);
      expect(changed.status).toBe(200);
    },
  );
});

describe('changes that invalidate If-Match', () => {
  it('include those in another language, and each ETag is valid in every language', async () => {
    const event = await buildEvent();
    await buildEvent({ title: 'Un' }, { of: event, language: 'fr' });
    const english = await tagOf(eventPath(event, 'en'));
    const french = await tagOf(eventPath(event, 'fr'));
    expect(french).not.toBe(english);
    expect((await write(eventPath(event, 'fr'), { title: 'Deux' }, english)).status).toBe(200);
    for (const stale of [english, french]) {
      expect((await write(eventPath(event, 'en'), { title: 'Two' }, stale)).status).toBe(412);
    }
  });

  it('include a draft that the caller has not seen, and the message says so', async () => {
    const event = await buildEvent();
    const [path, before] = [eventPath(event), await tagOf(eventPath(event))];
    const shown = (await get(path, full)).text;
    const content = `/content-manager/collection-types/plugin::calendar.event/${event.documentId}`;
    expect((await admin('PUT', `${content}?locale=en`, { title: 'Draft' })).status).toBe(200);
    expect((await get(path, full)).text).toBe(shown);
    const stale = await write(path, { featured: true }, before);
    expect([stale.status, stale.body.message]).toEqual([412, expect.stringContaining('draft')]);
    expect((await get(path)).headers.etag).toMatch(HASH_ONLY);
  });

  it('include a category that moves up when its parent is deleted', async () => {
    const top = await buildCategory();
    const child = await buildCategory({ parent: top.public_id });
    const path = api(`/categories/${child.public_id}`);
    const before = await revisionOf(path);
    await send('DELETE', api(`/categories/${top.public_id}`), undefined, full);
    expect(await revisionOf(path)).toBeGreaterThan(before);
  });
});

const FAR = 9_000_000_000_000_000;

/** Sets a high revision, from which each change increments by one. */
async function fromFar({ documentId: document_id }: Stored) {
  await table(REVISIONS).where({ document_id }).update({ revision: FAR });
}

describe.each(allDoors)('the revision of an event, through %s', (_, door) => {
  it('increases by one with every save that changes something', async () => {
    const event = await buildEvent();
    await buildEvent({ title: 'Un' }, { of: event, language: 'fr' });
    const { documentId: id } = event;
    await fromFar(event);
    const revisions: number[] = [];
    for (const save of [
      () => door.update('event', id, { title: 'Changed' }),
      () => door.update('event', id, { featured: true }, 'fr'),
      () => door.update('event', id, { trashed_at: new Date() }),
      () => door.update('event', id, { trashed_at: null }),
      () => door.unpublish('event', id),
      () => door.publish('event', id),
      () => door.remove('event', id, 'fr'),
    ]) {
      await save();
      revisions.push((await revisionOf(eventPath(event))) - FAR);
    }
    expect(revisions).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('stays the same when nothing changes', async () => {
    const event = await buildEvent({ title: 'Same' });
    await fromFar(event);
    await door.update('event', event.documentId, { title: 'Same' });
    await door.publish('event', event.documentId);
    expect(await revisionOf(eventPath(event))).toBe(FAR);
  });
});

it.each(doors)(
  'the revision stays the same when there is no draft to discard, through %s',
  async (_, door) => {
    const event = await buildEvent();
    await fromFar(event);
    await door.discard('event', event.documentId);
    expect(await revisionOf(eventPath(event))).toBe(FAR);
    await door.update('event', event.documentId, { title: 'Draft' });
    await door.discard('event', event.documentId);
    expect(await revisionOf(eventPath(event))).toBe(FAR + 2);
  },
);

describe('a write', () => {
  const NEW = {
    events: { title: 'New', start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' },
    venues: { venue: 'New' },
    organizers: { organizer: 'New' },
    categories: { name: 'New' },
    tags: { name: 'New' },
  };

  it.each(firstOf(1, Object.entries(NEW)))(
    'returns an ETag that is valid for the next write: %s',
    async (path, body) => {
      const made = await send('POST', api(`/${path}`), body, full);
      expect(made.headers.etag).toMatch(REVISED);
      const address = api(`/${path}/${made.body.id}`);
      expect(await revisionOf(address)).toBe(Number(REVISED.exec(`${made.headers.etag}`)?.[1]));
      let tag = String(made.headers.etag);
      for (const [method, description] of [
        ['PATCH', 'One'],
        ['PUT', 'Two'],
        ['POST', 'Three'],
      ] as const) {
        const changed = await write(address, { description }, tag, method);
        expect([method, changed.status]).toEqual([method, 200]);
        expect((await write(address, { description: 'Late' }, tag)).status).toBe(412);
        tag = String(changed.headers.etag);
      }
      const gone = await send('DELETE', address, undefined, { ...full, 'if-match': tag });
      expect(gone.status).toBe(200);
      if (path in { categories: 1, tags: 1 }) {
        expect(gone.headers.etag).toBeUndefined();
        return;
      }
      const restored = await write(address, { status: 'publish' }, String(gone.headers.etag));
      expect(restored.status).toBe(200);
    },
  );

  it.each(firstOf(1, PATHS))(
    'that changes nothing keeps the ETag valid: %s',
    async (path, build) => {
      const address = api(`/${path}/${(await build()).public_id}`);
      const { headers, body } = await get(address, full);
      const same = await write(address, body, String(headers.etag), 'PUT');
      expect(same.status).toBe(200);
      expect((await write(address, { description: 'x' }, String(headers.etag))).status).toBe(200);
    },
  );

  it('that changes nothing of an event in the trash keeps its revision', async () => {
    const { public_id, documentId } = await buildEvent();
    const address = api(`/events/${public_id}`);
    await send('DELETE', address, undefined, full);
    await table(REVISIONS).where({ document_id: documentId }).update({ revision: FAR });
    expect((await send('PATCH', address, {}, full)).status).toBe(200);
    expect(await revisionOf(address)).toBe(FAR);
  });
});

describe('the revision in an ETag', () => {
  it('is returned only to callers who may change the record', async () => {
    const own = await member('contributor');
    const times = { start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' };
    const made = await send('POST', api('/events'), { title: 'Mine', ...times }, own.headers);
    const draft = api(`/events/${made.body.id}`);
    expect(made.headers.etag).toMatch(REVISED);
    expect(await tagOf(draft, own.headers)).toMatch(REVISED);
    expect((await send('PATCH', draft, { status: 'publish' }, full)).status).toBe(200);
    expect(await tagOf(draft, own.headers)).toMatch(HASH_ONLY); // Contributors may not change published ones.
    expect(await tagOf(draft, {})).toMatch(HASH_ONLY);
    expect(await tagOf(draft, (await member('reader')).headers)).toMatch(HASH_ONLY);
    expect(await tagOf(draft, (await member('author')).headers)).toMatch(HASH_ONLY);
    expect(await tagOf(draft, (await member('editor')).headers)).toMatch(REVISED);
    expect(await tagOf(draft, bearer(await apiToken('read-only')))).toMatch(HASH_ONLY);
    const reader = ['event.find', 'event.findOne', 'event.findUnpublished'];
    expect(await tagOf(draft, bearer(await apiToken('custom', reader)))).toMatch(HASH_ONLY);
    const deleter = [...reader, 'event.delete', 'event.publish', 'event.manageOthers'];
    expect(await tagOf(draft, bearer(await apiToken('custom', deleter)))).toMatch(REVISED);
    expect(await tagOf(api('/events'))).toMatch(HASH_ONLY);
  });

  it('changes with a hidden draft, while If-None-Match compares only the hash', async () => {
    const event = await buildEvent();
    const before = await tagOf(eventPath(event), full);
    await buildEvent({ title: 'Draft' }, { of: event, publish: false });
    const known = await get(eventPath(event), { ...full, 'if-none-match': before });
    expect(known.status).toBe(304);
    expect(known.headers.etag).not.toBe(before);
    const anonymous = await tagOf(eventPath(event), {});
    expect((await get(eventPath(event), { 'if-none-match': anonymous })).status).toBe(304);
  });
});

describe('an ETag without a revision', () => {
  it('is valid until the response has changed', async () => {
    const event = await buildEvent();
    const old = await tagOf(eventPath(event), {});
    expect((await write(eventPath(event), { sticky: true }, old)).status).toBe(200);
    expect((await write(eventPath(event), { sticky: false }, old)).status).toBe(412);
  });
});

it('If-Match accepts lists, weak ETags and *, and fails for anything else', async () => {
  const path = eventPath(await buildEvent());
  const tag = await tagOf(path);
  for (const list of ['*', `W/${tag}`, `"x", W/${tag}`, `${tag},"y"`]) {
    expect([list, (await write(path, {}, list)).status]).toEqual([list, 200]);
  }
  for (const list of ['nonsense', '"x"', tag.slice(1, -1), 'W/"x", "y"', '', ' , ']) {
    expect([list, (await write(path, {}, list)).status]).toEqual([list, 412]);
  }
  expect((await write(api('/events/999999'), {}, '*')).status).toBe(404);
});

it('If-Match fails when the caller may not read the record', async () => {
  const { public_id, documentId } = await buildEvent();
  const path = api(`/events/${public_id}`);
  const blind = ['update', 'delete', 'publish', 'manageOthers', 'findOne'];
  const headers = bearer(
    await apiToken(
      'custom',
      blind.map((right) => `event.${right}`),
    ),
  );
  await strapi.documents('plugin::calendar.event').unpublish({ documentId });
  const tag = await tagOf(path);
  expect((await get(path, headers)).status).toBe(403);
  const refused = await send('PATCH', path, { sticky: true }, { ...headers, 'if-match': tag });
  expect(refused.status).toBe(412);
});

describe('without the language fallback', () => {
  withSettings({ fallback: false });

  it.each([
    ['events', buildEvent],
    ['categories', buildCategory],
  ])('If-Match works where a language of %s is missing', async (path, build) => {
    const { public_id } = await build();
    const [english, french] = ['en', 'fr'].map((one) => api(`/${path}/${public_id}`, one));
    const tag = await tagOf(String(english));
    expect((await get(String(french), full)).status).toBe(404);
    const put = (sent: string) => write(String(french), { description: sent }, sent);
    expect((await put('"1.x"')).status).toBe(412);
    expect((await put(tag)).status).toBe(200);
    expect((await put(tag)).status).toBe(412);
    const [spanish, now] = [api(`/${path}/${public_id}`, 'es'), await tagOf(String(english))];
    expect((await write(spanish, {}, tag, 'DELETE')).status).toBe(412);
    expect((await write(spanish, {}, now, 'DELETE')).status).toBe(200);
  });
});

it.each(firstOf(1, PATHS))(
  'If-Match works for records that have no revision yet: %s',
  async (path, build) => {
    const { public_id, documentId } = await build();
    await table(REVISIONS).where({ document_id: documentId }).delete();
    const address = api(`/${path}/${public_id}`);
    const tag = await tagOf(address);
    expect(tag).toMatch(REVISED);
    expect((await write(address, { description: 'One' }, tag)).status).toBe(200);
    expect((await write(address, { description: 'Two' }, tag)).status).toBe(412);
  },
);

it('marks the revision as gone when the last language is deleted', async () => {
  const event = await buildEvent();
  await buildEvent({ title: 'Un' }, { of: event, language: 'fr' });
  const { documentId } = event;
  const lines = () => table(REVISIONS).where({ document_id: documentId });
  const documents = strapi.documents('plugin::calendar.event');
  await documents.delete({ documentId, locale: 'en' });
  const gone = async () => (await lines()).map((line: { gone: unknown }) => Boolean(line.gone));
  expect(await gone()).toEqual([false]);
  await documents.delete({ documentId, locale: 'fr' });
  expect(await gone()).toEqual([true]);
});

it('If-Match lets exactly one of many concurrent writers succeed', async () => {
  for (const [path, build] of firstOf(2, PATHS)) {
    const address = api(`/${path}/${(await build()).public_id}`);
    const tag = await tagOf(address);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => write(address, { description: `By ${turn}` }, tag)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect([path, winners.length]).toEqual([path, 1]);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
    expect((await get(address)).body.description).toBe(winners[0]?.body.description);
  }
});

it.each([
  [
    'venues',
    ['city', 'address', 'description', 'website', 'phone', 'zip', 'stateprovince', 'country'],
  ],
  ['organizers', ['description', 'website', 'phone', 'email']],
  ['events', ['tags', 'categories', 'organizer', 'venue', 'password', 'cost', 'excerpt']],
] as const)('keeps the ETag when empty fields of %s are sent as empty', async (path, names) => {
  const { public_id } = await BUILDERS[path]();
  const address = api(`/${path}/${public_id}`);
  const tag = await tagOf(address);
  for (const nothing of ['', null]) {
    const sent = Object.fromEntries(names.map((name) => [name, nothing]));
    const { status } = await write(address, sent, tag);
    expect([nothing, status, await tagOf(address)]).toEqual([nothing, 200, tag]);
  }
  expect((await write(address, { website: 'https://example.org' }, tag)).status).toBe(200);
  const changed = await tagOf(address);
  expect(await revisionOf(address)).toBeGreaterThan(Number(REVISED.exec(tag)?.[1]));
  const { body } = await write(address, { website: '' }, changed);
  expect(body.website ?? '').toBe('');
});

it('removes the password of an event that is sent as empty', async () => {
  const { public_id } = await buildEvent({ password: 'secret' });
  const address = api(`/events/${public_id}`);
  expect((await write(address, { password: '' }, await tagOf(address))).status).toBe(200);
  expect((await get(address)).body.title).not.toMatch(/Protected/);
  const [row] = await strapi.db.query('plugin::calendar.event').findMany({ where: { public_id } });
  expect(row?.password ?? '').toBe('');
});

it('If-Match fails after an import, which increases the revision', async () => {
  const event = await buildEvent({ title: 'Exported' });
  const path = eventPath(event);
  const tag = await tagOf(path);
  await importAgain('event', { cost: '7' });
  const { status } = await write(path, { description: 'Of what was there before' }, tag);
  expect(status).toBe(412);
  expect(await revisionOf(path)).toBeGreaterThan(Number(REVISED.exec(tag)?.[1]));
});
