import type { Context } from 'koa';
import middlewares from '../../config/middlewares';
import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { withSettings } from '../support/settings';

const ORIGIN = { origin: 'https://pages.example' };
const ELSEWHERE = [
  ...['/admin', '/admin/init', '/admin/login', '/content-manager/content-types'],
  ...['/api/users/me', '/api/upload', '/upload/files', '/uploads/none.png', '/', '/none'],
];

const allowed = ({ headers }: { headers: Record<string, unknown> }) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'));

const preflight = (path: string, headers: string, method = 'PATCH') =>
  send('OPTIONS', path, undefined, {
    ...ORIGIN,
    'access-control-request-method': method,
    'access-control-request-headers': headers,
  });

describe('a page of another site', () => {
  withSettings({ aliases: ['/wp-json/tribe/events/v1'] });

  it.each([api('/events'), api('/events', 'fr'), '/wp-json/tribe/events/v1/events'])(
    'may send any requested header to %s',
    async (path) => {
      const asked = 'x-wp-nonce,authorization,x-my-own,traceparent';
      const { status, headers } = await preflight(path, asked);
      expect([status, headers['access-control-allow-origin']]).toEqual([204, ORIGIN.origin]);
      expect(headers['access-control-allow-headers']).toBe(asked);
    },
  );

  it.each([
    ['400', 'GET', api('/events?page=0'), undefined],
    ['401', 'POST', api('/events'), {}],
    ['404', 'GET', api('/none'), undefined],
    ['405', 'DELETE', api('/events'), undefined],
    ['413', 'POST', api('/events'), { title: 'x'.repeat(2_000_000) }],
    ['400', 'POST', api('/events'), '{'],
    ['404', 'GET', '/wp-json/tribe/events/v1/none', undefined],
  ])('can read an error response: %s for %s %s', async (status, method, path, body) => {
    const type = { 'content-type': 'application/json' };
    const answer = await send(method, path, body, { ...ORIGIN, ...(body ? type : {}) });
    expect([String(answer.status), answer.headers['access-control-allow-origin']]).toEqual([
      status,
      ORIGIN.origin,
    ]);
  });

  it.each(ELSEWHERE)('gets no CORS headers from the wildcard origin at %s', async (path) => {
    for (const headers of [ORIGIN, { origin: 'null' }, {}] as Record<string, string>[]) {
      expect(allowed(await get(path, headers))).toEqual([]);
      expect(allowed(await send('POST', path, {}, headers))).toEqual([]);
    }
    expect(allowed(await preflight(path, 'authorization'))).toEqual([]);
  });
});

it('accepts requests of the admin’s own pages, which carry an Origin header', async () => {
  const headers = { origin: baseURL, authorization: `Bearer ${adminToken}` };
  const { status } = await send('PUT', '/admin/users/me', { firstname: 'Test' }, headers);
  expect(status).toBe(200);
});

it('sends no Access-Control-Allow-Credentials by default', async () => {
  const token = bearer(await apiToken('read-only'));
  const { status, headers } = await get(api('/events'), { ...token, ...ORIGIN });
  expect([status, headers['access-control-allow-credentials']]).toEqual([200, undefined]);
});

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

interface Cors {
  name: string;
  config: { origin(ctx: Context): string[]; credentials: boolean };
}

function configured(variables: Record<string, string>) {
  Object.assign(process.env, variables);
  const found = middlewares().find(
    (each) => typeof each === 'object' && each.name === 'strapi::cors',
  );
  const { config } = found as Cors;
  const at = (path: string) => config.origin({ path } as Context);
  return { ...config, at };
}

it('applies the wildcard origin only to addresses of the interface', () => {
  const { at, credentials } = configured({ CORS_ORIGINS: '*' });
  expect([at('/calendar/events/v1/events'), at('/fr/calendar/events/v1')]).toEqual([['*'], ['*']]);
  expect([at('/admin/init'), at('/api/upload'), at('/uploads/a.png')]).toEqual([[], [], []]);
  expect(credentials).toBe(false);
});

it('applies named origins everywhere, with credentials when configured', () => {
  const origins = ['https://a.example', 'https://b.example'];
  const { at, credentials } = configured({
    CORS_ORIGINS: origins.join(','),
    CORS_CREDENTIALS: 'true',
  });
  expect([at('/calendar/events/v1/events'), at('/admin/init')]).toEqual([origins, origins]);
  expect(credentials).toBe(true);
  expect(configured({ CORS_ORIGINS: '*,https://a.example' }).at('/api/x')).toEqual([
    'https://a.example',
  ]);
});
