import { withoutDatabase } from '../support/held-database';
import { api, get, send } from '../support/http';
import { statementsFor } from '../support/statements';
import { waitedFor } from '../support/waiting';

it.each([undefined, 'ar', 'en', 'fr', 'es'])('is well at the address of %s', async (language) => {
  const { status, body } = await get(api('/health', language));
  expect([status, body]).toEqual([200, { status: 'ok' }]);
});

it('needs no rights, whatever is sent, and asks the database once', async () => {
  const asked = () => get(api('/health'), { authorization: 'Bearer nonsense' });
  const { answer, statements } = await statementsFor(asked);
  expect([answer.status, statements.length]).toEqual([200, 1]);
});

it('can only be read', async () => {
  const { status, headers } = await send('POST', api('/health'), {});
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

it('says within two seconds that the database is silent', async () => {
  const { result, waited } = await withoutDatabase(() => waitedFor(() => get(api('/health'))));
  const { status, body, headers } = result;
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'rest_unavailable', '10']);
  expect(waited).toBeLessThan(2000);
  expect((await get(api('/health'))).status).toBe(200);
});
