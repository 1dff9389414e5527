import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminByToken, adminIn, adminWith, adminWithAll } from '../support/admin-roles';
import { get, send } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue, type Stored } from '../support/records';

const EVENT = uidOf('event');
const SHARED = '/calendar/admin/shared-drafts';
const MINUTE = 60_000;

type Ask = typeof admin;

const query = (values: object) => new URLSearchParams(values as Record<string, string>);

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]*/, '');

/** Requests the URL of Strapi's preview. */
const preview = (ask: Ask, { documentId }: Stored, more: object = {}) =>
  ask(
    'GET',
    `/content-manager/preview/url/${EVENT}?${query({ documentId, locale: 'en', ...more })}`,
  );

const share = (ask: Ask, { documentId }: Stored, more: object = {}) =>
  ask('POST', SHARED, { documentId, language: 'en', ...more });

const list = async (ask: Ask, { documentId }: Stored) =>
  ask('GET', `${SHARED}?${query({ documentId, language: 'en' })}`);

const edit = ({ documentId }: Stored, data: object) =>
  strapi.documents(EVENT).update({ documentId, locale: 'en', data } as never);

const published = () => buildEvent({ title: 'As it is', description: 'Public words.' });

/** A published event with an unpublished edit. */
async function drafted() {
  const event = await published();
  await edit(event, { title: 'As it will be' });
  return event;
}

