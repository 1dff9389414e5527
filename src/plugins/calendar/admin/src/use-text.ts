import { useIntl } from 'react-intl';
import english from './translations/en.json';

export type TextKey = keyof typeof english;

/** A string of ours in the language of the admin. */
export function useText() {
  const { formatMessage } = useIntl();
  return (key: TextKey, values?: Record<string, string | number>) =>
    formatMessage({ id: `calendar.${key}`, defaultMessage: english[key] }, values);
}
