import { codesOf, fieldsOf, paths, type Schema } from './document';

/** One operation of the document, in the words of tests. */
export interface Documented {
  /** `PUT /events/{id}`. */
  name: string;
  method: string;
  path: string;
  /** `events`; `/` and `/doc`: `''`. */
  resource: string;
  query: Record<string, Schema>;
  fields: Record<string, Schema>;
  /** `404 rest-event-not-found`. */
  refusals: string[];
}

/** Everything that can be asked of the interface. */
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
