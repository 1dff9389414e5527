import { ADMIN_LANGUAGES } from '../plugins/calendar/admin/src/messages';
import ar from './translations/ar.json';
import es from './translations/es.json';
import fr from './translations/fr.json';

export default {
  config: {
    locales: ADMIN_LANGUAGES,
    /** What editors meet and Strapi lacks, or has wrong; these win over Strapi's own and over those of plugins. */
    translations: { ar, fr, es },
    tutorials: false,
    notifications: { releases: false },
  },
  bootstrap() {},
};
