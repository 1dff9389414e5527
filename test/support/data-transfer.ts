import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';

/** As Strapi's data transfer works: one transaction, past all that follows a save. */
export async function importing(work: () => Promise<unknown>): Promise<void> {
  const { lifecycles } = strapi.db;
  lifecycles.disable();
  try {
    await strapi.db.transaction(work);
  } finally {
    lifecycles.enable();
  }
}

/** What an export held of a type: the rows come again under other row ids, as they were, but for what is `changed`. */
export const importAgain = (type: RecordType, changed: object = {}) =>
  importing(async () => {
    const rows = strapi.db.query(uidOf(type));
    const exported = await rows.findMany();
    await rows.deleteMany({});
    for (const { id: _, ...data } of exported) await rows.create({ data: { ...data, ...changed } });
  });
