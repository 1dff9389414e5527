import { filled, heading, MESSAGES } from '../messages/t';
import { LANGUAGES } from '../settings/languages';
import type { DescribeContext } from './context';
import { READING } from './security';
import { siteValues } from './site-values';

/** D7.7: the interface's version; its first part stands in the path. */
const VERSION = '1.0.0';

/** The address of the request first, then that without a language and those of each. */
function servers({ origin, base, root, language }: DescribeContext) {
  const name = new Intl.DisplayNames(language, { type: 'language' });
  const variants = LANGUAGES.map((code) => ({
    url: `${origin}/${code}${base}`,
    description: name.of(code) ?? code,
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
  return chosen.map((text) => filled(text, siteValues(context)));
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
  security: READING,
});
