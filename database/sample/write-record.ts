import type { Core } from '@strapi/strapi';
import { isPostType, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import type { SampleRecord, Surroundings } from './sample-records';

type Values = Record<string, unknown>;

/** The Document Service, typed for all record types at once. */
interface Documents {
  create(asked: { locale: string; data: Values }): Promise<{ documentId: string }>;
  update(asked: { documentId: string; locale: string; data: Values }): Promise<unknown>;
  publish(asked: { documentId: string; locale: string }): Promise<unknown>;
}

const documentsOf = (strapi: Core.Strapi, { type }: SampleRecord) =>
  strapi.documents(uidOf(type)) as unknown as Documents;

/** Creates a record in all of its languages, published if its type can be; returns its document id. */
export async function createRecord(
  strapi: Core.Strapi,
  record: SampleRecord,
  around: Surroundings,
): Promise<string> {
  const documents = documentsOf(strapi, record);
  const [first, ...others] = Object.entries(record.texts);
  if (!first) throw new Error('it has no text in any language');
  const [locale, texts] = first;
  const data = { ...record.shared(around), ...texts };
  const { documentId } = await documents.create({ locale, data });
  for (const [language, translated] of others) {
    await documents.update({ documentId, locale: language, data: translated });
  }
  if (isPostType(record.type)) await documents.publish({ documentId, locale: '*' });
  return documentId;
}

/** Updates the dates of a record, in the draft and the published version. */
export async function moveRecord(
  strapi: Core.Strapi,
  record: SampleRecord,
  { documentId, locale, data }: { documentId: string; locale: string; data: Values },
): Promise<void> {
  const documents = documentsOf(strapi, record);
  await documents.update({ documentId, locale, data });
  await documents.publish({ documentId, locale: '*' });
}
