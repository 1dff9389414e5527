import { useQueryParams } from '@strapi/strapi/admin';

type LocaleQuery = { plugins?: { i18n?: { locale?: string } } };

/** The content language being edited; undefined while the address does not contain it. */
export function useContentLanguage(): string | undefined {
  const [{ query }] = useQueryParams<LocaleQuery>();
  return query?.plugins?.i18n?.locale;
}
