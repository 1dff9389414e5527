import { useQueryParams } from '@strapi/strapi/admin';

type LocaleQuery = { plugins?: { i18n?: { locale?: string } } };

/** The content language that is being edited; nothing while the address does not name it. */
export function useContentLanguage(): string | undefined {
  const [{ query }] = useQueryParams<LocaleQuery>();
  return query?.plugins?.i18n?.locale;
}
