import type { Field } from '../field';
import { atMost, plainAtMost, sentText } from '../text/text-fields';

/** Spec 2: what is longer says no amounts. */
export const LONGEST_COST = 500;

/** Spec 2: a cost as it should be read: a number, a text, or several of them; `""` and `[]` clear it. */
export const cost: Field<string> = {
  schema: {
    anyOf: [
      { type: 'string', maxLength: LONGEST_COST },
      { type: 'number' },
      { type: 'array', items: { type: ['string', 'number'] } },
    ],
  },
  read(sent) {
    const parts = Array.isArray(sent) ? sent : [sent];
    const texts = parts.map((part) => plainAtMost(sentText(part), LONGEST_COST));
    return atMost(texts.filter(Boolean).join(', '), LONGEST_COST);
  },
};
