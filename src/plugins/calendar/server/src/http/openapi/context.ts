import type { Bounds, ReadContext, Schema } from '../../kinds/kind';
import { heading, interpolate, MESSAGES } from '../../messages/t';
import type { Resource } from '../../resources/resource';
import { namespaceOf } from '../../settings/addresses';
import { LANGUAGES, type Language } from '../../settings/languages';
import type { Settings } from '../../settings/settings';

/** The language and the address for which the interface is described. */
export interface DescribeContext extends ReadContext {
  language: Language;
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root, language included, without a slash at the end. */
  root: string;
}

/** The part of the root before the namespace: `https://host/fr/`. */
export const siteRoot = ({ root, base }: Pick<DescribeContext, 'root' | 'base'>): string =>
  root.slice(0, -namespaceOf(base).length);

/** A resource of any type; its `present` functions are called with the records of the examples. */
export type DescribedResource = Resource<object>;

/** Cached: every description uses one, and constructing it takes a hundred times as long as that. */
const NAMES = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.DisplayNames(language, { type: 'language' })]),
) as Record<Language, Intl.DisplayNames>;

/** The values of the site's settings that the texts of the description contain. */
export function siteValues({
  language,
  settings,
}: DescribeContext): Record<string, string | number> {
  const { timezone, defaultLanguage, maxPerPage, limits, geoloc, rateLimit } = settings;
  const unit = MESSAGES[language].units[geoloc.unit];
  return {
    zone: timezone,
    language: NAMES[language].of(defaultLanguage) ?? defaultLanguage,
    paths: LANGUAGES.map((code) => `\`/${code}\``).join(', '),
    most: maxPerPage,
    ids: limits.ids,
    search: limits.search,
    body: Math.floor(limits.body / 1024),
    unit,
    radius: `${geoloc.radius} ${unit}`,
    requests: rateLimit.requests,
    window: rateLimit.window,
  };
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A schema with the keywords that this host's limits add to it. */
export const bounded = (
  schema: Schema,
  bounds: Bounds | undefined,
  { limits }: Settings,
): Schema => ({
  ...schema,
  ...bounds?.(limits),
});

/** A schema with a description, if there is one. */
export const described = (schema: Schema, description: string | undefined): Schema => ({
  ...schema,
  ...(description && { description }),
});

const CREDENTIALS = [{ token: [] }, { jwt: [] }, { basic: [] }];

/** D10.1: everybody may read, with or without credentials. */
export const READ_SECURITY = [{}, ...CREDENTIALS];

/** Calendar programs only send URLs, so feeds also accept a key in the query. */
export const FEED_SECURITY = [...READ_SECURITY, { key: [] }];

/** Writing requires credentials. */
export const WRITE_SECURITY = CREDENTIALS;

/** Spec 9: the interface's version, whose major number is part of the path. */
const VERSION = '1.0.0';

/** The URL of this request first, then the one without a language and those of each language. */
function servers({ origin, base, root, language }: DescribeContext) {
  const variants = LANGUAGES.map((code) => ({
    url: `${origin}/${code}${base}`,
    description: NAMES[language].of(code) ?? code,
  }));
  const all = [{ url: `${origin}${base}` }, ...variants];
  const own = all.filter(({ url }) => url === root);
  return [...own, ...all.filter(({ url }) => url !== root)];
}

/**
 * The paragraphs of the introduction. Of two paragraphs on the same topic, it has the one that
 * applies to this site's settings.
 */
function introductionIn(context: DescribeContext): string[] {
  const { fallback, rateLimit } = context.settings;
  const { languages, languages_alone, limits, limits_of_bodies, ...texts } =
    MESSAGES[context.language].introduction;
  const { conventions, ...first } = texts;
  const chosen = [
    ...Object.values(first),
    fallback ? languages : languages_alone,
    rateLimit.requests > 0 ? limits : limits_of_bodies,
    conventions,
  ];
  return chosen.map((text) => interpolate(text, siteValues(context)));
}

const info = (context: DescribeContext) => ({
  version: VERSION,
  title: heading(context.language, 'title'),
  description: [heading(context.language, 'about'), ...introductionIn(context)].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
});

/** The document's members that describe the whole interface: version, info, servers, security. */
export const headOf = (context: DescribeContext) => ({
  openapi: '3.1.0',
  info: info(context),
  externalDocs: {
    url: `${context.root}/docs`,
    description: heading(context.language, 'docs'),
  },
  servers: servers(context),
  security: READ_SECURITY,
});
