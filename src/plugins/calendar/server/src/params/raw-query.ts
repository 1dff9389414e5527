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
