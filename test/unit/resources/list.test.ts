import { presentList } from '../../../src/plugins/calendar/server/src/resources/shared/list';

const page = (changes: object) =>
  presentList('events', [], {
    address: 'https://example.org/calendar/events/v1/events',
    page: 1,
    perPage: 10,
    total: 25,
    filters: { search: 'a & b', start_date: '2026-01-01 00:00:00' },
    ...changes,
  });

const BASE = 'https://example.org/calendar/events/v1/events/?';
const FILTERS = 'search=a+%26+b&start_date=2026-01-01+00%3A00%3A00';

it('contains encoded URLs that keep every filter', () => {
  expect(page({ page: 2 })).toEqual({
    events: [],
    rest_url: `${BASE}page=2&per_page=10&${FILTERS}`,
    next_rest_url: `${BASE}per_page=10&${FILTERS}&page=3`,
    previous_rest_url: `${BASE}per_page=10&${FILTERS}`,
    total: 25,
    total_pages: 3,
  });
});

it('omits the URLs of neighbours that do not exist', () => {
  expect(Object.keys(page({ total: 10 }))).toEqual(['events', 'rest_url', 'total', 'total_pages']);
  expect(page({ page: 3 })).not.toHaveProperty('next_rest_url');
  expect(page({ page: 3 })).toHaveProperty(
    'previous_rest_url',
    `${BASE}per_page=10&${FILTERS}&page=2`,
  );
});
