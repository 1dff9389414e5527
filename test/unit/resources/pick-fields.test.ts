import {
  pickFields,
  readAnswerShape,
} from '../../../src/plugins/calendar/server/src/resources/answer';

const event = {
  id: 12,
  title: 'Fair',
  image: false,
  venue: { id: 4, city: 'Lyon', geo: { lat: 1, lng: 2 } },
  organizer: [{ id: 7, email: 'a@example.org' }, { id: 8 }],
};

it.each([
  ['some keys, in the order of the record', ['title', 'id'], { id: 12, title: 'Fair' }],
  ['keys of what a key holds', ['venue.city'], { venue: { city: 'Lyon' } }],
  ['keys deep down', ['venue.geo.lat'], { venue: { geo: { lat: 1 } } }],
  ['all of a key that is also asked in part', ['venue', 'venue.id'], { venue: event.venue }],
  ['all of a key that was asked in part before', ['venue.id', 'venue'], { venue: event.venue }],
  ['keys of every item', ['organizer.id'], { organizer: [{ id: 7 }, { id: 8 }] }],
  ['what has no keys as it is', ['image.url'], { image: false }],
  ['nothing unknown', ['nothing', 'constructor', '__proto__.x', ''], {}],
])('keeps %s', (_, fields, expected) => {
  expect(pickFields(event, fields)).toEqual(expected);
});

it.each([
  ['_fields=id,title', ['id', 'title']],
  ['_fields=id,%20title,', ['id', 'title']],
  ['_fields[]=id&_fields%5B1%5D=venue.city,title', ['id', 'venue.city', 'title']],
  ['_fields=', []],
  ['fields=id', []],
])('reads _fields from %s', (query, fields) => {
  expect(readAnswerShape(query)).toEqual({ fields, envelope: false });
});

it.each([
  ['_envelope', true],
  ['_envelope=1', true],
  ['envelope=1', false],
])('reads _envelope from %s', (query, envelope) => {
  expect(readAnswerShape(query).envelope).toBe(envelope);
});