describe('the preview in the content manager (D16.6)', () => {
  it('shows the draft, or the published version if requested', async () => {
    const event = await drafted();
    const { status, body } = await preview(admin, event);
    expect([status, body.data.url]).toEqual([
      200,
      expect.stringMatching(/^\/en\/calendar\/preview\?token=/),
    ]);
    const shown = await get(body.data.url);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('<h1 lang="en" dir="ltr">As it will be</h1>');
    expect(shown.text).toContain('This is a preview, which is not public.');
    const other = (await preview(admin, event, { status: 'published' })).body.data.url;
    expect((await get(other)).text).toContain('<h1 lang="en" dir="ltr">As it is</h1>');
  });

  it('may be framed by this host only, and is neither indexed nor cached', async () => {
    const { body } = await preview(admin, await drafted());
    const { headers, text } = await get(body.data.url);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(text).not.toMatch(/ld\+json|\.ics|rel="canonical"/);
  });

  it('requires permission to read the draft, and shows only readable fields', async () => {
    const event = await drafted();
    const url = async (ask: Ask) => (await preview(ask, event)).body?.data?.url;
    expect(await url(await adminIn('strapi-editor'))).toBeDefined();
    expect(await url(await adminWith('venue', ['read']))).toBeUndefined();
    expect(await url(await adminWith('event', ['read'], { locales: ['fr'] }))).toBeUndefined();
    expect(await url(await adminWith('event', ['read'], { own: ['read'] }))).toBeUndefined();
    const titles = await adminWith('event', ['read'], { fields: ['title'] });
    const { text } = await get(await url(titles));
    expect(text).toContain('As it will be');
    expect(text).not.toContain('Public words.');
    expect((await send('GET', `/content-manager/preview/url/${EVENT}?documentId=x`)).status).toBe(
      401,
    );
  });

  it('returns no URL for trashed records, unknown records and other types', async () => {
    const event = await published();
    const venue = await buildVenue();
    await edit(event, { trashed_at: new Date().toISOString() });
    const { documentId } = venue;
    const path = `/content-manager/preview/url/${uidOf('venue')}?${query({ documentId })}`;
    for (const answer of [
      await preview(admin, event),
      await preview(admin, { ...event, documentId: 'nothing' }),
      await preview(admin, event, { locale: 'xx' }),
      await admin('GET', path),
    ])
      expect([answer.status, answer.body?.data?.url]).toEqual([204, undefined]);
  });

  it('shows no times if one of them may not be read', async () => {
    const times = { start_date: '2043-05-01 10:00:00', end_date: '2044-06-02 11:00:00' };
    const event = await buildEvent({ title: 'Long', ...times }, { publish: false });
    const shown = async (fields: string[]) => {
      const ask = await adminWith('event', ['read'], { fields: ['title', ...fields] });
      return (await get((await preview(ask, event)).body.data.url)).text.match(/204[34]/g);
    };
    expect(await shown(['start_date', 'end_date'])).toContain('2044');
    for (const field of Object.keys(times)) expect(await shown([field])).toBeNull();
  });

  it('shows a draft venue or organizer that would be published along, but no private one', async () => {
    const waiting = await buildVenue({ venue: 'Waiting hall' }, { publish: false });
    const secret = await buildVenue({ venue: 'Secret hall', post_status: 'private' });
    const club = await buildOrganizer({ organizer: 'Secret club', post_status: 'private' });
    const venue = [waiting.public_id, secret.public_id];
    const about = { title: 'Ahead', venue, organizer: [club.public_id] };
    const event = await buildEvent(about, { publish: false });
    const { text } = await get((await preview(admin, event)).body.data.url);
    expect(text).toContain('Waiting hall');
    expect(text).not.toMatch(/Secret (?:hall|club)/);
  });

  it('shows no draft venues and organizers to whom their maker may not read them', async () => {
    const venue = await buildVenue({ venue: 'Waiting hall', phone: '0123' }, { publish: false });
    const host = await buildOrganizer({ organizer: 'Waiting host' }, { publish: false });
    const open = await buildVenue({ venue: 'Open hall' });
    const ids = { venue: [venue.public_id, open.public_id], organizer: [host.public_id] };
    const event = await buildEvent({ title: 'Ahead', ...ids }, { publish: false });
    const shown = async (ask: Ask) => (await get((await preview(ask, event)).body.data.url)).text;
    const text = await shown(await adminWith('event', ['read']));
    expect(text).toContain('Open hall');
    expect(text).not.toMatch(/Waiting|0123/);
    const both = await shown(await adminWithAll(['event', ['read']], ['venue', ['read']]));
    expect(both).toContain('Waiting hall');
    expect(both).not.toContain('Waiting host');
  });

  it('shows the published version without a venue that has been unpublished', async () => {
    const venue = await buildVenue({ venue: 'Former hall' });
    const event = await buildEvent({ title: 'As it is', venue: [venue.public_id] });
    const { url } = (await preview(admin, event, { status: 'published' })).body.data;
    expect((await get(url)).text).toContain('Former hall');
    await strapi.documents(uidOf('venue')).unpublish({ documentId: venue.documentId });
    expect((await get(url)).text).not.toContain('Former hall');
  });

  it('shows a protected event, but not its password', async () => {
    const event = await buildEvent({ title: 'Closed', password: 'sesame' }, { publish: false });
    const { text } = await get((await preview(admin, event)).body.data.url);
    expect(text).toContain('Closed');
    expect(text).not.toContain('sesame');
  });

  it('expires after ten minutes, and rejects a modified token', async () => {
    const { url } = (await preview(admin, await drafted())).body.data;
    const token = new URL(url, baseURL).searchParams.get('token') ?? '';
    const [said = '', signature = ''] = token.split('.');
    const opens = JSON.parse(Buffer.from(said, 'base64url').toString());
    expect(opens.expires - Date.now()).toBeGreaterThan(9 * MINUTE);
    expect(opens.expires - Date.now()).toBeLessThanOrEqual(10 * MINUTE);
    const forged = Buffer.from(JSON.stringify({ ...opens, expires: opens.expires + 1 }));
    const tokens = [
      `${forged.toString('base64url')}.${signature}`,
      ...[`${said}.`, `${said}.${said}`, said, '.', '', 'x.y', `${token}x`, 'A'.repeat(43)],
    ];
    for (const one of tokens) {
      const { status, text, headers } = await get(`/en/calendar/preview?token=${one}`);
      expect([one, status]).toEqual([one, 404]);
      expect(text).toContain('This link is no longer valid, or part of it is missing.');
      expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    }
    expect((await get('/en/calendar/preview')).status).toBe(404);
    const now = jest.spyOn(Date, 'now');
    now.mockReturnValue(Date.now() - 11 * MINUTE);
    const old = (await preview(admin, await drafted())).body.data.url;
    now.mockRestore();
    expect((await get(old)).status).toBe(404);
  });
});

