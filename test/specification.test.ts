import { contentTypes } from '../src/plugins/calendar/server/src/content-types/rows';
import { RESOURCES, ROUTES } from '../src/plugins/calendar/server/src/resources/routes';
import { listParams } from '../src/plugins/calendar/server/src/resources/shared/list';
import {
  RECORD_TYPES,
  type RecordType,
} from '../src/plugins/calendar/server/src/settings/record-types';
import {
  commonParameters,
  specifiedFields,
  specifiedParameters,
  specifiedRoutes,
  tablesOf,
} from './support/specification';
import { extraParameters, pendingParameters, pendingRoutes } from './support/specification-pending';

const counts = (lists: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));

const difference = (these: string[], those: string[]) =>
  these.filter((one) => !those.includes(one)).sort();

describe('the tables of the specification', () => {
  it('are parsed completely', () => {
    expect(tablesOf('# A\n\nlead:\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n| z |\n| - |\n')).toEqual([
      { heading: 'A', lead: 'lead:', rows: [{ x: '1', y: '2' }] },
      { heading: 'A', lead: 'lead:', rows: [] },
    ]);
  });

  it('name 52 routes on 15 paths', () => {
    const paths = new Set(specifiedRoutes.map((route) => route.split(' ')[1]));
    expect(new Set(specifiedRoutes).size).toBe(52);
    expect(specifiedRoutes).toHaveLength(52);
    expect(paths.size).toBe(15);
    const withMethod = (method: string) =>
      specifiedRoutes.filter((route) => route.startsWith(`${method} `)).length;
    expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(withMethod)).toEqual([15, 13, 8, 8, 8]);
  });

  it('name the expected number of fields of each type', () => {
    expect(counts(specifiedFields)).toEqual({
      event: 24,
      venue: 18,
      organizer: 10,
      category: 4,
      tag: 3,
    });
  });

  it('name the expected number of query parameters of each list', () => {
    expect(commonParameters).toEqual(['i18n_language']);
    expect(counts(specifiedParameters)).toEqual({
      events: 22,
      venues: 7,
      organizers: 7,
      categories: 12,
      tags: 11,
    });
  });
});

describe('the implementation', () => {
  const built = ROUTES.map(({ method, path }) => `${method} ${path}`);

  it('has every specified route except the pending ones', () => {
    expect(difference(specifiedRoutes, built)).toEqual([...pendingRoutes].sort());
  });

  it('has no unspecified route', () => {
    expect(difference(built, specifiedRoutes)).toEqual([]);
  });

  it.each(RESOURCES)('reads the specified parameters of GET /$path', ({ path, filters }) => {
    const specified = [
      ...(specifiedParameters[path] ?? []).map(({ name }) => name),
      ...commonParameters,
    ];
    const read = Object.keys(listParams(filters));
    expect(difference(specified, read)).toEqual([...(pendingParameters[path] ?? [])].sort());
    expect(difference(read, specified)).toEqual(extraParameters[path] ?? []);
  });

  it('has pending parameters only for existing lists', () => {
    const lists = RESOURCES.map(({ path }) => path);
    expect(difference(Object.keys(pendingParameters), lists)).toEqual([]);
  });
});

/** D5.6, D6.1: derived from an attribute of another name. */
const KEPT_AS: Record<string, string> = { date_utc: 'date', status: 'post_status' };

describe.each([...RECORD_TYPES])('the content type %s', (type: RecordType) => {
  const { attributes } = contentTypes[type].schema as { attributes: Record<string, Attribute> };
  const fields = specifiedFields[type] ?? [];

  it('has an attribute for every specified field', () => {
    expect(fields.length).toBeGreaterThan(0);
    const kept = fields.map(({ name }) => KEPT_AS[name] ?? name);
    expect(kept.filter((name) => !(name in attributes))).toEqual([]);
  });

  it('requires exactly the fields that the specification requires', () => {
    const demanded = Object.keys(attributes).filter((name) => attributes[name]?.required);
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    expect(demanded.sort()).toEqual(required.sort());
  });
});

interface Attribute {
  required?: boolean;
}
