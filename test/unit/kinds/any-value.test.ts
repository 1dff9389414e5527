import qs from 'qs';
import { FIELDS } from '../../../src/plugins/calendar/server/src/kinds/fields';
import { readFields, readParams } from '../../../src/plugins/calendar/server/src/kinds/kind';
import { CalendarError } from '../../../src/plugins/calendar/server/src/messages/errors';
import type { Resource } from '../../../src/plugins/calendar/server/src/resources/resource';
import { RESOURCES } from '../../../src/plugins/calendar/server/src/resources/routes';
import { listParams } from '../../../src/plugins/calendar/server/src/resources/shared/list';
import { RECORD_TYPES } from '../../../src/plugins/calendar/server/src/settings/record-types';
import { readSettings } from '../../../src/plugins/calendar/server/src/settings/settings';
import { NASTY_FIELD_VALUES, NASTY_SHAPES, NASTY_VALUES } from '../../support/nasty-values';

const context = {
  now: new Date('2027-01-01T00:00:00Z'),
  settings: readSettings({}),
  language: 'en',
  eventZone: 'Europe/Paris',
} as const;

/** What is neither read nor refused by that name alone. */
function fault(name: string, sent: unknown, read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    const params = error instanceof CalendarError ? Object.keys(error.refusal.params ?? {}) : [];
    return params.join() === name ? undefined : `${name}: ${JSON.stringify(sent)} → ${error}`;
  }
}

const FIELD_SHAPES: ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => [value],
  (value) => ({ a: [{ label: 'b', value: [value] }] }),
  (value) => ({ [String(value)]: value }),
  (value) => [{ venue: value, organizer: value, name: value, description: value, slug: value }],
];

it.each((RESOURCES as readonly Resource[]).map((resource) => [resource.path, resource] as const))(
  'reads any value in each parameter of %s, or rejects it by name',
  (_, { filters, editorFilters, single }) => {
    const params = { ...listParams({ ...filters, ...editorFilters }), ...single };
    const faults = Object.keys(params).flatMap((name) =>
      NASTY_VALUES.flatMap((value) =>
        NASTY_SHAPES.map((shape) => {
          const sent = qs.parse(shape(name, value));
          return fault(name, sent, () => readParams(params, sent, context));
        }),
      ),
    );
    expect(faults.filter(Boolean)).toEqual([]);
  },
);

it.each(RECORD_TYPES)('reads any value in each field of each %s, or rejects it by name', (type) => {
  const faults = Object.keys(FIELDS[type]).flatMap((name) =>
    NASTY_FIELD_VALUES.flatMap((value) =>
      FIELD_SHAPES.map((shape) => {
        const sent = { [name]: shape(value) };
        return fault(name, sent, () => readFields(FIELDS[type], sent, context));
      }),
    ),
  );
  expect(faults.filter(Boolean)).toEqual([]);
});
