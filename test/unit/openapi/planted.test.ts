import { openapiDocument } from '../../../src/plugins/calendar/server/src/http/openapi/document';
import { routeIndex } from '../../../src/plugins/calendar/server/src/http/openapi/route-index';
import { choice } from '../../../src/plugins/calendar/server/src/kinds/choice';
import { FIELDS } from '../../../src/plugins/calendar/server/src/kinds/fields';
import { readFields, readParams } from '../../../src/plugins/calendar/server/src/kinds/kind';
import { event } from '../../../src/plugins/calendar/server/src/resources/event';
import { filter } from '../../../src/plugins/calendar/server/src/resources/resource';
import { listParams } from '../../../src/plugins/calendar/server/src/resources/shared/list';
import { describedIn } from '../../support/described';
import { undescribedIn } from '../../support/undescribed';

const context = describedIn('en');

const indexOf = (resource: typeof event) =>
  JSON.stringify(routeIndex([resource], context).routes['/calendar/events/v1/events']);
const documentOf = (resource: typeof event) => openapiDocument([resource], context);
const pathsOf = (resource: typeof event) => JSON.stringify(documentOf(resource).paths);

describe('a new filter', () => {
  const weather = filter(choice(['rain', 'sun']));
  const planted = { ...event, filters: { ...event.filters, weather } };
  const read = (resource: typeof event) =>
    readParams(listParams(resource.filters), { weather: 'snow' }, context);

  it('appears in the index and the document, and is validated', () => {
    for (const told of [indexOf, pathsOf]) {
      expect(told(event)).not.toContain('weather');
      expect(told(planted)).toMatch(/weather.*"enum":\["rain","sun"\]/);
    }
    expect(() => read(event)).not.toThrow();
    expect(() => read(planted)).toThrow('rest_invalid_param');
  });

  it('is reported if it has no description', () => {
    expect(undescribedIn(documentOf(event))).toEqual([]);
    expect(undescribedIn(documentOf(planted))).toEqual([
      'listEvents weather',
      'listEventsIcs weather',
      'listEventsRss weather',
      'listEventsJsonfeed weather',
    ]);
    const city = { ...event, filters: { ...event.filters, city: weather } };
    expect(undescribedIn(documentOf(city))).toEqual(
      ['', 'Ics', 'Rss', 'Jsonfeed'].map((format) => `listEvents${format} city`),
    );
  });
});

describe('a new field', () => {
  const zones = { eventZone: 'UTC' };
  const read = () => readFields(FIELDS.event, { mood: 'angry' }, { ...context, ...zones });
  const everywhere = () => [indexOf(event), JSON.stringify(documentOf(event))];

  afterEach(() => {
    delete FIELDS.event.mood;
  });

  it('appears in the index and in bodies, and is validated', () => {
    for (const told of everywhere()) expect(told).not.toContain('mood');
    expect(read).not.toThrow();
    FIELDS.event.mood = choice(['glad', 'calm']);
    for (const told of everywhere()) {
      expect(told).toMatch(/"mood":\{.*"type":"string","enum":\["glad","calm"\]/);
    }
    expect(read).toThrow('rest_invalid_param');
  });

  it('is reported for each kind of body if it has no description', () => {
    FIELDS.event.mood = choice(['glad', 'calm']);
    const bodies = ['EventFields mood', 'EventForm mood', 'EventParts mood'];
    expect(undescribedIn(documentOf(event))).toEqual(bodies);
  });
});
