import type { Values } from '../content-types/rows';
import { plainText } from '../kinds/text/plain-text';
import { NAME_FIELD, type RecordType } from '../settings/record-types';
import type { Settings } from '../settings/settings';
import { addressesIn } from './addresses';
import { referencesIn } from './references';
import { refuseValues } from './refuse-values';
import { stateprovinceOf } from './stateprovince';
import { timesOf } from './times';

/** Titles and names are plain text, whoever wrote them. */
function nameIn(type: RecordType, data: Values): Values {
  const field = NAME_FIELD[type];
  const name = data[field];
  return typeof name === 'string' ? { [field]: plainText(name) } : {};
}

/**
 * What a save really writes when it sends `data` over the `stored` row: every value checked and in
 * its one form, with what follows from it. Throws a refusal that names the field.
 */
export function prepare(type: RecordType, data: Values, stored: Values): Values {
  refuseValues(type, data);
  const { timezone } = strapi.config.get('plugin::calendar') as Settings;
  return {
    ...data,
    ...nameIn(type, data),
    ...referencesIn(type, data),
    ...addressesIn(type, data, stored),
    ...(type === 'event' ? timesOf(data, stored, timezone) : {}),
    ...(type === 'venue' ? stateprovinceOf(data, stored) : {}),
  };
}
