import { condition } from '../query/condition';
import { isPostType, RECORD_TYPES, type RecordType } from '../settings/record-types';
import { recordTable } from './record-table';
import { run } from './run';
import { isPostgres, table } from './table';

/** Where SQLite counts. */
const SEQUENCES = 'calendar_sequences';

type Sequence = 'post' | 'term';

/** D4.2: events, venues and organizers share one sequence; categories and tags another. */
const sequenceOf = (type: RecordType): Sequence => (isPostType(type) ? 'post' : 'term');

/** What counts on PostgreSQL: whoever has drawn a number keeps nobody else waiting until the commit. */
const own = (name: Sequence) => `@calendar_${name}_ids`;

async function drawn(name: Sequence): Promise<number> {
  const [row] = await run<{ id: string }>(condition(`SELECT nextval('${own(name)}') AS id`));
  return Number(row?.id);
}

async function counted(name: Sequence): Promise<number> {
  return await strapi.db.transaction(async ({ trx }) => {
    const next = strapi.db.connection.raw('?? + 1', [`${SEQUENCES}.value`]);
    const [row] = await table(SEQUENCES, trx)
      .insert({ name, value: 1 })
      .onConflict('name')
      .merge({ value: next })
      .returning('value');
    return Number(row.value);
  });
}

/** The next public id of a record type; one that is drawn for nothing may stay unused. */
export const nextId = (type: RecordType): Promise<number> =>
  isPostgres() ? drawn(sequenceOf(type)) : counted(sequenceOf(type));

/** D4.2: after an import no id is handed out twice, and records without an id get one. */
export async function healIds(): Promise<void> {
  for (const type of RECORD_TYPES) await raiseSequence(type);
  for (const type of RECORD_TYPES) await fillIds(type);
}

async function raiseSequence(type: RecordType) {
  const name = sequenceOf(type);
  const { highest } = await table(recordTable(type)).max('public_id as highest').first();
  if (!highest) return;
  if (isPostgres()) {
    const behind = `${own(name)} WHERE last_value + is_called::int <= ?`;
    await run(condition(`SELECT setval('${own(name)}', ?) FROM ${behind}`, highest, highest));
    return;
  }
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
