import { ADMIN_LANGUAGES } from '../plugins/calendar/admin/src/messages';

export default {
  config: { locales: ADMIN_LANGUAGES, tutorials: false, notifications: { releases: false } },
  bootstrap() {},
};
