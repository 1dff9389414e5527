import { useQueryParams } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { LANGUAGES } from './agenda/agenda-address';

type LocaleQuery = { plugins?: { i18n?: { locale?: string } } };

/** The content language being edited; undefined while the address does not contain it. */
export function useContentLanguage(): string | undefined {
  const [{ query }] = useQueryParams<LocaleQuery>();
  return query?.plugins?.i18n?.locale;
}

/** The admin's language for requests about content, if content is in it too; otherwise English. */
export function useRequestLanguage(): string {
  const { locale } = useIntl();
  return LANGUAGES.includes(locale) ? locale : 'en';
}
