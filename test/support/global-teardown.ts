import { booted } from './booted';

export default async function globalTeardown() {
  await booted().strapi.destroy();
}
