import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { api, get } from '../support/http';
import { buildEvent } from '../support/records';

/** One blue pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==';

async function upload() {
  const filepath = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-')), 'pixel.png');
  fs.writeFileSync(filepath, Buffer.from(PIXEL, 'base64'));
  const { size } = fs.statSync(filepath);
  const files = { filepath, originalFilename: 'pixel.png', mimetype: 'image/png', size };
  const [file] = await strapi.plugin('upload').service('upload').upload({ data: {}, files });
  return file;
}

it('shows the picture with an address that leads to it', async () => {
  const image = await upload();
  const { public_id } = await buildEvent({ image: image.id });
  for (const { image: shown } of [
    (await get(api(`/events/${public_id}`))).body,
    (await get(api('/events'))).body.events[0],
  ]) {
    expect(shown).toMatchObject({ id: image.id, extension: 'png', width: 1, height: 1 });
    expect(shown.url).toBe(`${baseURL}${image.url}`);
  }
  expect((await get(image.url)).status).toBe(200);
});
