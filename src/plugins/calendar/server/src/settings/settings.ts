import { IANAZone } from 'luxon';
import { tz } from 'moment-timezone';
import { z } from 'zod';
import { aliases } from './addresses';
import { LANGUAGES } from './languages';

/** `true`, or as environment variables write it: `true`, `1`, `yes`, `on`. */
export const flag = z.union([z.boolean(), z.stringbool()], 'must be true or false');

export const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};

const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** An environment variable without a value means the same as none at all. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional());

export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  optional(schema).transform((given) => (given === undefined ? value : given) as z.output<Schema>);

/** Settings that stand together, of which each has its own default. */
const group = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const together = z.strictObject(shape);
  return withDefault(together, together.parse({}));
};

/** What a shell, or a file of variables as some programs read it, was to take away. */
const WRAPPED = /^["'\s]|["'\s]$/;

const AS_IT_STANDS =
  ' (quotation marks and blanks around it are part of the value: leave them out)';

const at = (given: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );

/** What is wrong with what was given, a line for each value, by its name; no line tells the value. */
export const faultsOf = ({ issues }: z.ZodError, given: unknown, ...within: string[]) =>
  issues
    .map(({ path, message, ...issue }) => {
      const unknown = 'keys' in issue ? ` (${(issue.keys as string[]).join(', ')})` : '';
      const value = at(given, path);
      const around = typeof value === 'string' && WRAPPED.test(value) ? AS_IT_STANDS : '';
      return `  ${[...within, ...path].join('.')}: ${message}${unknown}${around}`;
    })
    .join('\n');

const OFFSET_ZONE = /^UTC(?:\+14|[+-]12|(?:\+1[23]|[+-]1[01]|[+-]\d)(?:\.(?:25|5|75))?)?$/;

/**
 * D5.1: whether it is a name of the IANA database, one of before included. Node's own zones have more, which
 * mean something else to everybody else: its `BST` is Bangladesh, its `ECT` Paris.
 */
export const isIanaZone = (name: string) => IANAZone.isValidZone(name) && tz.zone(name) !== null;

const zone = z.string().refine((name) => OFFSET_ZONE.test(name) || isIanaZone(name), {
  message: 'is not a time zone: write an IANA name such as Europe/Paris, or UTC+2',
});

/** What a pattern leaves open, as letters that an address leaves as they are. */
const filledIn = (pattern: string) => pattern.replace(/\{(language|slug|id)\}/g, '--$1--');

/** As feeds and headers have addresses: of letters that are in ASCII. */
const asAddress = (pattern: string) =>
  new URL(filledIn(pattern)).href.replace(/--(language|slug|id)--/g, '{$1}');

/** A pattern of a public page's address. */
const address = z
  .string()
  .regex(/^https?:\/\/\S+$/i, { message: 'must begin with http:// or https://', abort: true })
  .refine((pattern) => /\{(slug|id)\}/.test(pattern), 'must contain {slug} or {id}')
  .refine(
    (pattern) =>
      (pattern.match(/\{[^}]*\}/g) ?? []).every((part) => /^\{(language|slug|id)\}$/.test(part)),
    'may contain {language}, {slug} and {id} only',
  )
  .refine(
    (pattern) => URL.canParse(filledIn(pattern)),
    'must be an address such as https://example.org/events/{slug}',
  )
  .transform(asAddress);

const NAME = /^[a-z\d]([a-z\d_-]*[a-z\d])?(?:\.[a-z\d]([a-z\d_-]*[a-z\d])?)*$/;

const isIPv6 = (host: string) => host.includes(':') && URL.canParse(`http://[${host}]`);

/** As URLs have it, but for the brackets of an address of IPv6. */
const asHost = (host: string) =>
  isIPv6(host) ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;

const hosts = z.preprocess(
  (given) =>
    (Array.isArray(given) ? given : String(given).split(','))
      .map((host) => asHost(String(host).trim().toLowerCase()))
      .filter(Boolean),
  z.array(z.string()).refine((names) => names.every((name) => NAME.test(name) || isIPv6(name)), {
    message: 'must be names or IP addresses of hosts, such as n8n or 10.0.0.5, with commas between',
  }),
);

