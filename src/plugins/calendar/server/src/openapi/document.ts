import { LANGUAGES, type Language } from '../settings/languages';
import { heading, TYPE_NAMES } from '../texts/document';
import { componentsIn } from './components';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { languageInput } from './inputs';
import { parameters, pathsOf } from './paths';
import { documentRefusals, indexRefusals, type Refusals } from './refusals';
import { json, refused } from './responses';
import { indexQuery } from './route-index';

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

interface Own {
  operationId: string;
  summary: 'index' | 'document';
  refusals: Refusals;
}

const own = (
  { operationId, summary, refusals }: Own,
  query: ReturnType<typeof parameters>,
  language: Language,
) => ({
  get: {
    operationId,
    summary: heading(language, summary),
    tags: ['description'],
    parameters: query,
    responses: {
      200: { description: heading(language, 'answer'), content: json({ type: 'object' }) },
      ...refused(refusals, language),
    },
  },
});

const INDEX: Own = { operationId: 'getIndex', summary: 'index', refusals: indexRefusals };
const DOCUMENT: Own = {
  operationId: 'getDocument',
  summary: 'document',
  refusals: documentRefusals,
};

/** Spec 4.1 `GET /doc`: the interface as an OpenAPI 3.1 document. */
export function openapiDocument(resources: readonly DescribedResource[], context: DescribeContext) {
  const { language } = context;
  const paths = resources.flatMap((resource) => pathsOf(resource, language));
  const index = parameters(indexQuery(context), 'query');
  const document = parameters(languageInput(language), 'query');
  return {
    openapi: '3.1.0',
    info: {
      version: VERSION,
      title: heading(language, 'title'),
      description: heading(language, 'about'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: componentsIn(
      resources.map(({ type }) => type),
      language,
    ),
    servers: servers(context),
    security: [{}, { token: [] }, { basic: [] }],
    tags: [
      { name: 'description', description: heading(language, 'index') },
      ...resources.map(({ path, type }) => ({
        name: path,
        description: TYPE_NAMES[language][type].many,
      })),
    ],
    paths: {
      '/': own(INDEX, index, language),
      '/doc': own(DOCUMENT, document, language),
      ...Object.fromEntries(paths),
    },
  };
}
