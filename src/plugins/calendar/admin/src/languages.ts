import { useQueryParams } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';

type LocaleQuery = { plugins?: { i18n?: { locale?: string } } };

/** The content language that is being edited; nothing while the address does not name it. */
export function useContentLanguage(): string | undefined {
  const [{ query }] = useQueryParams<LocaleQuery>();
  return query?.plugins?.i18n?.locale;
}

/** The admin frame has no right-to-left mode: our fields turn by themselves. */
export function useDirection(): 'rtl' | 'ltr' {
  const { locale } = useIntl();
  return locale.startsWith('ar') ? 'rtl' : 'ltr';
}
