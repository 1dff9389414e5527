import { type Answer, document, resolved } from './document';
import type { Exchange } from './exchange';
import { type Meant, meantBy } from './meant';
import { faultsOfBody } from './schemas';

/** An answer as it would have been without `_envelope`. */
function unwrapped({ answer }: Exchange, { query }: Meant): Exchange['answer'] {
  if (!query.has('_envelope') || answer.body === '') return answer;
  const { body, status, headers } = JSON.parse(answer.body);
  const shown = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    headers: { ...answer.headers, ...Object.fromEntries(shown) },
    body: JSON.stringify(body),
  };
}

/** What is answered to what is no operation. */
function besides(status: number, { path }: Meant): Answer | undefined {
  const { NoRoute, MethodNotAllowed } = document.components.responses;
  if (path === undefined) return status === 404 ? NoRoute : undefined;
  return status === 405 ? MethodNotAllowed : undefined;
}

function faultsOfHeaders(answer: Answer, { headers }: Exchange['answer']): string[] {
  const missing = Object.entries(answer.headers ?? {}).filter(
    ([name, header]) =>
      resolved<{ required?: boolean }>(header).required && !headers[name.toLowerCase()],
  );
  return missing.map(([name]) => `lacks the header ${name}`);
}

const isEmpty = ({ method, answer }: Exchange) => method === 'HEAD' || answer.status === 304;

function faultsOfContent(answer: Answer, exchange: Exchange, { query }: Meant): string[] {
  const { status, body, headers } = exchange.answer;
  const schema = answer.content?.['application/json']?.schema;
  if (!schema) return body === '' ? [] : ['should have no body'];
  if (isEmpty(exchange)) return [];
  if (!/^application\/json/.test(String(headers['content-type']))) return ['is not JSON'];
  return faultsOfBody(schema, JSON.parse(body), status < 400 && /_fields/.test(String(query)));
}

/** Spec 7: the code of a refusal. */
export function codeOf({ status, body }: Exchange['answer']): string | undefined {
  return status >= 400 && body !== '' ? JSON.parse(body).code : undefined;
}

/** How an answer differs from what the document says of it; not at all: `[]`. */
export function faultsOf(given: Exchange): string[] {
  const meant = meantBy(given);
  if (!meant || given.method === 'OPTIONS') return [];
  const exchange = { ...given, answer: unwrapped(given, meant) };
  const { status } = exchange.answer;
  const documented = meant.operation ? meant.operation.responses[status] : besides(status, meant);
  if (documented === undefined) return [`the document knows no ${status} here`];
  const answer = resolved<Answer>(documented);
  return [...faultsOfHeaders(answer, exchange.answer), ...faultsOfContent(answer, exchange, meant)];
}
