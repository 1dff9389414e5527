/** What can be read of a request that Node's parser has refused. */
export interface RequestHead {
  method: string;
  /** The target, percent-encoded where it should have been. */
  url: string;
  headers: Record<string, string>;
  /** Whether the target was one as it stood (RFC 9112 3.2). */
  encoded: boolean;
}

/** What a refusal depends on; nothing else is worth reading. */
const HEADERS = ['host', 'origin', 'x-request-id', 'x-forwarded-proto', 'x-forwarded-host'];

/** Both read each character once, whatever a line holds: in time that grows with its square a packet would stop everybody. */
const REQUEST_LINE = /^([A-Z]+) (?:https?:\/\/[^/?\s]*)?(\/.*?)(?: HTTP\/\d.*)?$/s;
const HEADER = /^([\w-]+):([\t\x20-\x7e]*)$/;

const hex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();

const percentEncoded = (target: string) =>
  target.replace(/[^\x21-\x7e]/g, (byte) => `%${hex(byte).padStart(2, '0')}`);

/** The lines of a packet, each with the place where it begins. */
function linesOf(packet: Buffer) {
  let begin = 0;
  return packet
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const at = begin;
      begin += line.length + 1;
      return { at, line: line.replace(/\r$/, '') };
    });
}

function headersOf(lines: string[]): Record<string, string> {
  const end = lines.indexOf('');
  const pairs = lines.slice(0, end < 0 ? undefined : end).flatMap((line): [string, string][] => {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    return HEADERS.includes(name.toLowerCase()) ? [[name.toLowerCase(), value.trim()]] : [];
  });
  return Object.fromEntries(pairs);
}

/** The request that the byte at `failed` belongs to; nothing where none begins before it. */
export function readHead(packet: Buffer, failed: number): RequestHead | undefined {
  const lines = linesOf(packet);
  const first = lines.findLastIndex(({ at, line }) => at <= failed && REQUEST_LINE.test(line));
  const [, method = '', target] = REQUEST_LINE.exec(lines[first]?.line ?? '') ?? [];
  if (target === undefined) return undefined;
  const url = percentEncoded(target);
  const headers = headersOf(lines.slice(first + 1).map(({ line }) => line));
  return { method, url, headers, encoded: url === target };
}
