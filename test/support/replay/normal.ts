import { type Ids, type Kind, kindBelow, kindOfKey, kindOfParam, kindOfPlace } from './ids';
import { isShape, type Json, type Shape } from './recording';

/** Replaces the URL of a public page, which depends on the site. */
export const PAGE = '{page}';

/** Replaces a time that depends on when the request was made. */
export const NOW = '{now}';

const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** The time of the recording. */
const RECORDED_NOW = /^2026-11-20 10:4\d:\d\d$/;

const LATELY = 60 * 60 * 1000;

const isNow = (text: string) =>
  DATE.test(text) && Math.abs(Date.now() - Date.parse(`${text.replace(' ', 'T')}Z`)) < LATELY;

/** Times of changes, which are not stable; the peer even counts the publication as one. */
const isChange = (key: string) => key === 'modified' || key === 'modified_utc';

/** The peer writes some flags as numbers, others as sent. */
const FLAGS: Record<string, string> = { true: '1', false: '0' };

/** The URL with sorted parameters and with recorded ids. */
function address(text: string, ids?: Ids): string {
  const [place = '', query] = text.replace(/\/(?=\?|$)/, '').split('?');
  const theirs = (kind: Kind, id: string) => String(ids?.theirs(kind, Number(id)) ?? id);
  const path = place.replace('{base}', '');
  const own = place.replace(/\/(\d+)$/, (_, id) => `/${theirs(kindOfPlace(path), id)}`);
  if (query === undefined) return own;
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    const kind = kindOfParam(name, path);
    const shown = kind ? value.replace(/\d+/g, (id) => theirs(kind, id)) : (FLAGS[value] ?? value);
    return `${name}=${shown}`;
  });
  return `${own}?${pairs.sort().join('&')}`;
}

/** The normalised form of a recorded answer. */
export function normalTheirs(value: Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => normalTheirs(item, key));
  if (isShape(value)) return mapShape(value, (inner, name) => normalTheirs(inner, name));
  if (typeof value !== 'string') return value;
  if (isChange(key) || RECORDED_NOW.test(value)) return NOW;
  if (value.startsWith('{site}')) return PAGE;
  return value.startsWith('{base}') ? address(value) : value;
}

const mapShape = (shape: Shape, map: (value: Json, key: string) => Json): Shape =>
  Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, map(value, key)]));

interface Ours {
  ids: Ids;
  /** The interface's root in the request, and the origin. */
  root: string;
  origin: string;
}

function normalText(text: string, key: string, { ids, root, origin }: Ours): Json {
  if (key === 'author') return String(ids.theirs('user', Number(text)));
  if (isChange(key) && DATE.test(text)) return NOW;
  if (isNow(text)) return NOW;
  if (key === 'url' || (key === 'website' && text.startsWith(origin))) return PAGE;
  if (text.startsWith(root)) return address(text.replace(root, '{base}'), ids);
  const host = origin.replace(/^https?:\/\//, '');
  if (!text.startsWith(`${host}?id=`)) return text;
  return `{host}?id=${ids.theirs('post', Number(text.split('=')[1]))}`;
}

/** The normalised form of our answer, with recorded ids and URL placeholders. */
export function normalOurs(value: Json, ours: Ours, kind: Kind, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => normalOurs(item, ours, kind, key));
  if (isShape(value)) {
    return mapShape(value, (inner, name) => normalOurs(inner, ours, kindBelow(name, kind), name));
  }
  if (typeof value === 'string') return normalText(value, key, ours);
  const counted = kindOfKey(key, kind);
  return typeof value === 'number' && counted ? ours.ids.theirs(counted, value) : value;
}