describe('a shared link to a draft (D16.7)', () => {
  it('shows the current draft to anyone until the link is deleted', async () => {
    const event = await drafted();
    const made = await share(admin, event, { days: 1 });
    expect(made.status).toBe(201);
    const { url, id, expires, maker } = made.body;
    expect(url).toMatch(/\/en\/calendar\/preview\?token=[\w-]{43}$/);
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(24 * 60 * MINUTE);
    expect((await get(pathOf(url))).text).toContain('As it will be');
    await edit(event, { title: 'As it became' });
    expect((await get(pathOf(url))).text).toContain('As it became');
    const listed = await list(admin, event);
    expect(listed.body.results).toEqual([
      { id, expires, maker, language: 'en', created: expect.any(String) },
    ]);
    expect(listed.text).not.toContain(url.slice(-43));
    expect((await admin('DELETE', `${SHARED}/${id}`)).status).toBe(200);
    expect((await get(pathOf(url))).status).toBe(404);
    expect((await list(admin, event)).body.results).toEqual([]);
    expect((await admin('DELETE', `${SHARED}/${id}`)).status).toBe(404);
  });

  it('is stored as a hash and never logged', async () => {
    const event = await drafted();
    const lines: string[] = [];
    const levels = (['http', 'info', 'warn', 'error'] as const).map((level) =>
      jest.spyOn(strapi.log, level).mockImplementation((message) => {
        lines.push(String(message));
        return strapi.log;
      }),
    );
    const { url } = (await share(admin, event)).body;
    const addresses = [pathOf(url), (await preview(admin, event)).body.data.url];
    for (const address of addresses) {
      await get(address);
      await get(address.replace('/preview', '/event/nothing'));
      await get(address.replace('/preview', '/events/v1/events'));
    }
    for (const level of levels) level.mockRestore();
    const rows = await strapi.db.connection.raw('SELECT * FROM calendar_shared_drafts');
    expect(lines.length).toBeGreaterThanOrEqual(6);
    for (const address of addresses) {
      const token = address.split('token=')[1];
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(lines.join('\n')).not.toContain(token);
    }
    expect(lines.join('\n')).toContain('/preview');
  });

  it('stops working when it expires, the event is trashed or its creator deactivated', async () => {
    const event = await drafted();
    const own = await adminWith('event', ['read', 'update']);
    const { url } = (await share(own, event)).body;
    const status = async () => (await get(pathOf(url))).status;
    expect(await status()).toBe(200);
    await edit(event, { trashed_at: new Date().toISOString() });
    expect(await status()).toBe(404);
    await edit(event, { trashed_at: null });
    expect(await status()).toBe(200);
    const [{ maker }] = await strapi.db
      .getConnection('calendar_shared_drafts')
      .orderBy('id', 'desc');
    await admin('PUT', `/admin/users/${maker}`, { isActive: false });
    expect(await status()).toBe(404);
    await admin('PUT', `/admin/users/${maker}`, { isActive: true });
    expect(await status()).toBe(200);
    await strapi.db
      .getConnection('calendar_shared_drafts')
      .where({ maker })
      .update({ expires: Date.now() });
    expect(await status()).toBe(404);
    expect((await list(admin, event)).body.results).toEqual([]);
  });

  it('is created, listed and deleted only by those who may update the draft', async () => {
    const event = await drafted();
    const { id } = (await share(admin, event)).body;
    for (const ask of [
      await adminWith('event', ['read']),
      await adminWith('event', ['read', 'update'], { locales: ['fr'] }),
      await adminWith('event', ['read', 'update'], { own: ['update'] }),
      await adminWith('venue', ['read', 'update']),
    ]) {
      expect((await share(ask, event)).status).toBe(403);
      expect((await list(ask, event)).status).toBe(403);
      expect((await ask('DELETE', `${SHARED}/${id}`)).status).toBe(403);
    }
    const editor = await adminIn('strapi-editor');
    expect((await list(editor, event)).body.results).toHaveLength(1);
    expect((await editor('DELETE', `${SHARED}/${id}`)).status).toBe(200);
    expect((await send('POST', SHARED, {})).status).toBe(401);
  });

  it('rejects invalid values, naming them', async () => {
    const event = await drafted();
    const faults: [object, string][] = [
      [{ days: 0 }, 'days'],
      [{ days: 91 }, 'days'],
      [{ days: 'x' }, 'days'],
      [{ language: 'xx' }, 'language'],
      [{ documentId: "x'" }, 'documentId'],
    ];
    for (const [sent, name] of faults) {
      const { status, body } = await share(admin, event, sent);
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(name)]);
    }
    for (const id of ['x', '0', '9'.repeat(30)])
      expect((await admin('DELETE', `${SHARED}/${id}`)).status).toBe(400);
  });

  it('is limited to twenty per draft, also for concurrent requests', async () => {
    const event = await drafted();
    const answers = await Promise.all(Array.from({ length: 24 }, () => share(admin, event)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  });
});

it('admin API tokens can neither preview nor share a draft', async () => {
  const event = await drafted();
  const { id } = (await share(admin, event)).body;
  const token = await adminByToken();
  const { status, body } = await token(
    'GET',
    `/content-manager/collection-types/${EVENT}/${event.documentId}`,
  );
  expect([status, body.data.title, body.data.description]).toEqual([
    200,
    'As it will be',
    undefined,
  ]);
  expect((await preview(token, event)).body?.data?.url).toBeUndefined();
  expect((await share(token, event)).status).toBe(403);
  expect((await list(token, event)).status).toBe(403);
  expect((await token('DELETE', `${SHARED}/${id}`)).status).toBe(403);
});
