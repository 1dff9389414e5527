import type { Core } from '@strapi/strapi';
import { rememberDatabaseFile } from './database/client';
import { createChangeTriggers } from './database/data-changes';
import {
  closeRegistration,
  createExampleRoles,
  seedPermissions,
  tradeUploadRight,
} from './database/permissions';
import { setStatementTimeout } from './database/pool';
import { createMarks } from './database/repair-marks';
import { createReadIndexes, createSchema, startMaintenance } from './database/schema';
import { buildTrigramIndex } from './database/search-index';
import { compareSecrets, settings, siteId } from './database/site';
import { cachePublicRights } from './http/caller';
import { startDelivery } from './records/deliver';
import { CHANGE_ROUTES } from './resources/changes';
import { ROUTES } from './resources/routes';
import {
  registerLinkHooks,
  registerPictureHooks,
  registerSearchHooks,
  sortBulkActions,
} from './saves/hooks';
import { protectLanguages } from './saves/languages';
import { repairAtStart } from './saves/repair';
import { AGENDA_ACTION } from './settings/agenda';
import { isLanguage, LANGUAGES, ownName } from './settings/languages';
import { WEBHOOKS_ACTION } from './settings/webhooks';

/** D7.6: the four locales, one of which is the default; `STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE` may name another. */
async function createLocales(strapi: Core.Strapi) {
  const locales = strapi.plugin('i18n').service('locales');
  for (const code of LANGUAGES) {
    if (await locales.findByCode(code)) continue;
    await locales.create({ code, name: `${ownName(code)} (${code})` });
  }
  const stored = await locales.getDefaultLocale();
  if (isLanguage(stored)) return;
  const { defaultLanguage: code } = settings();
  await locales.setDefaultLocale({ code });
  strapi.log.warn(
    `The default language of the admin is ${code}: the calendar has none of ${stored}.`,
  );
}

/** Permissions of admin roles, listed among those of plugins. */
const ACTIONS = { [AGENDA_ACTION]: 'Open the agenda', [WEBHOOKS_ACTION]: 'Manage webhooks' };

const registerActions = (strapi: Core.Strapi) =>
  strapi.service('admin::permission').actionProvider.registerMany(
    Object.entries(ACTIONS).map(([name, displayName]) => ({
      ...{ section: 'plugins', displayName, pluginName: 'calendar' },
      uid: name.replace('plugin::calendar.', ''),
    })),
  );

export async function bootstrap({ strapi }: { strapi: Core.Strapi }) {
  rememberDatabaseFile();
  await createLocales(strapi);
  await registerActions(strapi);
  protectLanguages();
  sortBulkActions();
  await compareSecrets();
  await createSchema();
  await createMarks();
  await createReadIndexes();
  registerLinkHooks();
  registerPictureHooks();
  registerSearchHooks();
  if (strapi.config.get('repairs', true)) await repairAtStart();
  await createExampleRoles();
  await tradeUploadRight();
  await seedPermissions([...ROUTES, ...CHANGE_ROUTES].map(({ handler }) => handler));
  await closeRegistration();
  await siteId();
  await createChangeTriggers();
  cachePublicRights();
  const { limits } = settings();
  strapi.server.httpServer.once('listening', () => {
    setStatementTimeout(limits);
    startMaintenance();
    startDelivery();
    void buildTrigramIndex();
  });
}
