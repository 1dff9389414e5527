import type { Core } from '@strapi/strapi';

/** What loading wrote, so that loading again knows its own records and what others did to them. */
export type Manifest = {
  /** `type:key` → the document, and the fingerprint of its rows as they were written. */
  records: Record<string, { documentId: string; fingerprint: string }>;
  /** Picture → Strapi's `hash` of its file, which exports and imports keep. */
  pictures: Record<string, string>;
};

const storeOf = (strapi: Core.Strapi) =>
  strapi.store({ type: 'plugin', name: 'calendar', key: 'sample' });

export async function readManifest(strapi: Core.Strapi): Promise<Manifest> {
  const stored = (await storeOf(strapi).get({})) as Manifest | null;
  return stored ?? { records: {}, pictures: {} };
}

/** Takes part in the transaction that it is called in. */
export async function writeManifest(strapi: Core.Strapi, manifest: Manifest): Promise<void> {
  await storeOf(strapi).set({ value: manifest });
}
