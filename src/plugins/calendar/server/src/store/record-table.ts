import { type RecordType, uidOf } from '../settings/record-types';

/** The table in which a record type lives. */
export const recordTable = (type: RecordType): string =>
  strapi.db.metadata.get(uidOf(type)).tableName;
