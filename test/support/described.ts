import type { DescribeContext } from '../../src/plugins/calendar/server/src/http/openapi/context';
import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';

/** The context of a description in a language, with fixed time, default settings and base path. */
export const describedIn = (language: Language): DescribeContext => ({
  language,
  now: new Date('2027-03-14T12:00:00Z'),
  settings: readSettings({}),
  origin: 'https://calendar.example',
  base: '/calendar/events/v1',
  root: 'https://calendar.example/calendar/events/v1',
});

/** The value without its descriptions, at any depth. */
export function undescribed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(undescribed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'description' && typeof inner === 'string'))
      .map(([key, inner]) => [key, undescribed(inner)]),
  );
}
