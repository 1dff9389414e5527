import type { Values } from '../content-types/rows';
import { FOLDED, fold } from '../kinds/text/fold';
import { blockHtml, textOfHtml } from '../kinds/text/html';
import { NAME_FIELD, type RecordType } from '../settings/record-types';
import { CONTACTS, CONTACTS_BEGIN, NAME_END } from '../sql/folded';

const MARKED_UP = ['excerpt', 'description'];

const PLACE = ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'country'];

/** What a search looks into besides the title or name (Spec 4.2 to 4.6). */
const BODY: Record<RecordType, readonly string[]> = {
  event: MARKED_UP,
  venue: [...MARKED_UP, ...PLACE, 'phone', 'website'],
  organizer: [...MARKED_UP, 'phone', 'website', 'email'],
  category: ['slug'],
  tag: ['slug'],
};

/** The fields of which a search text is made. */
export const searchedFields = (type: RecordType): string[] => [NAME_FIELD[type], ...BODY[type]];

/** What people see of a field: an editor's Markdown is HTML to them, and HTML is text. */
const shown = (field: string, value: string) =>
  MARKED_UP.includes(field) ? textOfHtml(blockHtml(value)) : value;

/** A line for each field: what is sought stands in one of them. */
const textOf = (fields: readonly string[], values: Values): string =>
  fields
    .map((field) => [field, values[field]] as const)
    .map(([field, value]) => (typeof value === 'string' ? fold(shown(field, value)) : ''))
    .filter(Boolean)
    .join('\n');

/**
 * D4.7: the folded text of a record in one language: its name, for searches and look-ups that know
 * only that (D10.7, D8.5); the rest; and, apart from it, contacts (D10.8).
 */
export function searchText(type: RecordType, values: Values): string {
  const contacts = CONTACTS[type] ?? [];
  const open = BODY[type].filter((field) => !contacts.includes(field));
  const name = textOf([NAME_FIELD[type]], values) + NAME_END;
  const apart = contacts.length > 0 ? CONTACTS_BEGIN + textOf(contacts, values) : '';
  return name + textOf(open, values) + apart + FOLDED;
}
