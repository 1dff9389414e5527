import type { Exchange } from '../support/document/exchange';
import { documented, exercisedBy } from '../support/document/exercised';
import { faultsOf } from '../support/document/judge';
import { api, get, send } from '../support/http';
import { buildTag } from '../support/records';

/** A real exchange, with parts of the answer replaced. */
async function exchanged(path: string, change: Partial<Exchange['answer']> = {}, method = 'GET') {
  const { status, headers, text } = await send(method, api(path));
  const answer = { status, headers, body: text, ...change };
  return { method, address: api(path), sent: { headers: {}, body: '' }, answer } as Exchange;
}

const withKeys = async (path: string, change: (body: Record<string, unknown>) => object) => {
  const { body } = await get(api(path));
  return exchanged(path, { body: JSON.stringify(change(body)) });
};

let tag: string;
beforeAll(async () => {
  tag = `/tags/${(await buildTag()).public_id}`;
});

it('finds no fault in documented responses', async () => {
  const paths = ['/', '/doc', '/events', tag, '/tags?_envelope', `${tag}?_fields=id`, '/nowhere'];
  for (const path of [...paths, '/tags/999999']) {
    expect([path, faultsOf(await exchanged(path))]).toEqual([path, []]);
  }
  expect(faultsOf(await exchanged('/doc', {}, 'POST'))).toEqual([]);
});

it('finds an undocumented status, error code or body', async () => {
  expect(faultsOf(await exchanged(tag, { status: 418 }))).toHaveLength(1);
  expect(faultsOf(await exchanged(tag, { status: 304 }))).toEqual(['should have no body']);
  expect(
    faultsOf(await withKeys('/tags/999999', (body) => ({ ...body, code: 'gone' }))),
  ).toHaveLength(1);
  expect(faultsOf(await withKeys('/nowhere', (body) => ({ ...body, code: 'gone' })))).toHaveLength(
    1,
  );
});

it('finds an extra or missing key, a wrong type and a wrong content type', async () => {
  expect(faultsOf(await withKeys(tag, (body) => ({ ...body, more: 1 })))).toHaveLength(1);
  expect(faultsOf(await withKeys(tag, ({ id: _, ...rest }) => rest))).toHaveLength(1);
  expect(faultsOf(await withKeys(tag, (body) => ({ ...body, id: 'one' })))).toHaveLength(1);
  expect(faultsOf(await withKeys(`${tag}?_fields=id`, () => ({ more: 1 })))).toHaveLength(1);
  const { headers } = await get(api(tag));
  const page = { ...headers, 'content-type': 'text/html' };
  expect(faultsOf(await exchanged(tag, { headers: page }))).toHaveLength(1);
});

it('finds a missing, an undocumented and an invalid header', async () => {
  const { 'x-request-id': _, ...headers } = (await get(api(tag))).headers;
  expect(faultsOf(await exchanged(tag, { headers }))).toEqual(['lacks the header X-Request-Id']);
  const more = { ...headers, 'x-request-id': 'a', location: '/' };
  expect(faultsOf(await exchanged(tag, { headers: more }))).toEqual([
    'has the header Location, which is not documented here',
  ]);
  const wrong = { ...headers, 'x-request-id': 'a', 'cache-control': 'for ever' };
  expect(faultsOf(await exchanged(tag, { headers: wrong }))).toHaveLength(1);
});

it('checks only responses of the interface', async () => {
  expect(faultsOf({ ...(await exchanged(tag, { status: 418 })), address: '/admin' })).toEqual([]);
  expect(faultsOf(await exchanged('/health', { status: 418 }))).toEqual([]);
});

it('records what every response exercises, whoever sent the request', async () => {
  const before = [...kept.exercised];
  kept.exercised.clear();
  await fetch(`${baseURL}${api('/tags?per_page=3', 'fr')}`);
  expect([...kept.exercised]).toEqual(['GET /tags 200', 'GET /tags query per_page']);
  for (const one of before) kept.exercised.add(one);
});

it('names what an exchange exercises as the document does', async () => {
  const sent = { headers: { 'content-type': 'application/json' }, body: '{"name":"A"}' };
  const posted = { ...(await exchanged('/tags?page=1', {}, 'POST')), sent };
  const shown = ['POST /tags 401 rest_forbidden'];
  expect(exercisedBy(posted)).toEqual(shown);
  expect(documented).toEqual(expect.arrayContaining([...shown, 'POST /tags body name']));
});
