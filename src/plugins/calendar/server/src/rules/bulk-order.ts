import { recordTypeOf } from '../settings/record-types';
import { rowsOfDocuments } from '../store/siblings';
import { lockAlong, namedIn } from './waiting';

interface Manager {
  deleteMany(ids: string[], ...rest: unknown[]): Promise<unknown>;
  unpublishMany(ids: string[], ...rest: unknown[]): Promise<unknown>;
  publishMany(uid: string, ids: string[], ...rest: unknown[]): Promise<unknown>;
}

/**
 * Decision 6: what the admin changes together is taken in one order, whatever order it was chosen in;
 * two editors could else wait for each other.
 */
export function orderBulk(): void {
  const manager: Manager = strapi.plugin('content-manager').service('document-manager');
  const { deleteMany, unpublishMany, publishMany } = manager;
  manager.deleteMany = (ids, ...rest) => deleteMany.call(manager, ids.toSorted(), ...rest);
  manager.unpublishMany = (ids, ...rest) => unpublishMany.call(manager, ids.toSorted(), ...rest);
  manager.publishMany = (uid, ids, ...rest) =>
    strapi.db.transaction(async () => {
      if (recordTypeOf(uid) === 'event')
        await lockAlong(namedIn(await rowsOfDocuments('event', ids)), new Date());
      return publishMany.call(manager, uid, ids.toSorted(), ...rest);
    });
}
