import { openapiDocument } from '../../../src/plugins/calendar/server/src/http/openapi/document';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources/routes';
import { describedIn } from '../described';

export type Schema = Record<string, unknown>;

export interface Answer {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

/** The OpenAPI document with which answers are compared, in English as served. */
export const document = openapiDocument(RESOURCES, describedIn('en'));

export const paths = document.paths as unknown as Record<string, Record<string, Operation>>;

/** Resolves a node of the document if it is a `$ref`. */
export function resolved<Node>(node: unknown): Node {
  const { $ref } = (node ?? {}) as { $ref?: string };
  if ($ref === undefined) return node as Node;
  const steps = $ref.slice(2).split('/');
  return resolved(steps.reduce((place, step) => (place as Schema)[step], document as unknown));
}

/** A schema with all of its parts (`allOf`). */
function partsOf(schema: Schema): Schema[] {
  const own = resolved<Schema>(schema);
  const { allOf = [] } = own as { allOf?: Schema[] };
  return [own, ...allOf.flatMap(partsOf)];
}

/** The error codes that a documented answer may have. */
export function codesOf(answer: unknown): string[] {
  const { content = {} } = resolved<Answer>(answer);
  const parts = Object.values(content).flatMap(({ schema }) => partsOf(schema));
  const codes = parts.flatMap(({ properties }) => {
    const { code } = (properties ?? {}) as { code?: { enum?: string[] } };
    return code?.enum ?? [];
  });
  return [...new Set(codes)];
}

/** The fields allowed in an operation's request body, over all of its media types. */
export function fieldsOf({ requestBody }: Operation): Record<string, Schema> {
  const contents = Object.values(requestBody?.content ?? {});
  const parts = contents.flatMap(({ schema }) => partsOf(schema));
  return Object.assign({}, ...parts.map(({ properties }) => properties));
}
