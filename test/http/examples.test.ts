import { LANGUAGES } from '../../src/plugins/calendar/server/src/settings/languages';
import { apiToken, bearer } from '../support/callers';
import { checkingByName } from '../support/document/schemas';
import { firstOf } from '../support/extent';
import { type Answer, api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildVenue,
  type Stored,
} from '../support/records';
import { withSettings } from '../support/settings';

type Values = Record<string, unknown>;

let full: Record<string, string>;
beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

/** Keys whose values differ between records with equal contents. */
const OTHER = [
  ...['id', 'term_taxonomy_id', 'global_id', 'global_id_lineage', 'author'],
  ...['date', 'date_utc', 'modified', 'modified_utc'],
];

/** Pictures differ too; false must stay false. */
const isPicture = (key: string, value: unknown) => key === 'image' && value !== false;

/** URLs without the ids at their end. */
const withoutId = (value: unknown) =>
  typeof value === 'string' && value.startsWith(baseURL)
    ? value.replace(/\/\d+(?=(?:\.ics)?$)/, '/#')
    : value;

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return withoutId(value);
  const kept = Object.entries(value).filter(
    ([key, inner]) => !OTHER.includes(key) && !isPicture(key, inner),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, lasting(inner)]));
}

const asForm = (values: Values) =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  );

const PATHS = {
  Event: 'events',
  Venue: 'venues',
  Organizer: 'organizers',
  Category: 'categories',
  Tag: 'tags',
};
type Name = keyof typeof PATHS;

describe.each(firstOf(2, LANGUAGES))('the documented examples at /%s', (language) => {
  let examples: Record<string, { value: Values }>;
  let check: ReturnType<typeof checkingByName>;
  const ids: Partial<Record<Name, number>> = {};
  const example = (name: string) => examples[name]?.value as Values;
  const place = (name: Name) => api(`/${PATHS[name]}/${ids[name]}`, language);

  const expectAs = (answer: Answer, status: number, name: string) => {
    expect([answer.status, lasting(answer.body)]).toEqual([status, lasting(example(name))]);
  };

  beforeAll(async () => {
    const { body } = await get(api('/doc', language));
    examples = body.components.examples;
    check = checkingByName(body.components.schemas);
  });

  it.each(['Venue', 'Organizer', 'Category', 'Tag', 'Event'] as const)(
    'match the response to creating a new %s',
    async (name) => {
      const made = await send(
        'POST',
        api(`/${PATHS[name]}`, language),
        example(`New${name}`),
        full,
      );
      expectAs(made, 201, `${name}Made`);
      ids[name] = made.body.id;
    },
  );

  it('contain the keys of the picture of an event', async () => {
    const image = await buildPicture();
    const { body } = await send('PATCH', place('Event'), { image }, full);
    const shown = example('Event').image as Values;
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(body.image)));
    expect(Object.keys(body.image)).toEqual(expect.arrayContaining(['url', 'id', 'width']));
  });

  it.each(Object.keys(PATHS) as Name[])('match a single record and a list: %s', async (name) => {
    expectAs(await get(place(name)), 200, name);
    const { pathname, search } = new URL(String(example(`${name}List`).rest_url));
    expectAs(await get(pathname + search), 200, `${name}List`);
  });

  it.each(Object.keys(PATHS) as Name[])(
    'are valid when they are sent back as they were read: %s',
    async (name) => {
      const { body } = await get(place(name), full);
      expect(check(`${name}Fields`, body)).toEqual([]);
      expect(check(`${name}Fields`, example(name))).toEqual([]);
      const put = await send('PUT', place(name), body, full);
      expect([put.status, put.body.data]).toEqual([200, undefined]);
    },
  );

  it('match the responses to changing and deleting an event and to creating one by form', async () => {
    const changed = await send('PATCH', place('Event'), example('EventChange'), full);
    expectAs(changed, 200, 'EventChanged');
    expectAs(await send('DELETE', place('Event'), undefined, full), 200, 'EventDeleted');
    const form = asForm(example('NewEventForm'));
    const made = await send('POST', api('/events', language), form, full);
    expectAs(made, 201, 'EventMade');
    ids.Event = made.body.id;
  });

  it.each(['Venue', 'Organizer', 'Category', 'Tag'] as const)(
    'match the responses to changing by form and to deleting: %s',
    async (name) => {
      const form = asForm(example(`${name}Change`));
      expectAs(await send('PUT', place(name), form, full), 200, `${name}Changed`);
      expectAs(await send('DELETE', place(name), undefined, full), 200, `${name}Deleted`);
    },
  );

  afterAll(() => send('DELETE', place('Event'), undefined, full));

  it('match the beginning of the index and of the document', async () => {
    const index = await get(api('/', language));
    expect(index.body).toMatchObject(example('Routes'));
    expect(check('Routes', index.body)).toEqual([]);
    const document = await get(api('/doc', language));
    expect(document.body).toMatchObject(example('Document'));
  });
});

