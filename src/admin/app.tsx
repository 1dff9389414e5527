import { ADMIN_LANGUAGES } from '../plugins/calendar/admin/src/messages';
import ar from './translations/ar.json';
import en from './translations/en.json';
import es from './translations/es.json';
import fr from './translations/fr.json';

export default {
  config: {
    locales: ADMIN_LANGUAGES,
    /**
     * Strapi messages that are missing or wrong; in English, the claim that edits are lost when a session ends.
     * They take precedence over those of Strapi and of plugins.
     */
    translations: { ar, en, fr, es },
    tutorials: false,
    notifications: { releases: false },
  },
};
