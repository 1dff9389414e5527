import { LANGUAGES, type Language } from '../settings/languages';
import { heading } from '../texts/document/heading';
import type { DescribeContext } from './context';

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

const info = (language: Language) => ({
  version: VERSION,
  title: heading(language, 'title'),
  description: `${heading(language, 'about')}\n\n${heading(language, 'conventions')}`,
  license: { name: 'MIT', identifier: 'MIT' },
});

/** What the document says of the whole interface. */
export const headOf = (context: DescribeContext) => ({
  openapi: '3.1.0',
  info: info(context.language),
  externalDocs: {
    url: `${context.root}/docs`,
    description: heading(context.language, 'docs'),
  },
  servers: servers(context),
  security: [{}, { token: [] }, { jwt: [] }, { basic: [] }],
});
