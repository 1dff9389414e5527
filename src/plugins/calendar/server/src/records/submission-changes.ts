import type { Row } from '../content-types/rows';
import { blockHtml, RICH_TEXT_FIELDS } from '../kinds/text/html';
import { htmlToText, truncateBytes } from '../resources/feeds/content-line';
import { REFERENCES, uidOf } from '../settings/record-types';
import { withoutHours } from './locked-event';

/** Fields that are derived, or reviewed elsewhere. */
const NOT_COMPARED = [
  'public_id',
  'utc_start_date',
  'utc_end_date',
  'author',
  'post_status',
  'review_note',
  'trashed_at',
  'search_text',
  'createdBy',
  'updatedBy',
  'localizations',
];

/** Types whose values are shown as JSON, such as a host's components. */
const AS_JSON = ['json', 'blocks', 'component', 'dynamiczone', 'relation'];

/** Characters of a text shown for review; the form shows the whole. */
const MAX_TEXT = 20_000;

interface Picture {
  url: string;
  text: string;
}

/** A field that a draft would change, in readable form; `null` if empty. */
export type Change =
  | {
      field: string;
      kind: 'text' | 'wall' | 'instant' | 'choice';
      before: string | null;
      after: string | null;
    }
  | { field: string; kind: 'flag'; before: boolean | null; after: boolean | null }
  | { field: string; kind: 'names'; before: string[] | null; after: string[] | null }
  | { field: string; kind: 'picture'; before: Picture | null; after: Picture | null }
  /** D10.7: passwords are shown to nobody. */
  | { field: string; kind: 'secret'; before: null; after: null };

interface Attribute {
  type: string;
  customField?: string;
  component?: string;
  multiple?: boolean;
  default?: unknown;
  pluginOptions?: { i18n?: { localized?: boolean } };
}

const attributesOf = (uid: string): [string, Attribute][] =>
  Object.entries(strapi.getModel(uid as Parameters<typeof strapi.getModel>[0]).attributes);

const attributes = () =>
  attributesOf(uidOf('event')).filter(
    ([name, { type }]) => !NOT_COMPARED.includes(name) && type !== 'password', // Each row has another hash.
  );

/** D4.3: the fields that hold ids of records of another type. */
export const TARGETS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(REFERENCES)),
  post_parent: 'event',
};

export const idsIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (id): id is number => Number.isInteger(id) && id !== 0,
  );

type Names = (field: string, id: number) => string;

const pictureOf = (value: unknown): Picture | null => {
  if (!value) return null;
  const { url, formats, alternativeText } = value as {
    url: string;
    formats?: { thumbnail?: { url: string } } | null;
    alternativeText?: string | null;
  };
  return { url: formats?.thumbnail?.url ?? url, text: alternativeText ?? '' };
};

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === ''
    ? null
    : truncateBytes(String(value), MAX_TEXT);

const jsonOf = (value: unknown) =>
  value === null || (Array.isArray(value) && value.length === 0)
    ? null
    : textOf(JSON.stringify(value));

/** The kind of a field, and a function that makes its value readable. */
function readingOf(name: string, { type, multiple, customField = '' }: Attribute, nameOf: Names) {
  if (name === 'password') return { kind: 'secret', read: textOf } as const;
  if (name in TARGETS) {
    const read = (value: unknown) => {
      const ids = idsIn(value);
      return ids.length > 0 ? ids.map((id) => nameOf(name, id)) : null;
    };
    return { kind: 'names', read } as const;
  }
  if (multiple || AS_JSON.includes(type)) return { kind: 'text', read: jsonOf } as const;
  if (type === 'media') return { kind: 'picture', read: pictureOf } as const;
  if (type === 'boolean')
    return { kind: 'flag', read: (value: unknown) => Boolean(value) } as const;
  if (type === 'enumeration') return { kind: 'choice', read: textOf } as const;
  if (type === 'datetime') {
    const read = (value: unknown) => (value ? new Date(value as string).toISOString() : null);
    return { kind: 'instant', read } as const;
  }
  if (RICH_TEXT_FIELDS.includes(name)) {
    const read = (value: unknown) => textOf(htmlToText(blockHtml(value as string | null)));
    return { kind: 'text', read } as const;
  }
  return { kind: customField.endsWith('wall-time') ? 'wall' : 'text', read: textOf } as const;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

type Reads = (field: string) => boolean;

/** Whether a field may be read. Permissions name the fields of a component (`seats.row`), not the component. */
function isRead(name: string, { component }: Attribute, reads: Reads): boolean {
  if (!component) return reads(name);
  const fields = attributesOf(component);
  return fields.every(([part, field]) => isRead(`${name}.${part}`, field, reads));
}

interface ComparisonContext {
  /** The public row in this language, or in another one, of which only shared fields are compared. */
  published?: Row;
  nameOf: Names;
  reads: Reads;
}

/** The fields in which a draft differs from the public row; without one, all fields with a value. */
export function changesOf(draft: Row, { published, nameOf, reads }: ComparisonContext): Change[] {
  const inLanguage = published?.locale === draft.locale;
  return attributes()
    .filter(([name, attribute]) => isRead(name, attribute, reads))
    .flatMap(([field, attribute]) => {
      const { kind, read } = readingOf(field, attribute, nameOf);
      const localized = attribute.pluginOptions?.i18n?.localized === true;
      const beside = published && (inLanguage || !localized) ? published : undefined;
      const after = read(draft[field]);
      const before = beside ? read(beside[field]) : null;
      if (isEqual(after, beside ? before : read(attribute.default ?? null))) return [];
      if (kind === 'secret') return [{ field, kind, before: null, after: null }];
      if (kind !== 'wall') return [{ field, kind, before, after } as Change];
      const days = {
        before: withoutHours(beside ?? draft, before),
        after: withoutHours(draft, after),
      };
      return [{ field, kind, ...days } as Change];
    });
}
