import { ref } from '../representation/schemas/words';
import type { Language } from '../settings/languages';
import { heading } from '../texts/document/heading';
import { type Answer, readable, refused } from './answers';
import type { DescribeContext } from './context';
import { type Inputs, languageInput } from './inputs';
import { condition, parameters } from './paths';
import { commonRefusals, indexRefusals } from './refusals';
import { responseRefs } from './responses';
import { indexQuery } from './route-index';

/** OpenAPI has a schema of its own, which is not repeated here. */
const document = { type: 'object', required: ['openapi', 'info', 'servers', 'paths'] };

const INDEX = [...readable('Index', ref('Index')), ...refused(indexRefusals)];
const DOCUMENT = [...readable('Document', document), ...refused(commonRefusals)];

/** What the description of the interface may answer itself. */
export const OWN_ANSWERS: Answer[] = [...INDEX, ...DOCUMENT];

const reading = (
  operationId: string,
  { summary, answers }: { summary: 'index' | 'document'; answers: Answer[] },
  { query, language }: { query: Inputs; language: Language },
) => ({
  get: {
    operationId,
    summary: heading(language, summary),
    tags: ['description'],
    parameters: [...parameters(query, 'query'), condition('If-None-Match', language)],
    responses: responseRefs(answers),
  },
});

/** Spec 4.1: the paths of the description itself. */
export function ownPaths(context: DescribeContext) {
  const { language } = context;
  const index = { query: indexQuery(context), language };
  const document = { query: languageInput(context), language };
  return {
    '/': reading('getIndex', { summary: 'index', answers: INDEX }, index),
    '/doc': reading('getDocument', { summary: 'document', answers: DOCUMENT }, document),
  };
}
