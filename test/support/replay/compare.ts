import { EXTRAS, LEFT_OUT, PROSE, WORDED_ANEW } from './known';
import { NOW, PAGE } from './normal';
import { isShape, type Json, type Shape } from './recording';

/** A key whose values differ in two answers; `ABSENT` if one lacks it. */
export interface Difference {
  field: string;
  theirs: Json;
  ours: Json;
}

const ABSENT = '(absent)';

/** The keys of `known.ts` that occurred. */
export type Met = Set<string>;

const at = (field: string, key: string) => (field === '' ? key : `${field}.${key}`);

const isProse = (field: string) => PROSE.some((key) => field.split(/[.[]/).includes(key));

const typeOf = (value: Json) =>
  Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;

const idsOf = (list: Json[]): Json[] | undefined => {
  const ids = list.map((item) => (isShape(item) ? item.id : undefined));
  return ids.every((id) => typeof id === 'number') ? (ids as number[]) : undefined;
};

/** Whether two URLs are equal, except for additional parameters of ours: our URLs contain every filter (D8.8). */
function sameAddress(theirs: string, ours: string): boolean {
  const [place, query = ''] = theirs.split('?');
  const [ownPlace, ownQuery = ''] = ours.split('?');
  const own = ownQuery.split('&');
  return place === ownPlace && query.split('&').every((pair) => pair === '' || own.includes(pair));
}

function sameText(theirs: string, ours: string): boolean {
  if (theirs === ours) return true;
  return theirs.startsWith('{base}') && sameAddress(theirs, ours);
}

function compareLists(theirs: Json[], ours: Json[], field: string, met: Met): Difference[] {
  const [ids, own] = [idsOf(theirs), idsOf(ours)];
  const different = ids && own ? `${ids}` !== `${own}` : theirs.length !== ours.length;
  const whole = different ? [{ field, theirs: ids ?? theirs, ours: own ?? ours }] : [];
  const pairs = theirs.map((item, index) => {
    const other = ids && own ? ours[own.indexOf(ids[index] as Json)] : ours[index];
    return other === undefined
      ? []
      : compare(item, other, `${field}[${ids?.[index] ?? index}]`, met);
  });
  return [...whole, ...pairs.flat()];
}

function missing(field: string, key: string, met: Met): boolean {
  const place = at(field, key);
  const known = [...LEFT_OUT, ...WORDED_ANEW].find(
    (end) => place === end || place.endsWith(`.${end}`) || key === end,
  );
  if (known) met.add(known);
  return !known;
}

function extra(key: string, met: Met): boolean {
  if (EXTRAS.includes(key)) met.add(key);
  return !EXTRAS.includes(key);
}

function compareShapes(theirs: Shape, ours: Shape, field: string, met: Met): Difference[] {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  return names.flatMap((key) => {
    const [one, other] = [theirs[key], ours[key]];
    const place = at(field, key);
    if (one === undefined) {
      const shown = isProse(place) ? '…' : (other as Json);
      return extra(key, met) ? [{ field: place, theirs: ABSENT, ours: shown }] : [];
    }
    if (other === undefined) {
      return missing(field, key, met) ? [{ field: place, theirs: one, ours: ABSENT }] : [];
    }
    if (WORDED_ANEW.includes(key) && typeOf(one) === typeOf(other)) {
      met.add(key);
      return [];
    }
    return compare(one, other, place, met);
  });
}

/** The differences of two normalised answers in keys, types and stable values. */
export function compare(theirs: Json, ours: Json, field: string, met: Met): Difference[] {
  if (Array.isArray(theirs) && Array.isArray(ours)) return compareLists(theirs, ours, field, met);
  if (isShape(theirs) && isShape(ours)) return compareShapes(theirs, ours, field, met);
  // The peer writes an empty map as a list.
  if (isShape(theirs) && Array.isArray(ours) && ours.length === 0) {
    return compareShapes(theirs, {}, field, met);
  }
  const differ = [{ field, theirs, ours }];
  if (typeOf(theirs) !== typeOf(ours)) return differ;
  if (typeof theirs !== 'string' || typeof ours !== 'string') return theirs === ours ? [] : differ;
  if (isProse(field) && theirs !== NOW && theirs !== PAGE) return [];
  return isProse(field) || sameText(theirs, ours) ? [] : differ;
}
