import { PAYLOADS } from '../../../src/plugins/calendar/server/src/resources/payloads';
import type {
  Venue,
  VenueValues,
} from '../../../src/plugins/calendar/server/src/resources/shared/payloads';
import { withoutEmpty } from '../../../src/plugins/calendar/server/src/resources/shared/present';

const head = {
  status: 'publish',
  date: '2026-05-01 10:00:00',
  url: 'https://example.org',
} as const;
const always = {
  ...head,
  id: 1,
  venue: 'Hall',
  show_map: true,
  show_map_link: true,
  global_id: '1',
  global_id_lineage: ['1'],
  language: 'en',
} as const satisfies Venue;

describe('a payload does not compile', () => {
  it('without a key that clients rely on', () => {
    const { show_map, ...rest } = always;
    // @ts-expect-error: show_map is missing.
    const venue: Venue = { ...rest };
    expect(venue).not.toHaveProperty('show_map');
  });

  it('with an unknown key, or a value that the document does not allow', () => {
    // @ts-expect-error: Venues have no colour.
    const coloured: Venue = { ...always, color: '#000000' };
    // @ts-expect-error: null is never served.
    const unknown: Venue = { ...always, city: null };
    expect([coloured, unknown]).toHaveLength(2);
  });

  it('if a possibly empty value is missing', () => {
    // @ts-expect-error: all but the city are missing.
    expect(withoutEmpty<VenueValues>({ city: 'Ulm' })).toEqual({ city: 'Ulm' });
  });
});

it('a list is described without redundant bounds, and by references to its parts', () => {
  expect(PAYLOADS.EventList).toEqual({
    type: 'object',
    properties: {
      events: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
      rest_url: { type: 'string', format: 'uri' },
      next_rest_url: { type: 'string', format: 'uri' },
      previous_rest_url: { type: 'string', format: 'uri' },
      total: { type: 'integer' },
      total_pages: { type: 'integer' },
      feed_url: { type: 'string', format: 'uri' },
    },
    required: ['events', 'rest_url', 'total', 'total_pages'],
  });
});
