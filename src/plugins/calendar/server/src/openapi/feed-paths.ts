import { filled, heading, MESSAGES } from '../messages/t';
import { nameOf } from '../settings/record-types';
import { type Answer, feedAnswers } from './answers';
import type { DescribeContext } from './context';
import { type FeedOperation, feedOperations, type Resources } from './feed-operations';
import { condition, parameters } from './paths';
import { responsesOf } from './responses';
import { READING_FEEDS } from './security';
import { siteValues } from './site-values';

/** `getVenueBySlugIcs`. */
function operationId({ place, key, format, resource }: FeedOperation): string {
  const named = place === 'events' ? 'listEvents' : `get${nameOf(resource.type)}`;
  const end = format.charAt(0).toUpperCase() + format.slice(1);
  return `${named}${key === 'slug' ? 'BySlug' : ''}${end}`;
}

function summary({ place, key, format, resource }: FeedOperation, { language }: DescribeContext) {
  const { one, many } = MESSAGES[language].types[resource.type];
  const of = { events: many, event: one, related: one }[place];
  const what = heading(language, format === 'ics' && place === 'related' ? 'ics_of' : format, {
    what: of,
  });
  return key === 'slug' ? heading(language, 'by_slug', { what }) : what;
}

function description({ place, format }: FeedOperation, context: DescribeContext) {
  const key = format === 'ics' ? (`ics.${place}` as const) : (`${format}.events` as const);
  return filled(MESSAGES[context.language].operations[key], siteValues(context));
}

const answersAt = ({ place, format, resource }: FeedOperation): Answer[] =>
  feedAnswers(format, place, resource);

/** The answers of all feeds. */
export const feedAnswersIn = (resources: Resources, context: DescribeContext): Answer[] =>
  feedOperations(resources, context).flatMap(answersAt);

/** The paths of all feeds. */
export const feedPaths = (resources: Resources, context: DescribeContext) =>
  feedOperations(resources, context).map((operation) => [
    operation.path,
    {
      get: {
        operationId: operationId(operation),
        summary: summary(operation, context),
        description: description(operation, context),
        tags: [operation.resource.path],
        security: READING_FEEDS,
        parameters: [
          ...parameters(operation.pathInputs, 'path'),
          ...parameters(operation.query, 'query'),
          condition('If-None-Match', context),
        ],
        responses: responsesOf(answersAt(operation), context.language),
      },
    },
  ]);
