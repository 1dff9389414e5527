import { MESSAGES } from '../messages/t';
import { type Answer, answersOf, UNROUTED } from './answers';
import { CHANGES_ANSWERS, changePaths } from './change-paths';
import { componentsIn } from './components';
import type { DescribeContext } from './context';
import type { DescribedResource } from './described-resource';
import { FEED_KEY_ANSWERS, feedKeyPaths } from './feed-keys';
import { feedAnswersIn, feedPaths } from './feed-paths';
import { headOf } from './head';
import { ACTIONS } from './operations';
import { OWN_ANSWERS, ownPaths } from './own';
import { pathsOf } from './paths';

const allAnswers = (
  resources: readonly DescribedResource[],
  context: DescribeContext,
): Answer[] => [
  ...OWN_ANSWERS,
  ...CHANGES_ANSWERS,
  ...feedAnswersIn(resources, context),
  ...FEED_KEY_ANSWERS,
  ...resources.flatMap((resource) => ACTIONS.flatMap((action) => answersOf(action, resource))),
  ...UNROUTED,
];

/** Spec 4.1 `GET /doc`: the interface as an OpenAPI 3.1 document. */
export function openapiDocument(resources: readonly DescribedResource[], context: DescribeContext) {
  const { language } = context;
  const { groups } = MESSAGES[language];
  return {
    ...headOf(context),
    components: componentsIn(resources, allAnswers(resources, context), context),
    tags: [
      { name: 'description', description: groups.description },
      ...resources.map(({ path, type }) => ({ name: path, description: groups[type] })),
      { name: 'changes', description: groups.changes },
      { name: 'feeds', description: groups.feed },
    ],
    paths: {
      ...ownPaths(context),
      ...Object.fromEntries(resources.flatMap((resource) => pathsOf(resource, context))),
      ...changePaths(context),
      ...Object.fromEntries(feedPaths(resources, context)),
      ...feedKeyPaths(context),
    },
  };
}
