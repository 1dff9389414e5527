import { type RecordType, uidOf } from '../settings/record-types';
import { raw, type Sql } from '../sql/sql';

/** The table in which a record type lives. */
export const recordTable = (type: RecordType): string =>
  strapi.db.metadata.get(uidOf(type)).tableName;

/** The same, as a part of SQL. */
export const tableOf = (type: RecordType): Sql => raw(`@${recordTable(type)}`);
