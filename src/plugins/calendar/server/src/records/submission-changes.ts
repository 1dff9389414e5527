import type { Row } from '../content-types/rows';
import { blockHtml, RICH_TEXT_FIELDS } from '../kinds/text/html';
import { htmlToText, truncateBytes } from '../resources/feeds/content-line';
import { isLocalized } from '../settings/languages';
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

/** Octets of a text shown for review; the form shows the whole. */
const MAX_TEXT = 20_000;

/** Characters shown before the first difference of long texts. */
const CONTEXT = 200;

interface Picture {
  url: string;
  text: string;
}

/** A field that a draft would change, in readable form; `null` if empty. */
export type SubmittedChange =
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
  pluginOptions?: object;
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
  value === null || value === undefined || value === '' ? null : String(value);

/** An image in a text by its words and its address; plain text would omit it, and a review would not show it. */
const pictured = (tag: string): string => {
  const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '';
  const [words, address] = [attribute('alt'), attribute('src')];
  return address ? `${words} (${address})`.trim() : words;
};

const htmlOf = (value: unknown) => blockHtml(value as string | null);

const plainOf = (value: unknown) =>
  textOf(htmlToText(htmlOf(value).replace(/<img\b[^<>]*>/gi, pictured)));

const jsonOf = (value: unknown) =>
  value === null || (Array.isArray(value) && value.length === 0)
    ? null
    : textOf(JSON.stringify(value));

/** How the values of a field are shown. */
interface Reading {
  kind: SubmittedChange['kind'];
  read: (value: unknown) => unknown;
  /** Shows in detail what two values that `read` shows alike differ in; by default `read`. */
  exact?: (value: unknown) => unknown;
}

/** The names of records, and the same with their ids: another record may have the same name. */
function namesReading(name: string, nameOf: Names): Reading {
  const listed = (shown: (id: number) => string) => (value: unknown) => {
    const ids = idsIn(value);
    return ids.length > 0 ? ids.map(shown) : null;
  };
  const named = (id: number) => nameOf(name, id);
  return { kind: 'names', read: listed(named), exact: listed((id) => `${named(id)} #${id}`) };
}

function readingOf(
  name: string,
  { type, multiple, customField = '' }: Attribute,
  nameOf: Names,
): Reading {
  if (name === 'password') return { kind: 'secret', read: textOf };
  if (name in TARGETS) return namesReading(name, nameOf);
  if (multiple || AS_JSON.includes(type)) return { kind: 'text', read: jsonOf };
  if (type === 'media') return { kind: 'picture', read: pictureOf };
  if (type === 'boolean') return { kind: 'flag', read: Boolean };
  if (type === 'enumeration') return { kind: 'choice', read: textOf };
  if (type === 'datetime') {
    const read = (value: unknown) => (value ? new Date(value as string).toISOString() : null);
    return { kind: 'instant', read };
  }
  if (RICH_TEXT_FIELDS.includes(name)) {
    return { kind: 'text', read: plainOf, exact: (value) => plainOf(value) && htmlOf(value) };
  }
  return { kind: customField.endsWith('wall-time') ? 'wall' : 'text', read: textOf };
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

type Sides<Value> = { before: Value; after: Value };

/** Long texts from shortly before their first difference, both cut to what is shown. */
function shortened({ before, after }: Sides<string | null>): Sides<string | null> {
  const [one, other] = [before ?? '', after ?? ''];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = same < MAX_TEXT / 4 ? 0 : same - CONTEXT;
  const shown = (text: string | null) =>
    text && `${from > 0 ? '…' : ''}${truncateBytes(text.slice(from), MAX_TEXT)}`;
  return { before: shown(before), after: shown(after) };
}

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
export function changesOf(
  draft: Row,
  { published, nameOf, reads }: ComparisonContext,
): SubmittedChange[] {
  const inLanguage = published?.locale === draft.locale;
  return attributes()
    .filter(([name, attribute]) => isRead(name, attribute, reads))
    .flatMap(([field, attribute]) => {
      const { kind, read, exact = read } = readingOf(field, attribute, nameOf);
      const beside = inLanguage || !isLocalized(attribute) ? published : undefined;
      const sides = (of: Reading['read']): Sides<unknown> => ({
        before: beside ? of(beside[field]) : null,
        after: of(draft[field]),
      });
      const whole = sides(exact);
      if (isEqual(whole.after, beside ? whole.before : exact(attribute.default ?? null))) return [];
      if (kind === 'secret') return [{ field, kind, before: null, after: null }];
      const short = sides(read);
      const { before, after } = isEqual(short.before, short.after) ? whole : short;
      const shown = { before, after };
      if (kind === 'text') Object.assign(shown, shortened(shown as Sides<string | null>));
      if (kind !== 'wall') return [{ field, kind, ...shown } as SubmittedChange];
      const days = {
        before: withoutHours(beside ?? draft, before),
        after: withoutHours(draft, after),
      };
      return [{ field, kind, ...days } as SubmittedChange];
    });
}
