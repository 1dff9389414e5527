import type { Message } from '../messages/t';

/** The decoded text, or nothing where the percent-encoding is broken or hides a NUL. */
export function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** D9.7: the parameters whose encoding is broken, by name; parsers would guess or keep them silently. */
export function brokenParams(querystring: string): Record<string, Message> {
  const faults: Record<string, Message> = {};
  for (const pair of querystring.split('&')) {
    if (decoded(pair.replaceAll('+', ' ')) !== undefined) continue;
    const key = pair.split('=')[0] ?? '';
    const name = (decoded(key) ?? key.replace(/%00/g, '')).split('[')[0] ?? key;
    faults[name || '?'] = { text: 'not_encoded' };
  }
  return faults;
}

/** The password of an event, the key of a personal feed, and the link to a preview. */
const SECRETS = ['password', 'key', 'token'] as const;

type Secret = (typeof SECRETS)[number];

/** A query without its secrets, and each of them: the value; several or a nested one: a list; nothing sent: absent. */
export interface SecretQuery extends Partial<Record<Secret, string | string[]>> {
  rest: string;
}

const readable = (part: string) => decoded(part.replaceAll('+', ' '));

const nameOf = (pair: string) => readable(pair.split('=')[0] ?? '') ?? '';

const valueIn = (pair: string) => readable(pair.slice(pair.indexOf('=') + 1)) ?? '';

const isNamed = (secret: Secret) => {
  const pattern = new RegExp(`^${secret}(\\[|$)`);
  return (pair: string) => pattern.test(nameOf(pair));
};

function sentAs(secret: Secret, pairs: string[]): string | string[] | undefined {
  const sent = pairs.filter((pair) => isNamed(secret)(pair) && pair.includes('='));
  const [only = '', ...more] = sent;
  if (sent.length === 0) return undefined;
  return more.length === 0 && nameOf(only) === secret ? valueIn(only) : sent.map(valueIn);
}

/** D10.7, D14.7: takes secrets out of a query string, so that no log and no memory ever holds them. */
export function takeSecrets(querystring: string): SecretQuery {
  const pairs = querystring.split('&');
  const isSecret = (pair: string) => SECRETS.some((secret) => isNamed(secret)(pair));
  const rest = pairs.filter((pair) => !isSecret(pair)).join('&');
  const values = SECRETS.map((secret) => [secret, sentAs(secret, pairs)] as const);
  return { rest, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}

/** Whether an address says a secret; of most addresses a look at their letters tells. */
export const holdsSecret = (address: string): boolean =>
  /password|key|token|%/i.test(address) &&
  takeSecrets(address.slice(address.indexOf('?') + 1)).rest !==
    address.slice(address.indexOf('?') + 1);
