import type { Schema } from '../kinds/json-schema';
import { type HeaderName, MESSAGES } from '../messages/t';
import { LANGUAGES, type Language } from '../settings/languages';

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
};

const LIMIT: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

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
