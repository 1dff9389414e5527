import { type FileRow, isValues, type Values } from '../../content-types/rows';
import { FIELDS, requiredOf } from '../../kinds/fields';
import { readFields } from '../../kinds/kind';
import { slugFromTitle } from '../../kinds/text/normalize';
import {
  errorBody,
  invalidParams,
  missingParams,
  refuse,
  takenSlug,
  termExists,
} from '../../messages/errors';
import { problemBody } from '../../messages/problem';
import { MESSAGES, type MessageKey } from '../../messages/t';
import { LANGUAGES, type Language } from '../../settings/languages';
import { NAME_FIELD, RECORD_TYPES, type RecordType } from '../../settings/record-types';
import type { DescribeContext } from './context';

export type { Values };

/** Spec 4.2: a new record of each type as JSON; the event creates the records it refers to. */
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

/** Spec 4.2: the body of an update of each record; the same as JSON and as a form. */
export const changes = (language: Language): Record<RecordType, Values> => ({
  event: { cost: MESSAGES[language].free, featured: true },
  venue: { phone: '+44 20 7946 0958' },
  organizer: { phone: '+44 20 7946 0959' },
  category: { color: '#1a7f64' },
  tag: { description: MESSAGES[language].examples.event.excerpt },
});

/**
 * Flattens a nested value to names such as `venue[city]`; the items of a list are sent under the
 * same name.
 */
const parts = (name: string, value: unknown): [string, unknown][] =>
  isValues(value)
    ? Object.entries(value).flatMap(([key, inner]) => parts(`${name}[${key}]`, inner))
    : [[name, value]];

/** The same body as the fields of a form; `custom_fields` is sent as JSON text. */
export const asForm = ({ custom_fields, ...values }: Values): Values =>
  Object.fromEntries([
    ...Object.entries(values).flatMap(([name, value]) => parts(name, value)),
    ...(custom_fields ? [['custom_fields', JSON.stringify(custom_fields)]] : []),
  ]);

/** The ids of the records in the examples. */
const IDS: Record<RecordType, number> = {
  event: 12,
  venue: 7,
  organizer: 9,
  category: 5,
  tag: 6,
};

export const CREATED = '2026-01-15T10:00:00.000Z';

const COPY = { mime: 'image/jpeg', width: 234, height: 156, sizeInBytes: 8412 };

const PICTURE: FileRow = {
  id: 3,
  url: '/uploads/chess.jpg',
  ext: '.jpg',
  mime: 'image/jpeg',
  width: 1200,
  height: 800,
  size: 148.203,
  formats: { thumbnail: { ...COPY, url: '/uploads/thumbnail_chess.jpg' } },
};

const ofTypes = <Value>(of: (type: RecordType) => Value) =>
  Object.fromEntries(RECORD_TYPES.map((type) => [type, of(type)])) as Record<RecordType, Value>;

const slugsIn = (language: Language) =>
  ofTypes((type) => slugFromTitle(String(newRecords(language)[type][NAME_FIELD[type]])));

/** Computed once: making slugs of titles takes longer than building the rest of the examples. */
const SLUGS = Object.fromEntries(
  LANGUAGES.map((language) => [language, slugsIn(language)]),
) as Record<Language, ReturnType<typeof slugsIn>>;

/** The values of a body, read by the same kinds as a request's. */
function valuesOf(type: RecordType, sent: Values, context: DescribeContext): Values {
  const { now, settings, language } = context;
  const eventZone = String(sent.timezone ?? settings.timezone);
  return readFields(FIELDS[type], sent, { now, settings, language, eventZone });
}

const stored = (type: RecordType, language: Language): Values => ({
  ...Object.fromEntries(Object.keys(FIELDS[type]).map((name) => [name, null])),
  ...{ public_id: IDS[type], locale: language, slug: SLUGS[language][type] },
  ...{
    createdAt: CREATED,
    updatedAt: CREATED,
    publishedAt: CREATED,
    post_status: null,
    trashed_at: null,
  },
});

/** Spec 4.5: a row with its number of events: 0 for a new term, or if its only event is deleted. */
const counted = (row: Values, count = 1) => ({ row, count });

/**
 * The records of the examples, as `present` takes them, in four states: new, in use, changed and
 * deleted. The event has no picture while it is new.
 */
export function exampleRecords(context: DescribeContext) {
  const { language } = context;
  const sent = newRecords(language);
  const rows = ofTypes((type) => ({
    ...stored(type, language),
    ...valuesOf(type, sent[type], context),
  }));
  const linked = (count: number, image?: FileRow) => ({
    image,
    ...{ venues: [counted(rows.venue)], organizers: [counted(rows.organizer)] },
    ...{ categories: [counted(rows.category, count)], tags: [counted(rows.tag, count)] },
    parent: 0,
  });
  return ofTypes((type) => {
    const translations = [{ language, slug: SLUGS[language][type] }];
    const more = (count: number, image?: FileRow) => ({
      translations,
      ...(type === 'event' && linked(count, image)),
    });
    const changed = { ...rows[type], ...valuesOf(type, changes(language)[type], context) };
    return {
      made: { ...counted(rows[type], 0), ...more(1) },
      used: { ...counted(rows[type]), ...more(1, PICTURE) },
      changed: { ...counted(changed), ...more(1, PICTURE) },
      deleted: { ...counted({ ...changed, trashed_at: CREATED }), ...more(0, PICTURE) },
    };
  });
}

/** What required fields belong to. */
export type RefusedType = RecordType | 'webhook';

/** A refusal, with the type of record if its text depends on it. */
export interface Refused {
  status: number;
  code: MessageKey;
  type?: RefusedType;
}

const requiredFields = (type: RefusedType) => (type === 'webhook' ? ['url'] : requiredOf(type));

const unknownLanguage = () =>
  invalidParams({
    i18n_language: { text: 'not_choice', values: { allowed: LANGUAGES.join(', ') } },
  });

function refusal({ status, code, type = 'event' }: Refused, language: Language) {
  if (code === 'rest_invalid_param') return unknownLanguage();
  if (code === 'rest_missing_callback_param') return missingParams(requiredFields(type));
  if (code === 'term_exists') return termExists(IDS.category);
  if (code === 'duplicate_term_slug') return takenSlug(SLUGS[language].category);
  return refuse(status, code);
}

/** The suffix of the names of examples and responses whose content depends on the type. */
export const suffixOf = ({ code, type }: Omit<Refused, 'status'>): string =>
  code === 'rest_missing_callback_param' ? `.${type}` : '';

/** The name of the refusal's example: `404.rest-venue-not-found`. */
export const refusalExample = (refused: Refused) =>
  `${refused.status}.${refused.code}${suffixOf(refused)}`;

/** The name of the refusal's example as problem details. */
export const problemExample = (refused: Refused) => `problem.${refusalExample(refused)}`;

/** The refusal's body for callers that accept problem details (D9.11). */
export const problemOf = (refused: Refused, { language, root }: DescribeContext) =>
  problemBody(refusal(refused, language), language, {
    path: `${root}/events/12`,
    requestId: '8c5e1f2a-7f0e-4d5b-9a53-0d1f5f3c2b64',
  });

/** The refusal's body as JSON. */
export const refusalBody = (refused: Refused, language: Language) =>
  errorBody(refusal(refused, language), language);
