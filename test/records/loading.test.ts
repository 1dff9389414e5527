import {
  loadEvents,
  loadListedTerms,
  loadVenues,
} from '../../src/plugins/calendar/server/src/listing/load';
import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { registerUser } from '../support/callers';
import { buildCategory, buildEvent, buildVenue } from '../support/records';

const reading = { now: new Date(), languages: ['en', 'fr', 'es', 'ar'] as never };

const HOSTILE = 'a "quoted" \\ back\tslash\u2028 \u{1F600} é ن \u0001 {{x}} @calendar_events ? $1';

/** The row as read by Strapi's query engine, with instants as numbers. */
async function asStrapiReads(type: RecordType, id: number) {
  const { attributes } = strapi.db.metadata.get(uidOf(type));
  const row = await strapi.db.query(uidOf(type)).findOne({ where: { id } });
  const { search_text, ...shown } = row;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      attributes[name]?.type === 'datetime' && value ? +new Date(value as string) : value,
    ]),
  );
}

it('loadEvents returns the same row as Strapi, whatever characters it contains', async () => {
  await registerUser(700_007);
  const { id, public_id } = await buildEvent({
    title: HOSTILE,
    description: `<p>${HOSTILE}</p>`,
    custom_fields: { a: { label: HOSTILE, value: [1.5, 5e-300, null, true, { deep: '"' }] } },
    all_day: true,
    show_map: false,
    author: 700_007,
    date: '2026-01-02T03:04:05.678Z',
    post_status: null,
  });
  const [event] = await loadEvents([id], reading);
  expect(event?.row).toEqual(await asStrapiReads('event', id));
  expect(event?.translations).toEqual([{ language: 'en', slug: event?.row.slug }]);
  expect(event?.row.public_id).toBe(public_id);
});

it('loadEvents reads null columns like Strapi', async () => {
  const { id } = await buildEvent({}, { publish: false });
  const nothing = { all_day: null, venue: null, custom_fields: null, date: null, author: null };
  await strapi.db.query(uidOf('event')).update({ where: { id }, data: nothing });
  const [event] = await loadEvents([id], { ...reading, unpublished: ['event'] });
  expect(event?.row).toEqual(await asStrapiReads('event', id));
});

it('loadEvents returns parent 0 for an event without one, for every viewer', async () => {
  const { id } = await buildEvent();
  for (const unpublished of [[], ['event']] as const) {
    expect(await loadEvents([id], { ...reading, unpublished })).toMatchObject([{ parent: 0 }]);
  }
});

it('loadVenues reads coordinates in full precision', async () => {
  const { id } = await buildVenue({ geo_lat: 48.85837009999999, geo_lng: -0.1 - 0.2 });
  const [venue] = await loadVenues([id], reading);
  expect([venue?.row.geo_lat, venue?.row.geo_lng]).toEqual([48.85837009999999, -0.1 - 0.2]);
  expect(venue?.row).toEqual(await asStrapiReads('venue', id));
});

it('loadListedTerms reads a category like Strapi, but a missing parent as null', async () => {
  const { id } = await buildCategory({ name: HOSTILE, color: '#123456' });
  await strapi.db.query(uidOf('category')).update({ where: { id }, data: { parent: 123_456 } });
  const [category] = await loadListedTerms('category', [id], reading.now);
  expect(category?.row).toEqual({ ...(await asStrapiReads('category', id)), parent: null });
});

it('loadVenues keeps the order of the ids and omits missing ones', async () => {
  const ids = [(await buildVenue()).id, (await buildVenue()).id, (await buildVenue()).id].reverse();
  const venues = await loadVenues([...ids, 999_999], reading);
  expect(venues.map(({ row }) => row.id)).toEqual(ids);
});
