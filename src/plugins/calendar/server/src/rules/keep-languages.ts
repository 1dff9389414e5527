import { errors } from '@strapi/utils';
import { isLanguage } from '../settings/languages';

interface Locales {
  findById(id: unknown): Promise<{ code: string } | null>;
  delete(where: { id: unknown }): Promise<unknown>;
}

/**
 * D7.6: the four languages stay. Strapi deletes a language's records before the language itself, so
 * its service is wrapped: a lifecycle would come too late.
 */
export function keepLanguages(): void {
  const locales: Locales = strapi.plugin('i18n').service('locales');
  const deleteLocale = locales.delete;
  locales.delete = async (where) => {
    const locale = await locales.findById(where.id);
    if (isLanguage(locale?.code)) {
      throw new errors.ApplicationError(`The calendar needs the language "${locale?.code}".`);
    }
    return deleteLocale(where);
  };
}
