import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

/** Uploads a small picture to the media library; returns its file id. */
export async function buildPicture(name = 'picture.png'): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-picture-'));
  try {
    const filepath = path.join(folder, name);
    const canvas = { width: 12, height: 8, channels: 3 as const, background: '#1a7f64' };
    await sharp({ create: canvas }).png().toFile(filepath);
    const { size } = fs.statSync(filepath);
    const files = { filepath, originalFilename: name, mimetype: 'image/png', size };
    const [file] = await strapi.plugin('upload').service('upload').upload({ data: {}, files });
    return file.id;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
