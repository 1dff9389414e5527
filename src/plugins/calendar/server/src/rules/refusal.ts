import { errors } from '@strapi/utils';
import { type MessageKey, type MessageValues, t } from '../messages/t';
import { isLanguage, type Language } from '../settings/languages';

/** Whoever saves in the admin reads it in the language they chose for themselves. */
function readersLanguage(): Language {
  const preferred = strapi.requestContext.get()?.state?.user?.preferedLanguage;
  return isLanguage(preferred) ? preferred : 'en';
}

export interface Refusal {
  field: string;
  text: MessageKey;
  values?: MessageValues;
}

/** A save that a rule refuses: 400 at either door, naming the field; `details` say it in any language. */
export function refusal({ field, text: key, values = {} }: Refusal) {
  const message = t(readersLanguage(), key, values);
  return new errors.ValidationError(message, {
    errors: [{ path: [field], message, name: 'ValidationError', value: undefined }],
    refusal: { field, text: key, values },
  });
}

/** Whether a rule refuses the work; any other error of it is thrown. */
export function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof errors.ValidationError) return true;
    throw error;
  }
}
