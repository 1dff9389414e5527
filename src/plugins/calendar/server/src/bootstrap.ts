import type { Core } from '@strapi/strapi';
import { CHANGE_ROUTES } from './resources/changes';
import { ROUTES } from './resources/routes';
import { orderBulk } from './rules/bulk-order';
import { keepLanguages } from './rules/keep-languages';
import { keepLinks } from './rules/keep-links';
import { followPictures } from './rules/picture-changes';
import { repairAtStart } from './rules/repair';
import { settings } from './services/settings';
import { AGENDA_ACTION } from './settings/agenda';
import { LANGUAGES, ownName } from './settings/languages';
import { noteChanges } from './store/data-changes';
import { createExampleRoles } from './store/example-roles';
import { seedPermissions } from './store/grants';
import { boundStatements } from './store/pool';
import { keepPublicRights } from './store/public-rights';
import { createReadIndexes } from './store/read-indexes';
import { closeRegistration } from './store/registration';
import { createMarks } from './store/repair-marks';
import { createSchema } from './store/schema';
import { compareSecrets } from './store/secrets';
import { siteId } from './store/site';
import { keepFolding } from './store/term-counts';
import { buildTrigramIndex } from './store/trigram-index';
import { tradeUploadRight } from './store/upload-right';

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
