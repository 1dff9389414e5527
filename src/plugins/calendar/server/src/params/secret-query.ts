import { decoded } from './raw-query';

/** A query without its passwords, and what was sent as one. */
export interface SecretQuery {
  rest: string;
  /** The value; several or a nested one: a list; nothing sent: undefined. */
  password?: string | string[];
}

const readable = (part: string) => decoded(part.replaceAll('+', ' '));

const nameOf = (pair: string) => readable(pair.split('=')[0] ?? '') ?? '';

const valueIn = (pair: string) => readable(pair.slice(pair.indexOf('=') + 1)) ?? '';

/** D10.7: takes passwords out of a query string, so that no log ever holds them. */
export function takePassword(querystring: string): SecretQuery {
  const pairs = querystring.split('&');
  const isSecret = (pair: string) => /^password(\[|$)/.test(nameOf(pair));
  const secrets = pairs.filter((pair) => isSecret(pair) && pair.includes('='));
  const rest = pairs.filter((pair) => !isSecret(pair)).join('&');
  const alone = secrets.length === 1 && nameOf(secrets[0] as string) === 'password';
  if (secrets.length === 0) return { rest };
  return { rest, password: alone ? valueIn(secrets[0] as string) : secrets.map(valueIn) };
}
