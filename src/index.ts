import { grantAdminRoles } from './plugins/calendar/server/src/database/admin-roles';
import { releaseStartLock, takeStartLock } from './plugins/calendar/server/src/database/start-lock';
import { storeViewHashes } from './plugins/calendar/server/src/database/views';

/** Strapi calls `register` before its schema sync, and this `bootstrap` after every other: one start at a time. */
export default {
  register: () => takeStartLock(),
  async bootstrap() {
    await grantAdminRoles();
    await storeViewHashes();
    await releaseStartLock();
  },
};
