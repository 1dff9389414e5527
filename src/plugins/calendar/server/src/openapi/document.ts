import { DOCUMENT_TEXTS, heading } from '../texts/document/heading';
import { type Answer, answersOf, UNROUTED } from './answers';
import { componentsIn } from './components';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { headOf } from './head';
import { ACTIONS } from './operations';
import { OWN_ANSWERS, ownPaths } from './own';
import { pathsOf } from './paths';

const allAnswers = (resources: readonly DescribedResource[]): Answer[] => [
  ...OWN_ANSWERS,
  ...resources.flatMap((resource) => ACTIONS.flatMap((action) => answersOf(action, resource))),
  ...UNROUTED,
];

/** Spec 4.1 `GET /doc`: the interface as an OpenAPI 3.1 document. */
export function openapiDocument(resources: readonly DescribedResource[], context: DescribeContext) {
  const { language } = context;
  const { types } = DOCUMENT_TEXTS[language];
  return {
    ...headOf(context),
    components: componentsIn(resources, allAnswers(resources), context),
    tags: [
      { name: 'description', description: heading(language, 'index') },
      ...resources.map(({ path, type }) => ({ name: path, description: types[type].many })),
    ],
    paths: {
      ...ownPaths(context),
      ...Object.fromEntries(resources.flatMap((resource) => pathsOf(resource, context))),
    },
  };
}
