import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';

const STANDARD = { enabled: true, maxBytes: 10 * 1024 * 1024, timeout: 10 };

it('allows pictures of 10 MB within 10 seconds by default', () => {
  expect(readSettings({}).imageImport).toEqual(STANDARD);
  const unset = { enabled: undefined, maxBytes: '', timeout: undefined };
  expect(readSettings({ imageImport: unset }).imageImport).toEqual(STANDARD);
});

it('reads the settings as strings of environment variables', () => {
  const given = { enabled: 'false', maxBytes: '2048', timeout: '3' };
  expect(readSettings({ imageImport: given }).imageImport).toEqual({
    enabled: false,
    maxBytes: 2048,
    timeout: 3,
  });
});

it.each([
  [{ enabled: 'perhaps' }, 'calendar.imageImport.enabled'],
  [{ maxBytes: 10 }, 'calendar.imageImport.maxBytes'],
  [{ timeout: '0' }, 'calendar.imageImport.timeout'],
  [{ allowPrivate: true }, 'calendar.imageImport'],
])('names the invalid setting in %j', (imageImport, name) => {
  expect(() => readSettings({ imageImport })).toThrow(name);
});
