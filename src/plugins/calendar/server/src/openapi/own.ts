import { ref } from '../kinds/json-schema';
import { heading, MESSAGES } from '../messages/t';
import { type Answer, readable, refused } from './answers';
import type { DescribeContext } from './context';
import { type Inputs, languageInput } from './inputs';
import { condition, parameters } from './paths';
import { commonRefusals, indexRefusals } from './refusals';
import { responsesOf } from './responses';
import { indexQuery } from './route-index';
import { READING } from './security';
import { shapeParameters } from './shape-parameters';

/** OpenAPI has a schema of its own, which is not repeated here. */
const document = { type: 'object', required: ['openapi', 'info', 'servers', 'paths'] };

const INDEX = [...readable('Routes', ref('Routes')), ...refused(indexRefusals)];
const DOCUMENT = [...readable('Document', document), ...refused(commonRefusals)];

/** What the description of the interface may answer itself. */
export const OWN_ANSWERS: Answer[] = [...INDEX, ...DOCUMENT];

const reading = (
  operationId: string,
  { summary, answers }: { summary: 'index' | 'document'; answers: Answer[] },
  { query, context }: { query: Inputs; context: DescribeContext },
) => ({
  get: {
    operationId,
    summary: heading(context.language, summary),
    description: MESSAGES[context.language].operations[summary],
    tags: ['description'],
    security: READING,
    parameters: [
      ...parameters(query, 'query'),
      ...shapeParameters('GET', context),
      condition('If-None-Match', context),
    ],
    responses: responsesOf(answers, context.language),
  },
});

/** Spec 4.1: the paths of the description itself. */
export function ownPaths(context: DescribeContext) {
  const index = { summary: 'index', answers: INDEX } as const;
  const document = { summary: 'document', answers: DOCUMENT } as const;
  return {
    '/': reading('getIndex', index, { query: indexQuery(context), context }),
    '/doc': reading('getDocument', document, { query: languageInput(context), context }),
  };
}
