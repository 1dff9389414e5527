import { api, get } from '../support/http';
import { buildPicture } from '../support/pictures';
import { buildEvent } from '../support/records';

it('returns the picture of an event with a URL that serves it', async () => {
  const id = await buildPicture();
  const image = await strapi.db.query('plugin::upload.file').findOne({ where: { id } });
  const { public_id } = await buildEvent({ image: id });
  for (const { image: shown } of [
    (await get(api(`/events/${public_id}`))).body,
    (await get(api('/events'))).body.events[0],
  ]) {
    expect(shown).toMatchObject({ id, extension: 'png', width: 12, height: 8 });
    expect(shown.url).toBe(`${baseURL}${image.url}`);
  }
  expect((await get(image.url)).status).toBe(200);
});
