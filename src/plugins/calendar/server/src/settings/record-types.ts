import { LANGUAGES } from './languages';

/** Spec 1: the types of records, named like their content types. */
export const RECORD_TYPES = ['event', 'venue', 'organizer', 'category', 'tag'] as const;

export type RecordType = (typeof RECORD_TYPES)[number];

/** Ids are 32-bit integers in both databases. */
export const MAX_ID = 2 ** 31 - 1;

export const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_ID;

/** A type's name in schema names: `Event`. */
export const schemaName = (type: RecordType) => type.charAt(0).toUpperCase() + type.slice(1);

/** The schema of a new record: `NewEvent`. */
export const newSchemaOf = (type: RecordType) => `New${schemaName(type)}`;

export const uidOf = (type: RecordType) => `plugin::calendar.${type}` as const;

/** Strapi's content type of registered users, as opposed to users of the admin. */
export const USER_UID = 'plugin::users-permissions.user';

/** The record type of a Strapi uid; undefined for content types of others. */
export const recordTypeOf = (uid: string): RecordType | undefined =>
  RECORD_TYPES.find((type) => uidOf(type) === uid);

/** Types with drafts, publication and trash; terms have none of these. */
export const POST_TYPES = ['event', 'venue', 'organizer'] as const satisfies readonly RecordType[];

export type PostType = (typeof POST_TYPES)[number];

export const isPostType = (type: RecordType): type is PostType =>
  (POST_TYPES as readonly RecordType[]).includes(type);

/** The types of posts that events refer to; also the names of the referring fields. */
export const LINKED_TYPES = ['venue', 'organizer'] as const satisfies readonly PostType[];

export type LinkedType = (typeof LINKED_TYPES)[number];

/** Categories and tags. */
export type TermType = Exclude<RecordType, PostType>;

/** D5.1: the attributes that together define an event's times. */
export const TIME_FIELDS: readonly string[] = ['start_date', 'end_date', 'timezone', 'all_day'];

/** The attribute that holds a record's title or name. */
export const NAME_FIELD = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
} as const satisfies Record<RecordType, string>;

/** The attribute with the id of the parent record. */
export const PARENT_FIELD: { readonly [Type in RecordType]?: ParentField } = {
  event: 'post_parent',
  category: 'parent',
};

export type ParentField = 'post_parent' | 'parent';

/** Characters of a country's name that are read; to normalize many accents on one letter takes quadratic time. */
const MAX_COUNTRY = 100;

/** In lower case and without accents. */
const plain = (name: string) =>
  name.slice(0, MAX_COUNTRY).normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** The United States in each language, since the country of a venue is written in its language (D4.8). */
const UNITED_STATES = LANGUAGES.map((language) =>
  plain(new Intl.DisplayNames(language, { type: 'region' }).of('US') ?? 'US'),
);

/** Spec 2: whether a country has states, as a venue without a country may; other countries have provinces. */
export const hasStates = (country: string): boolean =>
  ['', 'us', 'usa', ...UNITED_STATES].includes(plain(country));

/** An event's references: attribute → what it refers to. */
export const REFERENCES = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const satisfies Record<string, RecordType>;

export type ReferenceField = keyof typeof REFERENCES;

export const REFERENCE_FIELDS = Object.keys(REFERENCES) as ReferenceField[];

/** The attribute by which events refer to terms of a type. */
export const TERM_FIELD = {
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<TermType, ReferenceField>;

export type TermField = (typeof TERM_FIELD)[TermType];
