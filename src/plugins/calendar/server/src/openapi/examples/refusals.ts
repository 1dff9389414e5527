import {
  errorBody,
  invalidParams,
  missingParams,
  refuse,
  takenSlug,
  termExists,
} from '../../messages/errors';
import type { MessageKey } from '../../messages/t';
import { requiredOf } from '../../resources/fields';
import { LANGUAGES, type Language } from '../../settings/languages';
import type { RecordType } from '../../settings/record-types';
import { IDS, SLUGS } from './records';

/** A refusal, and of which type's record where its words depend on it. */
export interface Refused {
  status: number;
  code: MessageKey;
  type?: RecordType;
}

const unknownLanguage = () =>
  invalidParams({
    i18n_language: { text: 'not_language', values: { allowed: LANGUAGES.join(', ') } },
  });

function refusal({ status, code, type = 'event' }: Refused, language: Language) {
  if (code === 'rest_invalid_param') return unknownLanguage();
  if (code === 'rest_missing_callback_param') return missingParams(requiredOf(type));
  if (code === 'term_exists') return termExists(IDS.category);
  if (code === 'duplicate_term_slug') return takenSlug(SLUGS[language].category);
  return refuse(status, code);
}

/** What stands in the names of examples and responses for one that differs by type. */
export const suffixOf = ({ code, type }: Omit<Refused, 'status'>): string =>
  code === 'rest_missing_callback_param' ? `.${type}` : '';

/** The name of the refusal's example: `404.rest-venue-not-found`. */
export const refusalExample = (refused: Refused) =>
  `${refused.status}.${refused.code}${suffixOf(refused)}`;

/** The body of the refusal as it is answered. */
export const refusalBody = (refused: Refused, language: Language) =>
  errorBody(refusal(refused, language), language);
