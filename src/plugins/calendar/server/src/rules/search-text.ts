import { fold } from '../query/fold';
import { NAME_FIELD, type RecordType } from '../settings/record-types';

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
  ...(type === 'category' || type === 'tag' ? ['slug'] : ['excerpt', 'description']),
  ...(type === 'venue' || type === 'organizer' ? CONTACTS : []),
];

/** D4.7: the folded text of a record in one language. */
export const searchText = (type: RecordType, values: Values): string =>
  fold(
    searched(type)
      .map((field) => values[field])
      .filter((value) => typeof value === 'string')
      .join(' \n '),
  );
