import { withoutSecrets } from '../../../src/plugins/calendar/server/src/middlewares/access-log';

it.each([
  ['/events', '/events'],
  ['/events?page=2', '/events?page=2'],
  ['/events/3?password=hunter2&page=2', '/events/3?password=…&page=2'],
  ['/events/3?PASSWORD[]=hunter2', '/events/3?PASSWORD[]=…'],
  ['/events/3?passw%6Frd=hunter2?', '/events/3?passw%6Frd=…'],
  ['/events/3?pass%ffword=hunter2', '/events/3?pass%ffword=…'],
  ['/events/3?password', '/events/3?password=…'],
])('writes %s into the log as %s', (address, written) => {
  expect(withoutSecrets(address)).toBe(written);
});
