import { isPostType, NAME_FIELD, RECORD_TYPES } from '../settings/record-types';
import { recordTable } from './record-table';
import { qualified } from './table';

const PUBLIC = 'WHERE published_at IS NOT NULL AND trashed_at IS NULL';

const createIndex = (name: string, table: string, columns: string, where = '') =>
  strapi.db.connection.raw(
    `CREATE INDEX IF NOT EXISTS ${name} ON ${qualified(table)} (${columns}) ${where}`,
  );

/** D8.1: what lists and look-ups of public records stand on; D4.2: and who has written any; D12
 * row 12: and which venue or organizer has a name. */
export async function createReadIndexes(): Promise<void> {
  const events = recordTable('event');
  await createIndex(`${events}_public_start`, events, 'utc_start_date, public_id', PUBLIC);
  await createIndex(`${events}_public_end`, events, 'utc_end_date', PUBLIC);
  await createIndex(`${events}_modified`, events, 'updated_at', 'WHERE published_at IS NOT NULL');
  for (const type of RECORD_TYPES) {
    const table = recordTable(type);
    await createIndex(`${table}_public_id`, table, 'public_id');
    await createIndex(`${table}_slug`, table, 'slug');
    if (!isPostType(type)) continue;
    await createIndex(`${table}_published_date`, table, 'date', 'WHERE published_at IS NOT NULL');
    await createIndex(`${table}_author`, table, 'author', 'WHERE author > 0');
    if (type === 'event') continue;
    await createIndex(`${table}_name`, table, NAME_FIELD[type], 'WHERE trashed_at IS NULL');
  }
}
