import fs from 'node:fs';
import { booted } from './booted';

export default async function globalTeardown() {
  const { strapi, publicFolder } = booted();
  await strapi.destroy();
  fs.rmSync(publicFolder, { recursive: true, force: true });
}
