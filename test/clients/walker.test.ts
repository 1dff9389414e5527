import { buildCategory, buildEvent } from '../support/records';
import { withSettings } from '../support/settings';
import { walkLinks, walkPages } from './walker';

const TRIBE = '/wp-json/tribe/events/v1';
const DAYS = 23;

let category: number;

withSettings({ aliases: [TRIBE] });

const days = Array.from({ length: DAYS }, (_, at) => `2041-03-${String(at + 1).padStart(2, '0')}`);

beforeAll(async () => {
  category = (await buildCategory({ name: 'Fêtes & cie', slug: 'fetes' })).public_id;
  for (const [at, day] of days.entries()) {
    const times = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };
    const categories = at % 2 === 0 ? [category] : [];
    await buildEvent({ title: `Day ${at + 1}`, ...times, timezone: 'UTC', categories });
  }
});

const query = { start_date: '2041-01-01', end_date: '2041-12-31', per_page: '4' };

describe.each(['', '/fr'])('a client that walks through lists at "%s"', (prefix) => {
  const root = () => `${baseURL}${prefix}${TRIBE}`;

  it('finds each event once, in order, and stops at 404', async () => {
    const found = await walkPages(root(), query);
    expect(found.map(({ start_date }) => start_date.slice(0, 10))).toEqual(days);
    expect(new Set(found.map(({ id }) => id)).size).toBe(DAYS);
  });

  it('finds the same events by following links', async () => {
    const { found, total } = await walkLinks(root(), query);
    expect(found).toEqual(await walkPages(root(), query));
    expect(total).toBe(DAYS);
  });

  it.each(['fetes', 'id'])('keeps a filter by category (%s) on every page', async (by) => {
    const categories = by === 'id' ? String(category) : by;
    const { found, total } = await walkLinks(root(), { ...query, categories });
    expect(found).toHaveLength(12);
    expect(total).toBe(12);
    expect(await walkPages(root(), { ...query, categories })).toEqual(found);
  });

  it('finds nothing, without an error, when nothing matches', async () => {
    const { found, total } = await walkLinks(root(), { ...query, search: 'zzzz' });
    expect([found, total]).toEqual([[], 0]);
  });
});
