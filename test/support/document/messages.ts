import type { Received } from '../receiver';
import { document, type Operation, resolved } from './document';
import { checking } from './schemas';

const check = checking(document.components.schemas);

const entries = document.webhooks as unknown as Record<string, { post: Operation }>;

/** The differences between a delivered webhook message and the document. */
export function undocumented({ headers, body }: Received): string[] {
  const said = entries[body.type]?.post;
  if (!said) return [`${body.type} has no entry`];
  const schema = said.requestBody?.content['application/json']?.schema ?? {};
  const signed = said.parameters.map((one) => resolved<Operation['parameters'][number]>(one));
  return [
    ...check(schema, body),
    ...signed.flatMap(({ name, schema }) =>
      check(schema, schema.type === 'integer' ? Number(headers[name]) : headers[name]),
    ),
  ];
}
