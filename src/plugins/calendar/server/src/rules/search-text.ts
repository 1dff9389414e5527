import { fold } from '../query/fold';
import { NAME_END } from '../query/term-name';
import { isPostType, NAME_FIELD, type RecordType } from '../settings/record-types';

type Values = Record<string, unknown>;

const CONTACTS = [
  'address',
  'city',
  'province',
  'state',
  'stateprovince',
  'zip',
  'phone',
  'website',
  'email',
];

/** What a search looks into, per record type (Spec 4.2 to 4.6). */
const searched = (type: RecordType): string[] => [
  NAME_FIELD[type],
  ...(isPostType(type) ? ['excerpt', 'description'] : ['slug']),
  ...(type === 'venue' || type === 'organizer' ? CONTACTS : []),
];

/** D4.7: the folded text of a record in one language; a term's name can be told from its slug (D8.5). */
export function searchText(type: RecordType, values: Values): string {
  const texts = searched(type)
    .map((field) => values[field])
    .filter((value) => typeof value === 'string');
  return isPostType(type) ? fold(texts.join(' \n ')) : texts.map(fold).join(NAME_END);
}
