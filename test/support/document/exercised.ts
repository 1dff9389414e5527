import { codesOf, fieldsOf, type Operation, paths } from './document';
import type { Exchange } from './exchange';
import { codeOf } from './judge';
import { meantBy } from './meant';

/** Parameters, codes and fields in one line each: `PUT /tags/{id} 400 rest_invalid_param`. */
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

/** All that the document says may happen. */
export const documented: string[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    [...ofAnswers(operation), ...ofParameters(operation), ...ofFields(operation)].map((what) =>
      line(method, path, what),
    ),
  ),
);

/** The names at the top of a body: those of JSON, of a form, of the parts of a multipart body. */
function namesIn({ headers, body }: Exchange['sent']): string[] {
  const type = headers['content-type'] ?? '';
  if (/multipart/.test(type))
    return [...body.matchAll(/; name="([^"[]+)/g)].map(([, name]) => name ?? '');
  if (/urlencoded/.test(type))
    return [...new URLSearchParams(body).keys()].map((key) => key.split('[', 1)[0] ?? '');
  return /json/.test(type) && body !== '' ? Object.keys(JSON.parse(body) ?? {}) : [];
}

/** What an exchange made happen; parameters and fields count where they were not refused. */
export function exercisedBy(exchange: Exchange): string[] {
  const meant = meantBy(exchange);
  if (!meant?.operation || meant.path === undefined) return [];
  const { status } = exchange.answer;
  const { path, method, query } = meant;
  const code = codeOf(exchange.answer);
  const answered = [code ? `${status} ${code}` : `${status}`];
  const sent =
    status < 400
      ? [
          ...[...query.keys()].map((name) => `query ${name.replace(/\[.*/, '')}`),
          ...['If-Match', 'If-None-Match']
            .filter((name) => exchange.sent.headers[name.toLowerCase()])
            .map((name) => `header ${name}`),
          ...(method === 'GET' ? [] : namesIn(exchange.sent).map((name) => `body ${name}`)),
        ]
      : [];
  return [...answered, ...sent].map((what) => line(method, path, what));
}
