import { heading, type MessageKey, t } from '../messages/t';
import type { Language } from '../settings/languages';
import type { Answer } from './answers';
import { exampleRefs } from './examples';
import { refusalExample } from './examples/refusals';
import { headerRefs } from './headers';

/** A refusal's sentence without what is only known when it happens. */
const sentence = (language: Language, code: MessageKey) =>
  t(language, code).replace(/\s?:?\s*[“«]?\s?\{\w+\}\s?[”»]?/g, '');

const meaning = (said: Answer['said'], language: Language) =>
  typeof said === 'string'
    ? heading(language, said)
    : said.map((code) => `\`${code}\`: ${sentence(language, code)}`).join('\n\n');

/** The examples of an answer: of a refusal one for each code. */
const exampleNames = ({ name, status, said, type }: Answer): [string, string][] =>
  typeof said === 'string'
    ? [[name, name]]
    : said.map((code) => [code, refusalExample({ status, code, type })]);

const responseOf = (answer: Answer, language: Language) => ({
  description: meaning(answer.said, language),
  headers: headerRefs(answer.headers),
  ...(answer.schema && {
    content: {
      [answer.media ?? 'application/json']: {
        schema: answer.schema,
        examples: exampleRefs(exampleNames(answer)),
      },
    },
  }),
});

const isGranted = ({ status }: Answer) => status < 300;

/**
 * The answers of an operation, by status. What was asked for stands there itself, since not every
 * generator follows references to responses; everything else is a reference.
 */
export const responsesOf = (answers: Answer[], language: Language) =>
  Object.fromEntries(
    answers.map((answer) => [
      answer.status,
      isGranted(answer)
        ? responseOf(answer, language)
        : { $ref: `#/components/responses/${answer.name}` },
    ]),
  );

/** Each answer that operations refer to once, by its name. */
export const responsesIn = (answers: Answer[], language: Language) => {
  const shared = answers.filter((answer) => !isGranted(answer));
  return Object.fromEntries(shared.map((answer) => [answer.name, responseOf(answer, language)]));
};
