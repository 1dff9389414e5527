import { codesOf, fieldsOf, paths, type Schema } from './document';

/** An operation of the document, in the form used by tests. */
export interface Documented {
  /** `PUT /events/{id}`. */
  name: string;
  method: string;
  path: string;
  /** Such as `events`; `''` for `/` and `/doc`. */
  resource: string;
  query: Record<string, Schema>;
  fields: Record<string, Schema>;
  /** Such as `404 rest-event-not-found`. */
  refusals: string[];
}

/** All operations of the interface. */
export const OPERATIONS: Documented[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([verb, operation]) => ({
    name: `${verb.toUpperCase()} ${path}`,
    method: verb.toUpperCase(),
    path,
    resource: /^\/(\w+s|batch)\b/.exec(path)?.[1] ?? '',
    query: Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === 'query')
        .map(({ name, schema }) => [name, schema]),
    ),
    fields: fieldsOf(operation),
    refusals: Object.entries(operation.responses).flatMap(([status, answer]) =>
      codesOf(answer).map((code) => `${status} ${code}`),
    ),
  })),
);
