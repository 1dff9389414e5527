import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';

/** Runs work like Strapi's data transfer: in one transaction and without lifecycle hooks. */
export async function importing(work: () => Promise<unknown>): Promise<void> {
  const { lifecycles } = strapi.db;
  lifecycles.disable();
  try {
    await strapi.db.transaction(work);
  } finally {
    lifecycles.enable();
  }
}

/** Exports and imports a type: its rows get other row ids and are otherwise unchanged, except for `changed`. */
export const importAgain = (type: RecordType, changed: object = {}) =>
  importing(async () => {
    const rows = strapi.db.query(uidOf(type));
    const exported = await rows.findMany();
    await rows.deleteMany({});
    for (const { id: _, ...data } of exported) await rows.create({ data: { ...data, ...changed } });
  });
