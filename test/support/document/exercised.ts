import { codesOf, fieldsOf, type Operation, paths } from './document';
import type { Exchange } from './exchange';
import { codeOf } from './judge';
import { type Meant, meantBy } from './meant';

/** One line per parameter, code or field: `PUT /tags/{id} 400 rest_invalid_param`. */
const line = (method: string, path: string, what: string) =>
  `${method.toUpperCase()} ${path} ${what}`;

function ofAnswers({ responses }: Operation): string[] {
  return Object.entries(responses).flatMap(([status, answer]) => {
    const codes = codesOf(answer);
    return codes.length > 0 ? codes.map((code) => `${status} ${code}`) : [status];
  });
}

const ofParameters = ({ parameters }: Operation) =>
  parameters
    .filter(({ in: place }) => place !== 'path')
    .map(({ name, in: place }) => `${place} ${name}`);

const ofFields = (operation: Operation) =>
  Object.keys(fieldsOf(operation)).map((name) => `body ${name}`);

/** All parameters, codes and fields in the document. */
export const documented: string[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    [...ofAnswers(operation), ...ofParameters(operation), ...ofFields(operation)].map((what) =>
      line(method, path, what),
    ),
  ),
);

/** The top-level names of a body: JSON, form, or multipart. */
function namesIn({ headers, body }: Exchange['sent']): string[] {
  const type = headers['content-type'] ?? '';
  if (/multipart/.test(type))
    return [...body.matchAll(/; name="([^"[]+)/g)].map(([, name]) => name ?? '');
  if (/urlencoded/.test(type))
    return [...new URLSearchParams(body).keys()].map((key) => key.split('[', 1)[0] ?? '');
  return /json/.test(type) && body !== '' ? Object.keys(JSON.parse(body) ?? {}) : [];
}

const HEADERS = ['If-Match', 'If-None-Match', 'Idempotency-Key', 'Prefer'];

/** The parameters, headers and fields of a request, by their names in the document. */
function saidBy({ sent }: Exchange, { method, query }: Meant): string[] {
  const headers = HEADERS.filter((name) => sent.headers[name.toLowerCase()]);
  return [
    ...[...query.keys()].map((name) => `query ${name.replace(/\[.*/, '')}`),
    ...headers.map((name) => `header ${name}`),
    ...(method === 'GET' ? [] : namesIn(sent).map((name) => `body ${name}`)),
  ];
}

/** A POST with a method override counts for that method; the parameter `_method` itself counts for the POST. */
const ofMethod = ({ method }: Exchange, { path = '', query }: Meant) =>
  method === 'POST' && query.has('_method') ? [line(method, path, 'query _method')] : [];

/**
 * What an exchange exercised. Parameters and fields count only if the request succeeded; of
 * requests with `_envelope` only that parameter counts.
 */
export function exercisedBy(exchange: Exchange): string[] {
  const meant = meantBy(exchange);
  if (!meant?.operation || meant.path === undefined) return [];
  const { path, method } = meant;
  if (meant.query.has('_envelope')) return [line(method, path, 'query _envelope')];
  const { status } = exchange.answer;
  const code = codeOf(exchange.answer);
  const answered = code ? `${status} ${code}` : `${status}`;
  const said = status < 400 ? saidBy(exchange, meant) : [];
  return [
    ...[answered, ...said].map((what) => line(method, path, what)),
    ...ofMethod(exchange, meant),
  ];
}
