import { z } from 'zod';
import type { Kind } from '../kind';
import { atMost, plainAtMost, sentText } from '../text/text';

/** Spec 2: what is longer says no amounts. */
export const LONGEST_COST = 500;

/** Spec 2: a cost as it should be read: a number, a text, or several of them; `""` and `[]` clear it. */
export const cost: Kind<string> = {
  meaning: z.union([
    z.string().max(LONGEST_COST),
    z.number(),
    z.array(z.union([z.string(), z.number()]).meta({ type: ['string', 'number'] })),
  ]),
  read(sent) {
    const parts = Array.isArray(sent) ? sent : [sent];
    const texts = parts.map((part) => plainAtMost(sentText(part), LONGEST_COST));
    return atMost(texts.filter(Boolean).join(', '), LONGEST_COST);
  },
};
