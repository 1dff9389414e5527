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
