import { IANAZone } from 'luxon';
import { tz } from 'moment-timezone';
import { z } from 'zod';
import { aliases } from './addresses';
import { LANGUAGES } from './languages';

/** A boolean, or one of the spellings used in environment variables: `true`, `1`, `yes`, `on` and their opposites. */
export const flag = z.union([z.boolean(), z.stringbool()], 'must be true or false');

export const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};

const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** An optional value; an empty environment variable counts as unset. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isEmpty(value) ? undefined : value), schema.optional());

export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  optional(schema).transform((given) => (given === undefined ? value : given) as z.output<Schema>);

/** A group of settings, each with its own default. */
const group = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const together = z.strictObject(shape);
  return withDefault(together, together.parse({}));
};

/** Quotation marks and blanks around a value, which a shell or another reader of `.env` files would have removed. */
const WRAPPED = /^["'\s]|["'\s]$/;

const LITERAL = ' (the quotation marks and spaces around it are part of the value: leave them out)';

const at = (given: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );

/** One line per invalid value, by its name. Lines do not contain values, which may be secret. */
export const faultsOf = ({ issues }: z.ZodError, given: unknown, ...within: string[]) =>
  issues
    .map(({ path, message, ...issue }) => {
      const unknown = 'keys' in issue ? ` (${(issue.keys as string[]).join(', ')})` : '';
      const value = at(given, path);
      const around = typeof value === 'string' && WRAPPED.test(value) ? LITERAL : '';
      return `  ${[...within, ...path].join('.')}: ${message}${unknown}${around}`;
    })
    .join('\n');

const OFFSET_ZONE = /^UTC(?:\+14|[+-]12|(?:\+1[23]|[+-]1[01]|[+-]\d)(?:\.(?:25|5|75))?)?$/;

/**
 * D5.1: whether the name is in the IANA database, former names included. Node's own data has more
 * names with other meanings: its `BST` is Bangladesh, its `ECT` Paris.
 */
export const isIanaZone = (name: string) => IANAZone.isValidZone(name) && tz.zone(name) !== null;

/** Every name of the IANA database, links included, by its lower case. */
export const ianaNames = new Map(tz.names().map((name) => [name.toLowerCase(), name]));

const zone = z
  .string()
  .refine((name) => OFFSET_ZONE.test(name) || isIanaZone(name), {
    message: 'is not a time zone: write an IANA name such as Europe/Paris, or UTC+2',
  })
  .transform((name) => ianaNames.get(name.toLowerCase()) ?? name);

/** Replaces a URL pattern's placeholders by letters that URL does not encode. */
const filledIn = (pattern: string) => pattern.replace(/\{(language|slug|id)\}/g, '--$1--');

/** The pattern as an ASCII-only URL, as feeds and headers require, with its placeholders intact. */
const asAddress = (pattern: string) =>
  new URL(filledIn(pattern)).href.replace(/--(language|slug|id)--/g, '{$1}');

/** The URL pattern of public pages. */
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

/** The host as normalised by URL, without the brackets of an IPv6 address. */
const asHost = (host: string) =>
  isIPv6(host) ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;

/** The parts of a text `a,b` or, as Strapi reads them from the environment, `["a","b"]`; a list stays one. */
export function listed(given: unknown): string[] {
  const text = String(given).replace(/^\s*\[|\]\s*$/g, '');
  const parts: unknown[] = Array.isArray(given) ? given : text.split(',');
  return parts.map((part) => String(part).replace(/^[\s"]+|[\s"]+$/g, '')).filter(Boolean);
}

const hosts = z.preprocess(
  (given) => listed(given).map((host) => asHost(host.toLowerCase())),
  z.array(z.string()).refine((names) => names.every((name) => NAME.test(name) || isIPv6(name)), {
    message: 'must be names or IP addresses of hosts, such as n8n or 10.0.0.5, separated by commas',
  }),
);

const fields = z.preprocess(
  listed,
  z.array(z.string().regex(/^[a-z]+\.\w+$/, 'must be a field such as event.seats')),
);

/** Quotation marks and control characters, which no symbol has. Blanks are allowed, as between symbol and number. */
const NO_SYMBOL = /^["']|["']$|\p{Cc}/u;

const currencySymbol = z
  .string()
  .max(10, 'must have at most 10 characters')
  .refine((symbol) => !NO_SYMBOL.test(symbol), 'must be the symbol itself, such as €');

/** The largest radius: half of the equator in kilometres, the smaller unit, which covers the earth. */
export const MAX_RADIUS = 20_040;

const radius = z.coerce
  .number('must be a number')
  .positive('must be greater than 0')
  .max(MAX_RADIUS, `must be at most ${MAX_RADIUS}`);

/** The largest setting `limits.ids`. */
export const MAX_IDS = 2000;

/** D11: all settings with their defaults. */
const settingsSchema = z.strictObject({
  /** The site's zone, in which dates without a zone are read. */
  timezone: withDefault(zone, 'UTC'),
  defaultLanguage: withDefault(z.enum(LANGUAGES), 'en'),
  /** D7.2: whether a record without the requested language is shown in another. */
  fallback: withDefault(flag, true),
  /** Maximum records per page; a larger `per_page` is silently reduced. */
  maxPerPage: withDefault(count(1, 1000), 50),
  /**
   * URL patterns of public pages. By default an event's own HTML page (D16.1), and the interface's
   * URL for other records.
   */
  urls: group({
    event: optional(address),
    venue: optional(address),
    organizer: optional(address),
    category: optional(address),
    tag: optional(address),
  }),
  /** Whether an organizer's e-mail address and phone number are public. */
  publicContacts: withDefault(flag, true),
  /** The currency of costs that do not name one. */
  currency: group({
    symbol: withDefault(currencySymbol, '$'),
    code: withDefault(
      z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, such as EUR'),
      'USD',
    ),
    position: withDefault(z.enum(['prefix', 'postfix']), 'prefix'),
  }),
  limits: group({
    /** Maximum ids in one parameter. SQLite binds at most 32,766 values, and a look-up needs several per id. */
    ids: withDefault(count(1, MAX_IDS), 1000),
    /** Maximum characters of a search. Folding may turn a word into several, each of which binds values. */
    search: withDefault(count(1, 500), 200),
    /** Maximum bytes of a request body. */
    body: withDefault(count(1024, 100 * 1024 * 1024), 1024 * 1024),
    /** Maximum bytes of a stored description or excerpt, which is rendered each time it is served. */
    description: withDefault(count(1024, 100 * 1024 * 1024), 256 * 1024),
    /** Maximum venues, organizers and terms that a write may create in addition to its record. */
    newRecords: withDefault(count(0, 1000), 50),
    /** Timeout in seconds of a PostgreSQL statement while the calendar serves; 0 for none. */
    statement: withDefault(count(0, 3600), 5),
    /** Seconds after which a request is answered with 503 if it has not finished. */
    answer: withDefault(count(1, 3600), 15),
  }),
  /** Additional base paths of the interface, each also with a language prefix. */
  aliases: withDefault(z.preprocess(listed, aliases), []),
  /** The default radius of a search around a point, and its unit. */
  geoloc: group({
    radius: withDefault(radius, 25),
    unit: withDefault(z.enum(['miles', 'km']), 'miles'),
  }),
  /** The rate limit of each caller. */
  rateLimit: group({
    /** Points per window; a request costs one. 0 for no limit. */
    requests: withDefault(count(0, 1_000_000), 1200),
    /** Length of the window in seconds. */
    window: withDefault(count(1, 24 * 60 * 60), 60),
    /** Milliseconds of database time that cost an anonymous caller one more point; 0 if it is free. */
    databaseTime: withDefault(count(0, 60_000), 25),
  }),
  /** The cache of public responses in memory. */
  cache: group({
    /** Maximum bytes; 0 disables the cache. */
    size: withDefault(count(0, 1024 ** 3), 32 * 1024 * 1024),
    /** Seconds for which a proxy or CDN may serve a response without revalidation; 0: it always revalidates. */
    sharedAge: withDefault(count(0, 24 * 60 * 60), 0),
  }),
  /** The import of pictures that are sent as URLs. */
  imageImport: group({
    enabled: withDefault(flag, true),
    maxBytes: withDefault(count(1024, 100 * 1024 * 1024), 10 * 1024 * 1024),
    /** Timeout in seconds, redirects included. */
    timeout: withDefault(count(1, 120), 10),
  }),
  /** Fields that a start may delete although the database may contain values of them. */
  deleteFields: withDefault(fields, []),
  webhooks: group({
    /** Hosts in private networks that messages may be sent to: names or IP addresses, separated by commas. */
    privateHosts: withDefault(hosts, []),
  }),
});

export type Settings = z.output<typeof settingsSchema>;

/** Parses the settings in `config/plugins.ts`. Throws an Error with one line per invalid value, by its name. */
export function readSettings(given: unknown): Settings {
  const result = settingsSchema.safeParse(given ?? {});
  if (result.success) return result.data;
  const faults = faultsOf(result.error, given, 'calendar');
  throw new Error(`The calendar's settings in config/plugins.ts are invalid:\n${faults}`);
}
