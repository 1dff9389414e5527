import { api, get, send } from '../support/http';
import { countStatements } from '../support/statements';

it.each([undefined, 'ar', 'en', 'fr', 'es'])('is well at the address of %s', async (language) => {
  const { status, body } = await get(api('/health', language));
  expect([status, body]).toEqual([200, { status: 'ok' }]);
});

it('needs no rights, whatever is sent, and asks the database once', async () => {
  const asked = () => get(api('/health'), { authorization: 'Bearer nonsense' });
  const { result, count } = await countStatements(asked);
  expect([result.status, count]).toEqual([200, 1]);
});

it('can only be read', async () => {
  const { status, headers } = await send('POST', api('/health'), {});
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

it('says within two seconds that the database is silent', async () => {
  const { max } = strapi.db.connection.client.pool;
  const held = [];
  while (held.length < max) held.push(await strapi.db.connection.transaction());
  const began = Date.now();
  const { status, body, headers } = await get(api('/health'));
  const took = Date.now() - began;
  for (const transaction of held) await transaction.rollback();
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_unavailable', '10']);
  expect(took).toBeLessThan(2000);
  expect((await get(api('/health'))).status).toBe(200);
});
