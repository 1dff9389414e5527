import {
  listLinks,
  presentList,
} from '../../../src/plugins/calendar/server/src/resources/shared/list';

const linksOf = (changes: object) =>
  listLinks(
    presentList('events', [], {
      address: 'https://example.org/calendar/events/v1/events',
      page: 2,
      perPage: 10,
      total: 25,
      filters: { search: 'a, <b>; "c"' },
      ...changes,
    }),
  );

const namesOf = (header = '') => [...header.matchAll(/rel="(\w+)"/g)].map(([, name]) => name);

it('links to the first, previous, next and last page with encoded filters', () => {
  const header = linksOf({}) ?? '';
  const links = [...header.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address = '', name]) => {
    const { searchParams } = new URL(address);
    return [name, searchParams.get('page') ?? '1', searchParams.get('search')];
  });
  expect(links).toEqual([
    ['first', '1', 'a, <b>; "c"'],
    ['prev', '1', 'a, <b>; "c"'],
    ['next', '3', 'a, <b>; "c"'],
    ['last', '3', 'a, <b>; "c"'],
  ]);
});

it('omits neighbours that do not exist', () => {
  expect(namesOf(linksOf({ page: 1 }))).toEqual(['first', 'next', 'last']);
  expect(namesOf(linksOf({ page: 3 }))).toEqual(['first', 'prev', 'last']);
  expect(namesOf(linksOf({ page: 1, total: 0 }))).toEqual(['first', 'last']);
});

it('is omitted if it would be too long for a header', () => {
  expect(linksOf({ filters: { include: '1,'.repeat(1000) } })).toBeUndefined();
});
