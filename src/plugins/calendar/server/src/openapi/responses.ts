import { ref } from '../representation/schemas/words';
import type { Language } from '../settings/languages';
import { type TextKey, text } from '../texts/text';
import type { Refusals } from './refusals';
import type { Schema } from './schema';

export const json = (schema: Schema) => ({ 'application/json': { schema } });

/** A refusal's sentence without what is only known when it happens. */
const sentence = (language: Language, code: TextKey) =>
  text(language, code).replace(/\s?:?\s*[“«]?\s?\{\w+\}\s?[”»]?/g, '');

const refusal = (language: Language, codes: TextKey[]) => ({
  description: codes.map((code) => `\`${code}\`: ${sentence(language, code)}`).join('\n\n'),
  content: json({
    allOf: [ref('Error'), { type: 'object', properties: { code: { enum: codes } } }],
  }),
});

/** Status → what is said with it. */
export const refused = (refusals: Refusals, language: Language) =>
  Object.fromEntries(
    Object.entries(refusals).map(([status, codes]) => [status, refusal(language, codes)]),
  );
