import type { Core } from '@strapi/strapi';

/** What loading has written. With it a later load recognises its own records, and changes made by users. */
export type Manifest = {
  /** `type:key` → the document id, and the fingerprint of its rows as written. */
  records: Record<string, { documentId: string; fingerprint: string }>;
  /** Picture → Strapi's `hash` of its file, which survives exports and imports. */
  pictures: Record<string, string>;
};

const storeOf = (strapi: Core.Strapi) =>
  strapi.store({ type: 'plugin', name: 'calendar', key: 'sample' });

export async function readManifest(strapi: Core.Strapi): Promise<Manifest> {
  const stored = (await storeOf(strapi).get({})) as Manifest | null;
  return stored ?? { records: {}, pictures: {} };
}

/** Stores the manifest, within the open transaction if there is one. */
export async function writeManifest(strapi: Core.Strapi, manifest: Manifest): Promise<void> {
  await storeOf(strapi).set({ value: manifest });
}
