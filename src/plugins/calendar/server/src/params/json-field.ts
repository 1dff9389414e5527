import type { Field } from './field';
import { Unreadable } from './param';

const DEEPEST = 20;

const depth = (value: unknown, level = 0): number =>
  typeof value !== 'object' || value === null || level > DEEPEST
    ? level
    : Math.max(level, ...Object.values(value).map((inner) => depth(inner, level + 1)));

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    throw new Unreadable('not_object');
  }
}

/** A JSON object, also as its text in a form; `""`, `[]` and `{}` clear it. */
export const object: Field<object | null> = {
  schema: { type: ['object', 'string'] },
  json: { type: ['object', 'string', 'array'], maxItems: 0 },
  read(sent) {
    const value = typeof sent === 'string' && sent !== '' ? parsed(sent) : sent;
    if (value === '' || (Array.isArray(value) && value.length === 0)) return null;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Unreadable('not_object');
    }
    if (depth(value) > DEEPEST) throw new Unreadable('too_deep', { deepest: DEEPEST });
    return Object.keys(value).length === 0 ? null : value;
  },
};
