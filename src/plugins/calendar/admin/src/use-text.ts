import { useIntl } from 'react-intl';
import { EVENT } from './agenda/agenda-address';
import { labelId } from './own-labels';
import english from './translations/en.json';

export type TextKey = keyof typeof english;

/** Returns a function that translates a key of the plugin into the admin's language. */
export function useText() {
  const { formatMessage } = useIntl();
  return (key: TextKey, values?: Record<string, string | number>) =>
    formatMessage({ id: `calendar.${key}`, defaultMessage: english[key] }, values);
}

/** Returns a function for the label of a field, by default of an event's, in the admin's language. */
export function useFieldLabel(model = EVENT) {
  const { formatMessage } = useIntl();
  return (field: string) => formatMessage({ id: labelId(model, field), defaultMessage: field });
}

/** Returns a function for the name of a language in the admin's language. */
export function useLanguageName() {
  const { formatDisplayName } = useIntl();
  return (code: string) => formatDisplayName(code, { type: 'language' }) ?? code;
}
