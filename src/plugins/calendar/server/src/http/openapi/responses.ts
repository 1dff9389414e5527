import type { Schema } from '../../kinds/kind';
import { type HeaderName, heading, MESSAGES, type MessageKey, t } from '../../messages/t';
import { LANGUAGES, type Language } from '../../settings/languages';
import type { Answer } from './answers';
import { refusalExample } from './example-records';
import { exampleRefs } from './examples';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const whole = { type: 'integer', minimum: 0 };

const SCHEMAS: Record<HeaderName, Schema> = {
  'X-Request-Id': { ...text, pattern: '^[\\w.:+/=-]{1,128}$' },
  'X-TEC-API-VERSION': { ...text, const: 'v1' },
  'X-TEC-API-ROOT': uri,
  'X-TEC-API-ORIGIN': uri,
  'Cache-Control': {
    ...text,
    pattern: '^(public, (no-cache|max-age=0, s-maxage=\\d+)|(private, )?no-store)$',
  },
  Vary: text,
  'Content-Language': { ...text, enum: LANGUAGES },
  'X-TEC-Total': whole,
  'X-TEC-TotalPages': whole,
  Link: text,
  ETag: { ...text, pattern: '^(W/)?"[^"]+"$' },
  Location: uri,
  Allow: text,
  'WWW-Authenticate': { ...text, const: 'Bearer' },
  'Retry-After': whole,
  'RateLimit-Limit': whole,
  'RateLimit-Remaining': whole,
  'RateLimit-Reset': whole,
  'RateLimit-Policy': { ...text, pattern: '^"requests";q=\\d+;w=\\d+$' },
  RateLimit: { ...text, pattern: '^"requests";r=\\d+;t=\\d+$' },
};

const LIMIT: HeaderName[] = [
  ...(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const),
  ...(['RateLimit-Policy', 'RateLimit'] as const),
];

/** Not every answer has others to name; a host may count nobody's requests. */
const SOMETIMES: HeaderName[] = ['Link', ...LIMIT];

/** What every answer has; also those to addresses that there are not. */
export const ALWAYS: HeaderName[] = [
  ...(['X-Request-Id', 'X-TEC-API-VERSION', 'X-TEC-API-ROOT', 'X-TEC-API-ORIGIN'] as const),
  ...(['Cache-Control', 'Vary', 'Content-Language', 'Link'] as const),
];

/** What every answer of an operation has. */
export const OF_OPERATIONS: HeaderName[] = [...ALWAYS, ...LIMIT];

export const OF_LISTS: HeaderName[] = ['X-TEC-Total', 'X-TEC-TotalPages'];

/** Headers as responses refer to them. */
export const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of all answers, by their names. */
export const headersIn = (language: Language) =>
  Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      name,
      {
        description: MESSAGES[language].headers[name as HeaderName],
        required: !SOMETIMES.includes(name as HeaderName),
        schema,
      },
    ]),
  );

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
