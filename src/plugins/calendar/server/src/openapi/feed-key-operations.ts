import { jsonSchema } from '../kinds/json-schema';
import { describe } from '../messages/t';
import { FEED_FIELDS, FEED_QUERY } from '../resources/feed-key';
import type { DescribeContext } from './context';
import { type Inputs, inputsOf } from './inputs';
import { parameterMeaning } from './meanings';
import { described, type Method } from './schema';

/** An operation on the caller's own feeds. */
export interface FeedKeyOperation {
  verb: 'list' | 'create' | 'delete';
  method: Method;
  path: string;
  pathInputs: Inputs;
  query: Inputs;
  body: Inputs;
}

const idOf = (context: DescribeContext): Inputs => ({
  id: {
    schema: described({ type: 'integer' }, parameterMeaning('id', context, ['feeds'])),
    required: true,
  },
});

/** What a new feed is given. */
export const feedInputs = ({ language }: DescribeContext): Inputs =>
  Object.fromEntries(
    Object.entries(FEED_FIELDS).map(([name, { meaning }]) => [
      name,
      {
        schema: described(jsonSchema(meaning), describe(language, `sent.feed.${name}`)),
        required: false,
      },
    ]),
  );

/** D14.7: what holders of personal feeds can do with them. */
export function feedKeyOperations(context: DescribeContext): FeedKeyOperation[] {
  const query = inputsOf(FEED_QUERY, context);
  const all = { path: '/feeds', pathInputs: {}, query, body: {} };
  return [
    { ...all, verb: 'list', method: 'GET' },
    { ...all, verb: 'create', method: 'POST', body: feedInputs(context) },
    { ...all, verb: 'delete', method: 'DELETE', path: '/feeds/{id}', pathInputs: idOf(context) },
  ];
}
