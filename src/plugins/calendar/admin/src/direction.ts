import { useIntl } from 'react-intl';

/** The admin frame has no right-to-left mode: our fields turn by themselves. */
export function useDirection(): 'rtl' | 'ltr' {
  const { locale } = useIntl();
  return locale.startsWith('ar') ? 'rtl' : 'ltr';
}