/** Blanks may be meant, between the symbol and a number. */
const NO_SYMBOL = /^["']|["']$|\p{Cc}/u;

const currencySymbol = z
  .string()
  .max(10, 'must have at most 10 characters')
  .refine((symbol) => !NO_SYMBOL.test(symbol), 'must be the sign itself, such as €');

const MOST_RADIUS = 20_040;

const radius = z.coerce
  .number('must be a number')
  .positive('must be more than 0')
  .max(MOST_RADIUS, `must be at most ${MOST_RADIUS}`);

/** D11: everything that a host may choose, and what holds when nothing is chosen. */
const settingsSchema = z.strictObject({
  /** The site zone: dates without a zone of their own are read in it. */
  timezone: withDefault(zone, 'UTC'),
  defaultLanguage: withDefault(z.enum(LANGUAGES), 'en'),
  /** Whether a record that lacks the requested language is shown in another. */
  fallback: withDefault(flag, true),
  /** More than this many records per page are silently cut. */
  maxPerPage: withDefault(count(1, 1000), 50),
  /** Addresses of the public pages; without a pattern, an event's own page (D16.1), of others that of the interface. */
  urls: group({
    event: optional(address),
    venue: optional(address),
    organizer: optional(address),
    category: optional(address),
    tag: optional(address),
  }),
  /** Whether anybody may read an organizer's e-mail address and phone number. */
  publicContacts: withDefault(flag, true),
  /** How a cost without a currency of its own is shown. */
  currency: group({
    symbol: withDefault(currencySymbol, '$'),
    code: withDefault(
      z.string().regex(/^[A-Z]{3}$/, 'is three capital letters, such as EUR'),
      'USD',
    ),
    position: withDefault(z.enum(['prefix', 'postfix']), 'prefix'),
  }),
  limits: group({
    /** Ids in one parameter; SQLite binds at most 32,766 values, and a look-up needs several for each. */
    ids: withDefault(count(1, 2000), 1000),
    /** Characters of a search; folding may make several words of one, and each of them binds values. */
    search: withDefault(count(1, 500), 200),
    /** Bytes of a request body. */
    body: withDefault(count(1024, 100 * 1024 * 1024), 1024 * 1024),
    /** Bytes of a description or an excerpt, as it is stored: it is rendered whenever it is served. */
    description: withDefault(count(1024, 100 * 1024 * 1024), 256 * 1024),
    /** Venues, organizers and terms that one write may make besides its record. */
    newRecords: withDefault(count(0, 1000), 50),
    /** Seconds that PostgreSQL may spend on one statement while the calendar serves; 0 is without end. */
    statement: withDefault(count(0, 3600), 5),
    /** Seconds until a request is answered, with 503 if it must. */
    answer: withDefault(count(1, 3600), 15),
  }),
  /** More paths at which the same interface answers, each also behind a language. */
  aliases: withDefault(aliases, []),
  /** How near is near, when a search around a point names no radius. */
  geoloc: group({
    radius: withDefault(radius, 25),
    unit: withDefault(z.enum(['miles', 'km']), 'miles'),
  }),
  /** How often one caller may ask. */
  rateLimit: group({
    /** Points per window; a request is one. 0 is without end. */
    requests: withDefault(count(0, 1_000_000), 1200),
    /** Seconds. */
    window: withDefault(count(1, 24 * 60 * 60), 60),
    /** Milliseconds of database time for which an anonymous caller is counted one more; 0: none are. */
    databaseTime: withDefault(count(0, 60_000), 25),
  }),
  /** Answers to everybody that are kept in memory while they hold. */
  cache: group({
    /** Bytes; 0: none are kept. */
    size: withDefault(count(0, 1024 ** 3), 32 * 1024 * 1024),
    /** Seconds for which a proxy or a CDN may serve an answer without asking again; 0: it always asks. */
    sharedAge: withDefault(count(0, 24 * 60 * 60), 0),
  }),
  /** Pictures that are sent as addresses. */
  imageImport: group({
    enabled: withDefault(flag, true),
    maxBytes: withDefault(count(1024, 100 * 1024 * 1024), 10 * 1024 * 1024),
    /** Seconds, redirects included. */
    timeout: withDefault(count(1, 120), 10),
  }),
  webhooks: group({
    /** Names and addresses inside the host's own network that messages may be sent to, with commas between. */
    privateHosts: withDefault(hosts, []),
  }),
});

export type Settings = z.output<typeof settingsSchema>;

/** The settings as given in `config/plugins.ts`; throws one sentence per wrong one, by its name. */
export function readSettings(given: unknown): Settings {
  const result = settingsSchema.safeParse(given ?? {});
  if (result.success) return result.data;
  const faults = faultsOf(result.error, given, 'calendar');
  throw new Error(`The calendar's settings in config/plugins.ts are wrong:\n${faults}`);
}
