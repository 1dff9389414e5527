import { LANGUAGES, type Language } from '../settings/languages';
import { DOCUMENT_TEXTS, heading } from '../texts/document/heading';
import { type Answer, answersOf, UNROUTED } from './answers';
import { componentsIn } from './components';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { ACTIONS } from './operations';
import { OWN_ANSWERS, ownPaths } from './own';
import { pathsOf } from './paths';

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

const allAnswers = (resources: readonly DescribedResource[]): Answer[] => [
  ...OWN_ANSWERS,
  ...resources.flatMap((resource) => ACTIONS.flatMap((action) => answersOf(action, resource))),
  ...UNROUTED,
];

/** Spec 4.1 `GET /doc`: the interface as an OpenAPI 3.1 document. */
export function openapiDocument(resources: readonly DescribedResource[], context: DescribeContext) {
  const { language, root } = context;
  const { types } = DOCUMENT_TEXTS[language];
  return {
    openapi: '3.1.0',
    info: info(language),
    externalDocs: { url: `${root}/docs`, description: heading(language, 'docs') },
    components: componentsIn(
      resources.map(({ type }) => type),
      allAnswers(resources),
      language,
    ),
    servers: servers(context),
    security: [{}, { token: [] }, { jwt: [] }, { basic: [] }],
    tags: [
      { name: 'description', description: heading(language, 'index') },
      ...resources.map(({ path, type }) => ({ name: path, description: types[type].many })),
    ],
    paths: {
      ...ownPaths(context),
      ...Object.fromEntries(resources.flatMap((resource) => pathsOf(resource, language))),
    },
  };
}
