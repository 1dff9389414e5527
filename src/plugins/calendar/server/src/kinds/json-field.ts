import { DEEPEST } from './complexity';
import type { Field } from './field';
import { tame } from './json-object';
import { Unreadable } from './param';

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    throw new Unreadable('not_object');
  }
}

/** A JSON object, also as its text in a form; `""`, `[]` and `{}` clear it. */
export const object: Field<object | null> = {
  schema: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'string' }] },
  json: {
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'string' },
      { type: 'array', items: {}, maxItems: 0 },
    ],
  },
  read(sent) {
    const value = typeof sent === 'string' && sent !== '' ? parsed(sent) : sent;
    if (value === '' || (Array.isArray(value) && value.length === 0)) return null;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Unreadable('not_object');
    }
    if (!tame(value, DEEPEST - 1)) throw new Unreadable('too_deep', { deepest: DEEPEST });
    return Object.keys(value).length === 0 ? null : value;
  },
};
