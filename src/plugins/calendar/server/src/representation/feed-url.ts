import { suffixOf } from '../settings/formats';
import type { RecordType } from '../settings/record-types';
import { PATHS } from './urls';
import type { View } from './view';

/** Whether the address of the interface's root says the language by itself. */
const saysLanguage = ({ root, origin, base, language, settings }: View) =>
  root === `${origin}/${language}${base}` ||
  (root === `${origin}${base}` && language === settings.defaultLanguage);

/** D14.8: where the events of a record are given out as a calendar, in the language that was asked for. */
export function feedUrl(type: RecordType, id: number, view: View): string {
  const address = `${view.root}/${PATHS[type]}/${id}${suffixOf('ics')}`;
  return saysLanguage(view) ? address : `${address}?i18n_language=${view.language}`;
}
