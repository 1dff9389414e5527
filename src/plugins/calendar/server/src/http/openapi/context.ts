import type { Bounds, ReadContext, Schema } from '../../kinds/kind';
import { heading, interpolate, MESSAGES } from '../../messages/t';
import type { Resource } from '../../resources/resource';
import { namespaceOf } from '../../settings/addresses';
import { LANGUAGES, type Language } from '../../settings/languages';
import type { Settings } from '../../settings/settings';

/** For whom the interface is described, and at which address. */
export interface DescribeContext extends ReadContext {
  language: Language;
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root, language included, without a slash at the end. */
  root: string;
}

/** What stands before the namespace in the root: `https://host/fr/`. */
export const siteRoot = ({ root, base }: Pick<DescribeContext, 'root' | 'base'>): string =>
  root.slice(0, -namespaceOf(base).length);

/** Any resource; its records are the examples. */
export type DescribedResource = Resource<object>;

/** Constructing one takes a hundred times as long as using it, and every description uses one. */
const NAMES = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.DisplayNames(language, { type: 'language' })]),
) as Record<Language, Intl.DisplayNames>;

/** What the site's settings say in the texts of its description. */
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

/** A schema with what this host's limits add to it. */
export const bounded = (
  schema: Schema,
  bounds: Bounds | undefined,
  { limits }: Settings,
): Schema => ({
  ...schema,
  ...bounds?.(limits),
});

/** A schema with what it means, where that is known. */
export const described = (schema: Schema, description: string | undefined): Schema => ({
  ...schema,
  ...(description && { description }),
});

const CREDENTIALS = [{ token: [] }, { jwt: [] }, { basic: [] }];

/** D10.1: everybody may read, with or without credentials. */
export const READ_SECURITY = [{}, ...CREDENTIALS];

/** Calendar programs send addresses only. */
export const FEED_SECURITY = [...READ_SECURITY, { key: [] }];

/** Who may write was given the right to. */
export const WRITE_SECURITY = CREDENTIALS;

/** Spec 9: the interface's version; its first part stands in the path. */
const VERSION = '1.0.0';

/** The address of the request first, then that without a language and those of each. */
function servers({ origin, base, root, language }: DescribeContext) {
  const variants = LANGUAGES.map((code) => ({
    url: `${origin}/${code}${base}`,
    description: NAMES[language].of(code) ?? code,
  }));
  const all = [{ url: `${origin}${base}` }, ...variants];
  const own = all.filter(({ url }) => url === root);
  return [...own, ...all.filter(({ url }) => url !== root)];
}

/** How to begin: of two paragraphs for one thing the one that holds on this site. */
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

/** What the document says of the whole interface. */
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
