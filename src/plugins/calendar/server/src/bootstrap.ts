import type { Core } from '@strapi/strapi';
import { orderBulk } from './rules/bulk-order';
import { healSearchTexts } from './rules/heal-search-texts';
import { keepLanguages } from './rules/keep-languages';
import { keepLinks } from './rules/keep-links';
import { LANGUAGES } from './settings/languages';
import { healAuthors } from './store/authors';
import { createExampleRoles } from './store/example-roles';
import { grantReading } from './store/grants';
import { healLinks } from './store/links';
import { createReadIndexes } from './store/read-indexes';
import { closeRegistration } from './store/registration';
import { createSchema } from './store/schema';
import { healIds } from './store/sequences';
import { tradeUploadRight } from './store/upload-right';

const NAMES = { ar: 'العربية (ar)', en: 'English (en)', fr: 'Français (fr)', es: 'Español (es)' };

async function createLocales(strapi: Core.Strapi) {
  const locales = strapi.plugin('i18n').service('locales');
  for (const code of LANGUAGES) {
    if (!(await locales.findByCode(code))) await locales.create({ code, name: NAMES[code] });
  }
}

export async function bootstrap({ strapi }: { strapi: Core.Strapi }) {
  await createLocales(strapi);
  keepLanguages();
  orderBulk();
  await createSchema();
  keepLinks();
  await healIds();
  await healLinks();
  await healAuthors();
  await healSearchTexts();
  await createReadIndexes();
  await createExampleRoles();
  await tradeUploadRight();
  await grantReading();
  await closeRegistration();
}
