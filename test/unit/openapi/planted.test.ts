import { openapiDocument } from '../../../src/plugins/calendar/server/src/openapi/document';
import { routeIndex } from '../../../src/plugins/calendar/server/src/openapi/route-index';
import { choice } from '../../../src/plugins/calendar/server/src/params/choice';
import { readParams } from '../../../src/plugins/calendar/server/src/params/read-params';
import { event } from '../../../src/plugins/calendar/server/src/resources/event';
import { listParams } from '../../../src/plugins/calendar/server/src/resources/read-list';
import { filter } from '../../../src/plugins/calendar/server/src/resources/resource';
import { describedIn } from '../../support/described';

const weather = filter(choice(['rain', 'sun']));
const planted = { ...event, filters: { ...event.filters, weather } };
const context = describedIn('en');

const indexOf = (resource: typeof event) =>
  JSON.stringify(routeIndex([resource], context).routes['/calendar/events/v1/events']);
const documentOf = (resource: typeof event) =>
  JSON.stringify(openapiDocument([resource], context).paths);
const read = (resource: typeof event) =>
  readParams(listParams(resource.filters), { weather: 'snow' }, context);

it('shows a new filter in the index, in the document and in what is refused, together', () => {
  for (const describe of [indexOf, documentOf]) {
    expect(describe(event)).not.toContain('weather');
    expect(describe(planted)).toMatch(/weather.*"enum":\["rain","sun"\]/);
  }
  expect(() => read(event)).not.toThrow();
  expect(() => read(planted)).toThrow('rest_invalid_param');
});
