import type { Values } from '../../content-types/rows';
import { MESSAGES } from '../../messages/t';
import type { Language } from '../../settings/languages';
import type { RecordType } from '../../settings/record-types';

export type { Values };

/** Spec 4.2: a new record of each type, as JSON; an event makes what it refers to along with it. */
export function newRecords(language: Language): Record<RecordType, Values> {
  const { event, venue, organizer, category, tag } = MESSAGES[language].examples;
  const { level, ...texts } = event;
  const club: Values = {
    ...organizer,
    website: 'https://chess.example',
    email: 'hello@chess.example',
  };
  const newEvent: Values = {
    ...texts,
    start_date: '2027-05-01 18:00:00',
    end_date: '2027-05-01 21:00:00',
    show_map: true,
    show_map_link: true,
    categories: [category.name],
    tags: [tag.name],
    venue,
    organizer: club,
    custom_fields: { level },
  };
  return { event: newEvent, venue, organizer: club, category, tag };
}

/** Spec 4.2: what is changed in each of them; it is the same as JSON and as a form. */
export const changes = (language: Language): Record<RecordType, Values> => ({
  event: { cost: MESSAGES[language].free, featured: true },
  venue: { phone: '+44 20 7946 0958' },
  organizer: { phone: '+44 20 7946 0959' },
  category: { color: '#1a7f64' },
  tag: { description: MESSAGES[language].examples.event.excerpt },
});

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `venue[city]`; a list of words is sent under one name several times. */
const parts = (name: string, value: unknown): [string, unknown][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => parts(`${name}[${key}]`, inner))
    : [[name, value]];

/** The same body as the parts of a form. */
export const asForm = ({ custom_fields, ...values }: Values): Values =>
  Object.fromEntries([
    ...Object.entries(values).flatMap(([name, value]) => parts(name, value)),
    ...(custom_fields ? [['custom_fields', JSON.stringify(custom_fields)]] : []),
  ]);
