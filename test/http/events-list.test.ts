import { api, get } from '../support/http';
import { buildEvent } from '../support/records';

it('lists an event that begins tomorrow', async () => {
  await buildEvent({ title: 'Lecture' });
  const { status, body, text } = await get(api('/events'));
  console.log(status, JSON.stringify(body, null, 1) ?? text);
  expect(status).toBe(200);
});
