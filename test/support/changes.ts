import { type Answer, api, get } from './http';

type Headers = Record<string, string>;

/** An entry of `/changes`. */
export interface Line {
  id: number;
  type: string;
  revision: number;
  languages: string[];
  deleted?: true;
}

export const askChanges = (since: string, headers: Headers = {}, perPage = 1000): Promise<Answer> =>
  get(api(`/changes?per_page=${perPage}&since=${encodeURIComponent(since)}`), headers);

/** The current cursor of `/changes`. */
export async function cursorNow(headers: Headers = {}): Promise<string> {
  const { status, body } = await get(api('/changes'), headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.cursor;
}

/** All changes since a cursor, with the next cursor. */
export async function changesSince(since: string, headers: Headers = {}, perPage?: number) {
  const lines: Line[] = [];
  for (let cursor = since; ; ) {
    const { status, body } = await askChanges(cursor, headers, perPage);
    if (status !== 200) throw Object.assign(new Error(JSON.stringify(body)), { status });
    lines.push(...body.changes);
    cursor = body.cursor;
    if (!body.next_rest_url) return { lines, cursor };
  }
}
