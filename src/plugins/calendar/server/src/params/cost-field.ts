import type { Field } from './field';
import { Unreadable } from './param';
import { plainText } from './plain-text';
import { sentText } from './text-fields';

const LONGEST = 500;

/** Spec 2: a cost as it should be read: a number, a text, or several of them; `""` and `[]` clear it. */
export const cost: Field<string> = {
  schema: {
    type: ['string', 'number', 'array'],
    maxLength: LONGEST,
    items: { type: ['string', 'number'] },
  },
  read(sent) {
    const parts = (Array.isArray(sent) ? sent : [sent]).map((part) => plainText(sentText(part)));
    const text = parts.filter(Boolean).join(', ');
    if (text.length > LONGEST) throw new Unreadable('too_long', { longest: LONGEST });
    return text;
  },
};
