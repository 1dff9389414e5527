/** Keys to keep; `true` keeps all that is below. */
type Wanted = Map<string, Wanted | true>;

function want(wanted: Wanted, path: string[]) {
  const last = path.pop() ?? '';
  let level = wanted;
  for (const key of path) {
    const known = level.get(key) ?? new Map();
    if (known === true) return;
    level.set(key, known);
    level = known;
  }
  level.set(last, true);
}

function keep(value: unknown, wanted: Wanted): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, wanted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const deeper = wanted.get(key);
      if (!deeper) return [];
      return [[key, deeper === true ? inner : keep(inner, deeper)]];
    }),
  );
}

/** The answer with these keys only; `venue.city` reaches into objects and into each item of a list. */
export function sparse(body: object, fields: string[]): unknown {
  const wanted: Wanted = new Map();
  for (const field of fields) want(wanted, field.split('.'));
  return keep(body, wanted);
}

/** How the caller wants the answer, whatever is asked. */
export interface AnswerShape {
  /** Names and dotted paths; none: everything. */
  fields: string[];
  /** Status and headers inside the body. */
  envelope: boolean;
}

/** `_fields` (`a,b` or `_fields[]=a`) and `_envelope` (with or without a value) of a raw query. */
export function readAnswerShape(querystring: string): AnswerShape {
  const sent = [...new URLSearchParams(querystring)];
  const fields = sent.filter(([name]) => /^_fields(\[\d*\])?$/.test(name));
  return {
    fields: fields.flatMap(([, value]) => value.split(/[\s,]+/).filter((name) => name !== '')),
    envelope: sent.some(([name]) => name === '_envelope'),
  };
}
