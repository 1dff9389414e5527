import { type Ids, type Kind, kindOfParam, kindOfPlace } from './ids';
import type { Exchange, Json, Shape } from './recording';

const isId = (value: string) => /^\d+$/.test(value);

function textOfOurs(ids: Ids, kind: Kind, text: string): string {
  return text
    .split(',')
    .map((part) => (isId(part) ? String(ids.ours(kind, Number(part))) : part))
    .join(',');
}

function valueOfOurs(ids: Ids, kind: Kind, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => valueOfOurs(ids, kind, item));
  if (typeof value === 'number' && value > 0) return ids.ours(kind, value);
  return typeof value === 'string' ? textOfOurs(ids, kind, value) : value;
}

function shapeOfOurs(ids: Ids, path: string, sent: Shape): Shape {
  const entries = Object.entries(sent).map(([name, value]) => {
    const kind = kindOfParam(name.replace(/\[.*$/, ''), path);
    return [name, kind ? valueOfOurs(ids, kind, value) : value];
  });
  return Object.fromEntries(entries);
}

function queryOfOurs(ids: Ids, path: string, query: string): string {
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    const kind = kindOfParam(name.replace(/\[.*$/, ''), path);
    return kind ? `${name}=${textOfOurs(ids, kind, value)}` : pair;
  });
  return pairs.join('&');
}

/** The path and body of a recorded request, with recorded ids replaced by ours. */
export function ourRequest(ids: Ids, { request }: Exchange) {
  const { path, body, form } = request;
  const [place = '', query] = path.split('?');
  const own = place.replace(
    /^(\/\w+\/)(\d+)$/,
    (_, before, id) => `${before}${ids.ours(kindOfPlace(place), Number(id))}`,
  );
  const asked = query === undefined ? '' : `?${queryOfOurs(ids, place, query)}`;
  const fields = form && shapeOfOurs(ids, place, form);
  return {
    path: `${own}${asked}`,
    body: fields
      ? new URLSearchParams(fields as Record<string, string>)
      : body && shapeOfOurs(ids, place, body),
  };
}