/** Requests that provoke the errors of the examples, by the example's name. */
const REFUSED: Record<string, (path: (rest: string) => string) => Promise<Answer>> = {
  '400.rest_invalid_param': (path) => get(path('/tags?i18n_language=de')),
  '400.rest_invalid_json': (path) =>
    send('POST', path('/tags'), '{', { ...full, 'content-type': 'application/json' }),
  '400.rest_bad_request': (path) =>
    send('POST', path('/tags'), 'x', { ...full, 'content-type': 'multipart/form-data' }),
  '400.rest_missing_callback_param.event': (path) => send('POST', path('/events'), {}, full),
  '400.rest_missing_callback_param.venue': (path) => send('POST', path('/venues'), {}, full),
  '400.rest_missing_callback_param.organizer': (path) =>
    send('POST', path('/organizers'), {}, full),
  '400.rest_missing_callback_param.category': (path) => send('POST', path('/categories'), {}, full),
  '400.rest_missing_callback_param.tag': (path) => send('POST', path('/tags'), {}, full),
  '400.rest_missing_callback_param.webhook': (path) => send('POST', path('/webhooks'), {}, full),
  '401.rest_forbidden': (path) => send('POST', path('/tags'), {}),
  '401.rest_invalid_credentials': (path) => get(path('/tags'), bearer('nonsense')),
  '403.rest_forbidden': async (path) =>
    send('POST', path('/tags'), {}, bearer(await apiToken('read-only'))),
  '404.rest-feed-not-found': (path) => send('DELETE', path('/feeds/999999'), undefined, full),
  '404.rest-webhook-not-found': (path) => get(path('/webhooks/999999'), full),
  '404.rest-delivery-not-found': async (path) => {
    const { body } = await send('POST', path('/webhooks'), { url: 'https://example.org' }, full);
    const one = path(`/webhooks/${body.id}`);
    const answer = await send('POST', `${one}/deliveries/999999/redeliver`, undefined, full);
    await send('DELETE', one, undefined, full);
    return answer;
  },
  '404.rest_no_route': (path) => get(path('/nothing')),
  '405.rest_no_route': (path) => send('PUT', path('/tags'), {}, full),
  '404.rest_invalid_namespace': (path) => get(path('/?namespace=wp/v2')),
  '404.rest-event-not-found': (path) => get(path('/events/999999')),
  '404.rest-venue-not-found': (path) => get(path('/venues/by-slug/nowhere')),
  '404.rest-organizer-not-found': (path) => get(path('/organizers/999999')),
  '404.rest-category-not-found': (path) => get(path('/categories/999999')),
  '404.rest-tag-not-found': (path) => get(path('/tags/999999')),
  '404.event-archive-page-not-found': (path) => get(path('/events?page=999')),
  '404.venue-archive-page-not-found': (path) => get(path('/venues?page=999')),
  '404.organizer-archive-page-not-found': (path) => get(path('/organizers?page=999')),
  '422.rest_idempotency_key_reused': async (path) => {
    const keyed = { ...full, 'idempotency-key': `example-${path('').replaceAll('/', '-')}` };
    await send('POST', path('/venues'), { venue: 'One' }, keyed);
    return send('POST', path('/venues'), { venue: 'Another' }, keyed);
  },
  '410.rest_cursor_expired': (path) => get(path('/changes?since=another.0.0.sight')),
  '413.rest_body_too_large': (path) =>
    send('POST', path('/tags'), { name: 'x'.repeat(2 ** 20) }, full),
  '415.rest_unsupported_media_type': (path) =>
    send('POST', path('/tags'), 'x', { ...full, 'content-type': 'text/plain' }),
  '417.rest_bad_request': (path) => get(path('/tags'), { expect: 'wonders' }),
  '431.rest_headers_too_large': (path) => get(path('/tags'), { 'x-long': 'x'.repeat(70_000) }),
};

