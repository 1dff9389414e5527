import {
  globalIds,
  urlOf,
  type View,
} from '../../../src/plugins/calendar/server/src/resources/answer';

const view = (urls = {}) =>
  ({
    origin: 'https://example.org/base',
    base: '/calendar/events/v1',
    settings: { urls },
  }) as unknown as View;
const record = { id: 12, slug: 'معرض 1', language: 'ar' as const };

it('links to the page of an event, and to the resource of other records', () => {
  expect(urlOf('event', record, view())).toBe(
    `https://example.org/base/ar/calendar/event/${encodeURIComponent('معرض 1')}`,
  );
  expect(urlOf('tag', record, view())).toBe(
    'https://example.org/base/ar/calendar/events/v1/tags/12',
  );
});

it("follows the host's pattern", () => {
  const event = 'https://www.example.org/{language}/agenda/{id}-{slug}';
  expect(urlOf('event', { ...record, slug: 'fair' }, view({ event }))).toBe(
    'https://www.example.org/ar/agenda/12-fair',
  );
});

it('builds a global id without a scheme', () => {
  expect(globalIds(12, view()).global_id).toBe('example.org/base?id=12');
});
