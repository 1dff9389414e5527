import { ADMIN_LANGUAGES } from '../plugins/calendar/admin/src/messages';
import ar from './translations/ar.json';
import en from './translations/en.json';
import es from './translations/es.json';
import fr from './translations/fr.json';

export default {
  config: {
    locales: ADMIN_LANGUAGES,
    /**
     * What editors meet and Strapi lacks, or has wrong: in English, that all that was typed is lost when a login
     * ends. These win over Strapi's own and over those of plugins.
     */
    translations: { ar, en, fr, es },
    tutorials: false,
    notifications: { releases: false },
  },
  bootstrap() {},
};