const draft = { publish: false };
const RECORDS: Record<string, () => Promise<[string, Stored]>> = {
  '403.event-not-accessible': async () => ['events', await buildEvent({}, draft)],
  '403.venue-not-accessible': async () => ['venues', await buildVenue({}, draft)],
  '403.organizer-not-accessible': async () => ['organizers', await buildOrganizer({}, draft)],
  '403.event-password-protected': async () => ['events', await buildEvent({ password: 'open' })],
};

const TRASHED = { Event: buildEvent, Venue: buildVenue, Organizer: buildOrganizer };

describe.each(firstOf(2, LANGUAGES))('the documented error examples at /%s', (language) => {
  const path = (rest: string) => api(rest, language);
  let examples: Record<string, { value: Values }>;
  beforeAll(async () => {
    examples = (await get(path('/doc'))).body.components.examples;
  });

  const expectAs = ({ status, body }: Answer, name: string) => {
    expect(body).toEqual(examples[name]?.value);
    expect(name.split('.')).toEqual(expect.arrayContaining([String(status), body.code]));
  };

  it.each(Object.entries(REFUSED))('match the response: %s', async (name, ask) => {
    expectAs(await ask(path), name);
  });

  it.each(Object.entries(RECORDS))(
    'match the response for an inaccessible record: %s',
    async (name, build) => {
      const [collection, { public_id }] = await build();
      expectAs(await get(path(`/${collection}/${public_id}`)), name);
    },
  );

  it.each(Object.entries(TRASHED))(
    'match the responses for a stale and for a trashed record: %s',
    async (name, build) => {
      const { public_id } = await build();
      const type = name.toLowerCase();
      const place = path(`/${type}s/${public_id}`);
      const stale = await send('PATCH', place, {}, { ...full, 'if-match': '"x"' });
      expectAs(stale, '412.rest_precondition_failed');
      expect((await send('DELETE', place, undefined, full)).status).toBe(200);
      expectAs(await send('DELETE', place, undefined, full), `410.${type}-is-in-trash`);
      if (name === 'Event') expectAs(await get(place), '403.event-no-longer-available');
    },
  );

  it('match the responses for a term name or slug that exists', async () => {
    const name = `Twin ${language}`;
    const { public_id, slug } = await buildCategory({ name }, { language });
    const twin = await send('POST', path('/categories'), { name }, full);
    const known = examples['400.term_exists']?.value as { data: Values };
    expect(twin.body).toEqual({ ...known, data: { ...known.data, term_id: public_id } });
    const other = await buildCategory({ name: 'Other' }, { language });
    const taken = await send('PATCH', path(`/categories/${other.public_id}`), { slug }, full);
    const text = JSON.stringify(examples['400.duplicate_term_slug']?.value);
    const [word = ''] = /(?<=[“«]\s?)[^\s”»]+/.exec(text) ?? [];
    expect(JSON.stringify(taken.body)).toBe(text.replace(word, String(slug)));
  });

  describe('with a rate limit', () => {
    withSettings({ rateLimit: { requests: 1, window: 60, databaseTime: 0 } });

    it('match the response for too many requests', async () => {
      await get(path('/tags'));
      expectAs(await get(path('/tags')), '429.rest_too_many_requests');
    });
  });
});

it('tests every documented error except timeouts and server faults', async () => {
  const { examples } = (await get(api('/doc'))).body.components;
  const tried = [
    ...Object.keys({ ...REFUSED, ...RECORDS }),
    ...['event', 'venue', 'organizer'].map((type) => `410.${type}-is-in-trash`),
    ...['403.event-no-longer-available', '412.rest_precondition_failed', '400.term_exists'],
    ...['400.duplicate_term_slug', '429.rest_too_many_requests', '409.rest_idempotency_key_in_use'],
  ];
  const untried = Object.keys(examples).filter((name) => /^\d/.test(name) && !tried.includes(name));
  expect(untried.sort()).toEqual([
    ...['408.rest_request_timeout', '500.rest_internal_error', '503.rest_unavailable'],
    '507.rest_insufficient_storage',
  ]);
});
