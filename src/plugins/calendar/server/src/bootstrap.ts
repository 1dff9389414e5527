import type { Core } from '@strapi/strapi';
import { noteChanges } from './database/data-changes';
import {
  closeRegistration,
  createExampleRoles,
  keepPublicRights,
  seedPermissions,
  tradeUploadRight,
} from './database/permissions';
import { boundStatements } from './database/pool';
import { createMarks } from './database/repair-marks';
import { createReadIndexes, createSchema } from './database/schema';
import { buildTrigramIndex } from './database/search-index';
import { compareSecrets, settings, siteId } from './database/site';
import { keepFolding } from './database/term-counts';
import { CHANGE_ROUTES } from './resources/changes';
import { ROUTES } from './resources/routes';
import { repairAtStart } from './saves/repair';
import { followPictures, keepLanguages, keepLinks, orderBulk } from './saves/subscribers';
import { AGENDA_ACTION } from './settings/agenda';
import { LANGUAGES, ownName } from './settings/languages';

async function createLocales(strapi: Core.Strapi) {
  const locales = strapi.plugin('i18n').service('locales');
  for (const code of LANGUAGES) {
    if (await locales.findByCode(code)) continue;
    await locales.create({ code, name: `${ownName(code)} (${code})` });
  }
}

/** A right of Strapi's roles, among those of plugins. */
const registerAgenda = (strapi: Core.Strapi) =>
  strapi.service('admin::permission').actionProvider.registerMany([
    {
      section: 'plugins',
      displayName: 'Open the agenda',
      uid: AGENDA_ACTION.replace('plugin::calendar.', ''),
      pluginName: 'calendar',
    },
  ]);

export async function bootstrap({ strapi }: { strapi: Core.Strapi }) {
  await createLocales(strapi);
  await registerAgenda(strapi);
  keepLanguages();
  orderBulk();
  await compareSecrets();
  await createSchema();
  await createMarks();
  await createReadIndexes();
  keepLinks();
  followPictures();
  if (strapi.config.get('repairs', true)) await repairAtStart();
  await createExampleRoles();
  await tradeUploadRight();
  await seedPermissions([...ROUTES, ...CHANGE_ROUTES].map(({ handler }) => handler));
  await closeRegistration();
  await siteId();
  await noteChanges();
  keepPublicRights();
  const { limits } = settings();
  strapi.server.httpServer.once('listening', () => {
    boundStatements(limits);
    keepFolding();
    void buildTrigramIndex();
  });
}
