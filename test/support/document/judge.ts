import { type Answer, document, resolved, type Schema } from './document';
import type { Exchange } from './exchange';
import { type Meant, meantBy } from './meant';
import { checking, closed, sparse } from './schemas';

const { schemas } = document.components;
const headersSaid: Record<string, unknown> = document.components.headers;
const whole = checking(schemas, closed);
const some = checking(schemas, sparse);

/** The answer as it would be without `_envelope`. */
function unwrapped({ answer }: Exchange, { query }: Meant): Exchange['answer'] {
  if (!query.has('_envelope') || answer.body === '') return answer;
  const { body, status, headers } = JSON.parse(answer.body);
  const shown = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    headers: {
      ...{ ...answer.headers, ...Object.fromEntries(shown) },
      ...(status >= 400 && 'type' in body && { 'content-type': 'application/problem+json' }),
    },
    body: JSON.stringify(body),
  };
}

/** The documented answer without `ETag`: a POST that means GET has none, as its answer cannot be cached. */
const withoutTag = ({ headers: { ETag: _, ...headers } = {}, ...answer }: Answer): Answer => ({
  ...answer,
  headers,
});

/** The documented answer to a request that is no operation. */
function besides(status: number, { path }: Meant): Answer | undefined {
  const { NoRoute, MethodNotAllowed, RequestTimeout, ExpectationFailed, HeadersTooLarge } =
    document.components.responses;
  const unparsed = { 408: RequestTimeout, 417: ExpectationFailed, 431: HeadersTooLarge }[status];
  if (unparsed || path === undefined) return unparsed ?? (status === 404 ? NoRoute : undefined);
  return status === 405 ? MethodNotAllowed : undefined;
}

const isSure = (header: unknown) =>
  resolved<{ required?: boolean } | undefined>(header)?.required === true;

function faultsOfHeader(name: string, value: unknown): string[] {
  const { schema } = resolved<{ schema: Schema }>(headersSaid[name]);
  const sent = schema.type === 'integer' ? Number(value) : value;
  return whole(schema, sent).map((fault) => `${name}: ${value}${fault}`);
}

/** Faults of the documented headers: missing, unexpected, or with an invalid value. */
function faultsOfHeaders(
  { headers: said = {} }: Answer,
  { headers }: Exchange['answer'],
): string[] {
  const isSent = (name: string) => headers[name.toLowerCase()] !== undefined;
  const names = Object.keys(headersSaid);
  const missing = names.filter((name) => isSure(said[name]) && !isSent(name));
  const excess = names.filter((name) => !said[name] && isSent(name));
  const wrong = names
    .filter((name) => isSent(name))
    .flatMap((name) => faultsOfHeader(name, headers[name.toLowerCase()]));
  return [
    ...wrong,
    ...missing.map((name) => `lacks the header ${name}`),
    ...excess.map((name) => `has the header ${name}, which is not documented here`),
  ];
}

const isEmpty = ({ method, answer }: Exchange) => method === 'HEAD' || answer.status === 304;

function faultsOfContent(answer: Answer, exchange: Exchange, { query }: Meant): string[] {
  const { status, body, headers } = exchange.answer;
  const contents = Object.entries(answer.content ?? {});
  const type = String(headers['content-type']);
  const own = contents.find(([media]) => type.startsWith(media));
  const [media, { schema } = {}] = own ?? contents[0] ?? [''];
  if (!schema) return body === '' ? [] : ['should have no body'];
  if (isEmpty(exchange)) return [];
  if (!own) return [`is not ${media}`];
  if (!/json/.test(media)) return whole(schema, body);
  const isSparse = status < 400 && /_fields/.test(String(query));
  return (isSparse ? some : whole)(schema, JSON.parse(body));
}

/** Spec 7: the error code of an answer; undefined for others. */
export function codeOf({ status, body }: Exchange['answer']): string | undefined {
  return status >= 400 && body !== '' ? JSON.parse(body).code : undefined;
}

/** The differences between an answer and the document; empty if there are none. */
export function faultsOf(given: Exchange): string[] {
  const meant = meantBy(given);
  if (!meant || given.method === 'OPTIONS') return [];
  const exchange = { ...given, answer: unwrapped(given, meant) };
  const { status } = exchange.answer;
  const documented = meant.operation?.responses[status] ?? besides(status, meant);
  if (documented === undefined) return [`the document knows no ${status} here`];
  const said = resolved<Answer>(documented);
  const readByPost = given.method === 'POST' && meant.method === 'GET';
  const answer = readByPost ? withoutTag(said) : said;
  return [...faultsOfHeaders(answer, exchange.answer), ...faultsOfContent(answer, exchange, meant)];
}
