import {
  inState,
  publicAt,
  unlocked,
  visible,
} from '../../src/plugins/calendar/server/src/access/sql';
import {
  isPublishedElseDraft,
  isUnlocked,
  isVisible,
  type Viewer,
} from '../../src/plugins/calendar/server/src/access/viewer';
import {
  isPublic,
  STATUSES,
  statusOf,
} from '../../src/plugins/calendar/server/src/content-types/rows';
import { run } from '../../src/plugins/calendar/server/src/database/run';

import { type Sql, sql } from '../../src/plugins/calendar/server/src/sql/sql';

const NOW = new Date('2030-06-01T12:00:00Z');
const BEFORE = new Date('2030-01-01T00:00:00Z');
const MOMENTS = [null, BEFORE, NOW, new Date(NOW.getTime() + 1)];
const OWNER = 7;

interface Stored {
  public_id: number;
  slug: string;
  locale: 'en';
  publishedAt: Date | null;
  trashed_at: Date | null;
  post_status: 'private' | 'pending' | null;
  date: Date | null;
  author: number | null;
  password: string | null;
}

const states = [null, BEFORE].flatMap((trashed_at) =>
  ([null, 'private', 'pending'] as const).flatMap((post_status) =>
    MOMENTS.flatMap((date) =>
      [null, OWNER].flatMap((author) =>
        [null, '', 'open'].map((password) => ({ trashed_at, post_status, date, author, password })),
      ),
    ),
  ),
);

/** For each combination: a draft, a published row, and both as one record. */
const records: Stored[] = states.flatMap((state, place) => {
  const row = (kind: number, publishedAt: Date | null): Stored => ({
    ...state,
    public_id: 3 * place + kind + 1,
    slug: `e${place}-${kind}`,
    locale: 'en',
    publishedAt,
  });
  return [row(0, null), row(1, BEFORE), row(2, null), row(2, BEFORE)];
});

let rows: (Stored & { id: number })[];

beforeAll(async () => {
  const stored = records.map(({ publishedAt, ...row }) => ({
    ...row,
    document_id: `d${row.public_id}`,
    published_at: publishedAt,
  }));
  for (let from = 0; from < stored.length; from += 50) {
    await strapi.db.getConnection('calendar_events').insert(stored.slice(from, from + 50));
  }
  const ids = await run<{ id: number }>(sql`SELECT id FROM @calendar_events ORDER BY id`);
  rows = records.map((row, place) => ({ ...row, id: ids[place]?.id ?? 0 }));
  expect(rows).toHaveLength(4 * states.length);
});

async function found(condition: Sql): Promise<number[]> {
  const ids = await run<{ id: number }>(
    sql`SELECT e.id FROM @calendar_events e WHERE ${condition} ORDER BY e.id`,
  );
  return ids.map(({ id }) => id);
}

const having = (fulfils: (row: Stored & { id: number }) => boolean) =>
  rows.filter(fulfils).map(({ id }) => id);

it.each(STATUSES)('SQL and code agree on the status %s', async (status) => {
  const wanted = having((row) => statusOf(row, NOW) === status && isPublishedElseDraft(row, rows));
  expect(wanted.length).toBeGreaterThan(0);
  expect(await found(inState('e', { type: 'event', statuses: [status], now: NOW }))).toEqual(
    wanted,
  );
});

it('SQL and code agree on what is public', async () => {
  expect(await found(publicAt('e', NOW))).toEqual(having((row) => isPublic(row, NOW)));
});

const VIEWERS: [string, Viewer][] = [undefined, OWNER].flatMap((userId) =>
  [[], ['event'] as const].flatMap((unpublished) =>
    [false, true].map((unlocked): [string, Viewer] => [
      `${userId ? 'the author' : 'anybody'} with ${unpublished.length ? '' : 'no '}right${unlocked ? ', passwords open' : ''}`,
      { now: NOW, userId, unpublished, unlocked },
    ]),
  ),
);

it.each(VIEWERS)('SQL and code agree on what is visible and unlocked for %s', async (_, viewer) => {
  expect(await found(visible('event', 'e', viewer))).toEqual(
    having(isVisible('event', viewer, rows)),
  );
  expect(await found(unlocked('e', viewer))).toEqual(having((row) => isUnlocked(row, viewer)));
});
