import type { DescribeContext } from '../../src/plugins/calendar/server/src/http/openapi/context';
import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';

/** Noon of a day, at the interface's own address. */
export const describedIn = (language: Language): DescribeContext => ({
  language,
  now: new Date('2027-03-14T12:00:00Z'),
  settings: readSettings({}),
  origin: 'https://calendar.example',
  base: '/calendar/events/v1',
  root: 'https://calendar.example/calendar/events/v1',
});

/** The same without any description. */
export function undescribed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(undescribed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'description' && typeof inner === 'string'))
      .map(([key, inner]) => [key, undescribed(inner)]),
  );
}
