import { asListed } from '../support/as-listed';
import { apiToken, bearer } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { LINKED_POSTS } from '../support/linked-posts';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const withoutModified = ({ modified: _, modified_utc: __, ...rest }: Record<string, unknown>) =>
  rest;

describe.each(firstOf(1, LINKED_POSTS))('writing %s', (path, { type }) => {
  const post = (body: object, language?: string) =>
    send('POST', api(`/${path}`, language), body, full);
  const patch = (id: number, body: object, language?: string) =>
    send('PATCH', api(`/${path}/${id}`, language), body, full);
  const read = (id: number, headers = {}, language?: string) =>
    get(api(`/${path}/${id}`, language), headers);

  async function made(body: object = {}, language?: string) {
    const answer = await post({ [type]: 'A name', ...body }, language);
    expect([answer.status, answer.body.data]).toEqual([201, undefined]);
    return answer.body;
  }

  it('creates a record and returns all its fields', async () => {
    const record = await made({
      [type]: 'Ballhaus &amp; <b>Garten</b>',
      description: 'One.\n\nTwo.',
      phone: '  12   34 ',
      website: 'https://example.org/',
    });
    expect(record).toMatchObject({
      [type]: 'Ballhaus & Garten',
      slug: 'ballhaus-and-garten',
      status: 'publish',
      description: '<p>One.</p>\n<p>Two.</p>',
      phone: '12 34',
      website: 'https://example.org/',
      language: 'en',
      translations: { en: { slug: 'ballhaus-and-garten' } },
    });
    for (const key of ['author', 'excerpt', 'image', 'rest_url', 'password', 'public_id']) {
      expect(record).not.toHaveProperty(key);
    }
    expect(asListed((await read(record.id)).body)).toEqual(record);
    const bySlug = await get(api(`/${path}/by-slug/ballhaus-and-garten`));
    expect(asListed(bySlug.body)).toEqual(record);
  });

  it('requires a name', async () => {
    for (const body of [{}, { [type]: null, website: 'foo' }]) {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('rest_missing_callback_param');
      expect(answer.body.data.params).toEqual([type]);
    }
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: '<b></b>' }],
    ['name', { name: 'x'.repeat(256) }],
    ['author', { author: 'foo' }],
    ['author', { author: 987_654 }],
    ['date', { date: 'foo' }],
    ['date_utc', { date_utc: '2027-02-30' }],
    ['status', { status: 'kinda' }],
    ['website', { website: 'not a url' }],
    ['phone', { phone: ['1'] }],
    ['image', { image: 'foo bar' }],
    ['image', { image: 987_654 }],
    ['slug', { slug: {} }],
    ['description', { description: { a: 1 } }],
    ['i18n_language', { i18n_language: 'de' }],
  ])('rejects an invalid %s by name on create and update: %j', async (field, wrong) => {
    const named = field === 'name' ? type : field;
    const sent = { [named]: Object.values(wrong)[0] };
    const before = await made();
    for (const answer of [await post({ [type]: 'Wrong', ...sent }), await patch(before.id, sent)]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
      expect(Object.keys(answer.body.data.params)).toEqual([named]);
    }
    expect(asListed((await read(before.id)).body)).toEqual(before);
  });

  it('creates another record with the same name', async () => {
    const [one, two] = [await made({ [type]: 'Twice' }), await made({ [type]: 'Twice' })];
    expect(two.id).not.toBe(one.id);
    expect([one.slug, two.slug]).toEqual(['twice', 'twice-2']);
  });

  it.each(['POST', 'PUT', 'PATCH'])('changes only the fields that %s sends', async (method) => {
    const record = await made({ phone: '1', website: 'https://example.org/', excerpt: 'Short' });
    for (const address of [`/${path}/${record.id}`, `/${path}/by-slug/${record.slug}`]) {
      const { status, body } = await send(method, api(address), { phone: method }, full);
      expect([status, body.phone]).toEqual([200, method]);
      expect(withoutModified(body)).toEqual({ ...withoutModified(record), phone: method });
    }
  });

  it('clears fields with empty values, and omits them from responses', async () => {
    const full_ = { phone: '1', website: 'https://example.org/', description: 'x', excerpt: 'y' };
    const record = await made(full_);
    const nothing = { phone: '', website: '', description: '', excerpt: '', image: '' };
    const { body } = await patch(record.id, nothing);
    for (const key of Object.keys(nothing)) expect(body).not.toHaveProperty(key);
  });

  it('ignores null and unknown fields', async () => {
    const record = await made({ phone: '1' });
    const { status, body } = await patch(record.id, { phone: null, timezone: 'x', rest_url: 1 });
    expect([status, withoutModified(body)]).toEqual([200, withoutModified(record)]);
  });

  it('changes the slug of the record that the slug in the path names', async () => {
    const record = await made({ [type]: 'Path slug' });
    const address = api(`/${path}/by-slug/${record.slug}`);
    const { body } = await send('PUT', address, { slug: 'new-one', id: 1 }, full);
    expect([body.id, body.slug]).toEqual([record.id, 'new-one']);
    expect((await get(address)).status).toBe(404);
    await patch(record.id, { slug: 'path-slug' });
  });

  it('writes texts to one language and shared fields to all', async () => {
    const record = await made({ [type]: 'House', phone: '1' });
    const french = (await patch(record.id, { [type]: 'Maison', phone: '2' }, 'fr')).body;
    expect(french).toMatchObject({ language: 'fr', [type]: 'Maison', slug: 'maison', phone: '2' });
    expect(Object.keys(french.translations)).toEqual(['en', 'fr']);
    expect((await read(record.id)).body).toMatchObject({ [type]: 'House', phone: '2' });
    expect((await get(api(`/${path}/by-slug/maison`))).body.id).toBe(record.id);
    expect((await read(record.id, {}, 'es')).body.language).toBe('en');
  });

  it.each([
    ['draft', 403],
    ['pending', 403],
    ['private', 403],
    ['publish', 200],
  ])('changes a record to the status %s', async (status, anonymous) => {
    const record = await made();
    expect((await patch(record.id, { status })).body.status).toBe(status);
    const seen = await read(record.id);
    expect(seen.status).toBe(anonymous);
    if (anonymous === 403) expect(seen.body.code).toBe(`${type}-not-accessible`);
    expect((await read(record.id, full)).body.status).toBe(status);
  });

  it('answers 404 for an unknown id or slug', async () => {
    for (const address of ['987654', '0', '99999999999999999999', 'by-slug/nowhere']) {
      for (const method of ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']) {
        const body = method === 'GET' ? undefined : {};
        const answer = await send(method, api(`/${path}/${address}`), body, full);
        expect([answer.status, answer.body.code]).toEqual([404, `rest-${type}-not-found`]);
      }
    }
    expect((await get(api(`/${path}/foo`))).body.code).toBe('rest_no_route');
  });

  it('has a different 404 message in each of four languages', async () => {
    const messages = [];
    for (const language of ['ar', 'en', 'fr', 'es']) {
      messages.push((await get(api(`/${path}/987654`, language))).body.message);
    }
    expect(new Set(messages).size).toBe(4);
  });

  it('moves a record to the trash once, and restores it with a status', async () => {
    const record = await made({ phone: '1' });
    const address = api(`/${path}/${record.id}`);
    const gone = await send('DELETE', address, undefined, full);
    expect([gone.status, gone.body.status]).toEqual([200, 'trash']);
    const again = await send('DELETE', address, undefined, full);
    expect([again.status, again.body.code]).toEqual([410, `${type}-is-in-trash`]);
    const seen = await read(record.id);
    expect([seen.status, seen.body.code]).toEqual([403, `${type}-not-accessible`]);
    expect((await read(record.id, full)).body.status).toBe('trash');
    expect((await patch(record.id, { phone: '2' })).body.status).toBe('trash');
    expect((await patch(record.id, { status: 'publish' })).body).toMatchObject({
      status: 'publish',
      phone: '2',
    });
    expect((await read(record.id)).status).toBe(200);
  });

  it('moves a record to the trash by slug', async () => {
    const record = await made({ [type]: 'By slug' });
    const address = api(`/${path}/by-slug/${record.slug}`);
    expect((await send('DELETE', address, undefined, full)).body.status).toBe('trash');
    expect((await send('DELETE', address, undefined, full)).status).toBe(410);
  });

  it('hides a trashed record in events until it is restored', async () => {
    const [kept, gone] = [await made({ [type]: 'Kept' }), await made({ [type]: 'Gone' })];
    const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };
    const sent = { title: 'Both', ...times, [type]: [gone.id, kept.id] };
    const event = (await send('POST', api('/events'), sent, full)).body;
    const address = api(`/events/${event.id}`);
    const shown = async (headers = {}) =>
      [(await get(address, headers)).body[type]].flat().map(({ id }: { id: number }) => id);
    expect(await shown()).toEqual([gone.id, kept.id]);

    await send('DELETE', api(`/${path}/${gone.id}`), undefined, full);
    expect(await shown()).toEqual([kept.id]);
    expect(await shown(full)).toEqual([kept.id]);
    const before = (await get(address, full)).body;
    expect(withoutModified((await send('PUT', address, before, full)).body)).toEqual(
      withoutModified(asListed(before)),
    );

    await patch(gone.id, { status: 'publish' });
    expect(await shown()).toEqual([gone.id, kept.id]);
  });

  it.each([
    ['as it was read', (served: unknown) => served],
    ['as ids', (served: unknown) => [served].flat().map((each) => (each as { id: number }).id)],
    [
      'as one text',
      (served: unknown) =>
        [served]
          .flat()
          .map((each) => (each as { id: number }).id)
          .join(),
    ],
  ])('keeps a trashed reference when an event is sent back %s', async (_how, form) => {
    const [kept, gone] = [await made({ [type]: 'Kept' }), await made({ [type]: 'Gone' })];
    const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };
    const sent = { title: 'Both', ...times, [type]: [kept.id, gone.id], tags: ['counted'] };
    const event = (await send('POST', api('/events'), sent, full)).body;
    const address = api(`/events/${event.id}`);
    await send('DELETE', api(`/${path}/${gone.id}`), undefined, full);
    const { body } = await get(address, full);
    await patch(kept.id, { phone: '+33 1 23 45 67 89' });
    await send('POST', api('/events'), { title: 'One more', ...times, tags: ['counted'] }, full);
    const put = await send('PUT', address, { ...body, [type]: form(body[type]) }, full);
    expect(put.status).toBe(200);
    await patch(gone.id, { status: 'publish' });
    const ids = [(await get(address)).body[type]].flat().map(({ id }: { id: number }) => id);
    expect(ids).toEqual([kept.id, gone.id]);
  });

  it('removes a trashed reference when other ids or none are sent', async () => {
    const [kept, gone] = [await made({ [type]: 'Kept' }), await made({ [type]: 'Gone' })];
    const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };
    const sent = { title: 'Both', ...times, [type]: [kept.id, gone.id] };
    const event = (await send('POST', api('/events'), sent, full)).body;
    const address = api(`/events/${event.id}`);
    const ids = ({ body }: { body: Record<string, unknown> }) =>
      [body[type]].flat().map((each) => (each as { id: number }).id);
    const swapped = await send('PATCH', address, { [type]: [gone.id, kept.id] }, full);
    expect(ids(swapped)).toEqual([gone.id, kept.id]);
    expect(ids(await send('PATCH', address, { [type]: [kept.id] }, full))).toEqual([kept.id]);
    expect(ids(await send('PATCH', address, { [type]: '' }, full))).toEqual([]);
  });

  it('answers 401 to anonymous writes', async () => {
    const record = await made();
    for (const [method, address] of [
      ['POST', `/${path}`],
      ['PUT', `/${path}/${record.id}`],
      ['DELETE', `/${path}/by-slug/${record.slug}`],
      ['DELETE', `/${path}/987654`],
    ]) {
      const answer = await send(method!, api(address!), {});
      expect([answer.status, answer.body.code]).toEqual([401, 'rest_forbidden']);
    }
  });

  it.each(['ar', 'en', 'fr', 'es'])(
    'writes, reads and deletes in the language %s',
    async (language) => {
      const record = await made({ [type]: 'Here' }, language);
      expect(record.language).toBe(language);
      const { body } = await read(record.id, {}, language);
      expect(asListed(body)).toEqual(record);
      const gone = await send('DELETE', api(`/${path}/${record.id}`, language), undefined, full);
      expect(gone.body.status).toBe('trash');
    },
  );
});
