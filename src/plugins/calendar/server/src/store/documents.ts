import type { Row, Values } from '../content-types/rows';
import { type RecordType, uidOf } from '../settings/record-types';

/** Which rows of a record are meant. */
interface Version {
  documentId: string;
  locale?: string;
}

/** What the Document Service does with records of ours, typed for all types at once. */
interface Documents {
  create(asked: { locale: string; data: Values }): Promise<object>;
  update(asked: Version & { data: Values }): Promise<unknown>;
  delete(asked: Version): Promise<unknown>;
  publish(asked: Version): Promise<unknown>;
  unpublish(asked: Version): Promise<unknown>;
  discardDraft(asked: Version): Promise<unknown>;
}

export const documents = (type: RecordType): Documents => strapi.documents(uidOf(type));

/** A new record in one language: its draft, or a term. */
export const createRecord = async (type: RecordType, locale: string, data: Values) =>
  (await documents(type).create({ locale, data })) as Row;
