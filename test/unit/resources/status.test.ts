import {
  type PostRow,
  statusOf,
} from '../../../src/plugins/calendar/server/src/content-types/rows';

const NOW = new Date('2026-06-01T12:00:00Z');
const published = { publishedAt: '2026-01-01T00:00:00Z' };
const future = { date: '2026-06-01T12:00:01Z' };

it.each([
  [{}, 'draft'],
  [{ post_status: 'pending' }, 'pending'],
  [{ post_status: 'private' }, 'draft'],
  [published, 'publish'],
  [{ ...published, date: '2026-06-01T12:00:00Z' }, 'publish'],
  [{ ...published, ...future }, 'future'],
  [{ ...published, ...future, post_status: 'private' }, 'private'],
  [{ ...published, trashed_at: '2026-02-01T00:00:00Z' }, 'trash'],
])('the status of %j is %s', (row, status) => {
  expect(statusOf(row as PostRow, NOW)).toBe(status);
});
