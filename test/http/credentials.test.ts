import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { apiToken, basic, bearer, member, registerUser } from '../support/callers';
import { inFull } from '../support/extent';
import { api, get, send } from '../support/http';
import { loginElsewhere, toolsElsewhere } from '../support/processes/run';
import { buildEvent } from '../support/records';

const list = (headers: Record<string, string>) => get(api('/events'), headers);

it('accepts an API token as the Basic password with any user name', async () => {
  const token = await apiToken('custom', []);
  expect((await list(bearer(token))).status).toBe(403);
  expect((await list(basic('anybody', token))).status).toBe(403);
  expect((await list(basic('', await apiToken('read-only')))).status).toBe(200);
});

it('rejects an unknown token with 401', async () => {
  const unknown = 'a'.repeat(256);
  for (const headers of [bearer(unknown), basic('x', unknown), bearer('short')]) {
    expect(await list(headers)).toMatchObject({
      status: 401,
      body: { code: 'rest_invalid_credentials' },
    });
  }
});

it.each([
  basic('stage', 'secret'),
  basic('only-a-name', ''),
  { authorization: 'Basic' },
  { authorization: 'Basic %%%' },
  { authorization: 'basic YTpi' },
])('treats a request with $authorization as anonymous', async (headers) => {
  expect((await list(headers)).status).toBe(200);
});

it('does not take an API token for the user who has its id', async () => {
  const headers = bearer(await apiToken('custom', ['event.findOne']));
  const token = await strapi.db.query('admin::api-token').findOne({ orderBy: { id: 'desc' } });
  await registerUser(token.id);
  const { public_id } = await buildEvent({ author: token.id }, { publish: false });
  const { status, body } = await get(api(`/events/${public_id}`), headers);
  expect([status, body.code]).toEqual([403, 'event-not-accessible']);
});

it('ignores an API token in Basic credentials at Strapi’s own addresses', async () => {
  const token = await apiToken('full-access');
  expect((await get('/api/users/me', basic('x', token))).status).toBe(403);
});

it('logs a registered user in over plain HTTP, without cookies', async () => {
  const { email, password } = await member('reader');
  const login = await send('POST', '/api/auth/local', { identifier: email, password });
  expect(login.status).toBe(200);
  expect(login.headers['set-cookie']).toBeUndefined();
  expect((await list(bearer(login.body.jwt))).status).toBe(200);
  expect((await get('/api/users/me', bearer(login.body.jwt))).body).toMatchObject({ email });
});

it('offers no tool for records at Strapi’s MCP server, and deletes no folder there', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-tools-'));
  const filename = path.join(folder, 'data.db');
  const env = { DATABASE_CLIENT: 'sqlite', DATABASE_URL: '', DATABASE_FILENAME: filename };
  const told = await toolsElsewhere(env).finally(() => fs.rmSync(folder, { recursive: true }));
  expect(told.tools).toContain('media_list_assets');
  expect(told.tools.filter((name) => name.includes('calendar'))).toEqual([]);
  expect([told.refused, told.folders]).toEqual([true, 1]);
});

inFull('logs users in with production defaults and without TLS', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-login-'));
  const env = {
    NODE_ENV: 'production',
    DATABASE_CLIENT: 'sqlite',
    DATABASE_URL: '',
    DATABASE_FILENAME: path.join(folder, 'data.db'),
    CALENDAR_RATE_LIMIT: '',
  };
  const told = await loginElsewhere(env).finally(() => fs.rmSync(folder, { recursive: true }));
  expect(told).toEqual({
    environment: 'production',
    login: 200,
    cookies: [],
    list: 200,
    limit: '1200',
  });
});

it('rejects the token of a blocked user with 401', async () => {
  const { id, headers } = await member('reader');
  await strapi.db
    .query('plugin::users-permissions.user')
    .update({ where: { id }, data: { blocked: true } });
  expect((await list(headers)).status).toBe(401);
});

const ORIGIN = { origin: 'https://pages.example' };

it('allows any origin to read without credentials, and exposes its headers', async () => {
  const { headers } = await list(ORIGIN);
  expect(headers['access-control-allow-origin']).toBe(ORIGIN.origin);
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(headers.vary).toMatch(/origin/i);
  const exposed = String(headers['access-control-expose-headers']).split(',');
  const ours = Object.keys(headers).filter((name) => /^(x-tec|ratelimit|retry)/.test(name));
  expect(ours).toHaveLength(5);
  expect(exposed.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(ours));
});

it('sends CORS headers with errors, too', async () => {
  const { status, headers } = await get(api('/events?page=0'), ORIGIN);
  expect(status).toBe(400);
  expect(headers['access-control-allow-origin']).toBe(ORIGIN.origin);
});

it('answers a CORS preflight with the allowed methods and headers', async () => {
  const { status, headers } = await send('OPTIONS', api('/events'), undefined, {
    ...ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,x-http-method-override',
  });
  expect(status).toBe(204);
  expect(headers['access-control-allow-methods']).toMatch(/POST.*DELETE/);
  expect(headers['access-control-allow-headers']).toMatch(/authorization.*x-http-method-override/);
});
