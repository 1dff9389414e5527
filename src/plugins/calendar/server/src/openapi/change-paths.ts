import { ref } from '../kinds/json-schema';
import { heading, MESSAGES } from '../messages/t';
import { type Answer, readable, refused } from './answers';
import { changesQuery } from './changes-query';
import type { DescribeContext } from './context';
import { condition, parameters } from './paths';
import { changesRefusals } from './refusals';
import { responsesOf } from './responses';
import { READING } from './security';
import { shapeParameters } from './shape-parameters';

/** What `/changes` may answer. */
export const CHANGES_ANSWERS: Answer[] = [
  ...readable('Changes', ref('Changes')),
  ...refused(changesRefusals),
];

/** D8.14: the path of what has changed. */
export const changePaths = (context: DescribeContext) => ({
  '/changes': {
    get: {
      operationId: 'listChanges',
      summary: heading(context.language, 'changes'),
      description: MESSAGES[context.language].operations.changes,
      tags: ['changes'],
      security: READING,
      parameters: [
        ...parameters(changesQuery(context), 'query'),
        ...shapeParameters('GET', context),
        condition('If-None-Match', context),
      ],
      responses: responsesOf(CHANGES_ANSWERS, context.language),
    },
  },
});
