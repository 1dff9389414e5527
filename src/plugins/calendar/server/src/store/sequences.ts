import { isPostType, RECORD_TYPES, type RecordType } from '../settings/record-types';
import { recordTable } from './record-table';
import { table } from './table';

export const SEQUENCES = 'calendar_sequences';

type Sequence = 'post' | 'term';

/** D4.2: events, venues and organizers share one sequence; categories and tags another. */
const sequenceOf = (type: RecordType): Sequence => (isPostType(type) ? 'post' : 'term');

/** The next public id of a record type; a transaction that is rolled back gives it back. */
export async function nextId(type: RecordType): Promise<number> {
  return await strapi.db.transaction(async ({ trx }) => {
    const next = strapi.db.connection.raw('?? + 1', [`${SEQUENCES}.value`]);
    const [row] = await table(SEQUENCES, trx)
      .insert({ name: sequenceOf(type), value: 1 })
      .onConflict('name')
      .merge({ value: next })
      .returning('value');
    return Number(row.value);
  });
}

/** D4.2: after an import no id is handed out twice, and records without an id get one. */
export async function healIds(): Promise<void> {
  for (const type of RECORD_TYPES) await raiseSequence(type);
  for (const type of RECORD_TYPES) await fillIds(type);
}

async function raiseSequence(type: RecordType) {
  const name = sequenceOf(type);
  const { highest } = await table(recordTable(type)).max('public_id as highest').first();
  if (!highest) return;
  await table(SEQUENCES).insert({ name, value: highest }).onConflict('name').ignore();
  await table(SEQUENCES).where({ name }).where('value', '<', highest).update({ value: highest });
}

async function fillIds(type: RecordType) {
  const rows = () => table(recordTable(type));
  const nameless = await rows().distinct('document_id').whereNull('public_id');
  for (const { document_id } of nameless) {
    const sibling = await rows()
      .where({ document_id })
      .whereNotNull('public_id')
      .first('public_id');
    const public_id = sibling?.public_id ?? (await nextId(type));
    await rows().where({ document_id }).whereNull('public_id').update({ public_id });
  }
}
