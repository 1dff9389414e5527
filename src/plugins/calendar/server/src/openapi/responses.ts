import type { Language } from '../settings/languages';
import { heading } from '../texts/document/heading';
import { type TextKey, text } from '../texts/text';
import type { Answer } from './answers';
import { headerRefs } from './headers';

/** A refusal's sentence without what is only known when it happens. */
const sentence = (language: Language, code: TextKey) =>
  text(language, code).replace(/\s?:?\s*[“«]?\s?\{\w+\}\s?[”»]?/g, '');

const meaning = (said: Answer['said'], language: Language) =>
  typeof said === 'string'
    ? heading(language, said)
    : said.map((code) => `\`${code}\`: ${sentence(language, code)}`).join('\n\n');

const responseOf = ({ said, headers, schema }: Answer, language: Language) => ({
  description: meaning(said, language),
  headers: headerRefs(headers),
  ...(schema && { content: { 'application/json': { schema } } }),
});

/** The answers as an operation refers to them, by status. */
export const responseRefs = (answers: Answer[]) =>
  Object.fromEntries(
    answers.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  );

/** Each answer once, by its name. */
export const responsesIn = (answers: Answer[], language: Language) =>
  Object.fromEntries(
    [...new Map(answers.map((answer) => [answer.name, answer])).values()].map((answer) => [
      answer.name,
      responseOf(answer, language),
    ]),
  );
