import { withoutTags } from '../params/markup';
import { plainText } from '../params/plain-text';
import { CONTACTS, CONTACTS_BEGIN } from '../query/contacts';
import { fold } from '../query/fold';
import { NAME_END } from '../query/term-name';
import { isPostType, NAME_FIELD, type RecordType } from '../settings/record-types';

type Values = Record<string, unknown>;

const PLACES = [
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
  ...(isPostType(type) ? ['excerpt', 'description'] : []),
  ...(type === 'venue' || type === 'organizer' ? PLACES : []),
];

const MARKED_UP = ['excerpt', 'description'];

/** Whoever searches writes `&`, not `&amp;`. */
const wordsOf = (field: string, value: string) =>
  MARKED_UP.includes(field) ? plainText(withoutTags(value)) : value;

function textOf(fields: readonly string[], values: Values): string {
  const texts = fields.flatMap((field) => {
    const value = values[field];
    return typeof value === 'string' ? wordsOf(field, value) : [];
  });
  return fold(texts.join(' \n ')).replaceAll(CONTACTS_BEGIN, '');
}

/** D8.5: a term's name can be told from its slug. */
const textOfTerm = (values: Values): string =>
  [textOf(['name'], values), textOf(['slug'], values)].filter(Boolean).join(NAME_END);

/** D4.7: the folded text of a record in one language; contacts stand apart, at its end (D10.8). */
export function searchText(type: RecordType, values: Values): string {
  if (!isPostType(type)) return textOfTerm(values);
  const contacts = CONTACTS[type] ?? [];
  const open = textOf(
    searched(type).filter((field) => !contacts.includes(field)),
    values,
  );
  if (contacts.length === 0) return open;
  return `${open} ${CONTACTS_BEGIN} ${textOf(contacts, values)}`;
}
