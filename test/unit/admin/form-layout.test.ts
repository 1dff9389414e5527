import { arrangeForm, withoutRepeats } from '../../../src/plugins/calendar/admin/src/form-layout';
import { contentTypes } from '../../../src/plugins/calendar/server/src/content-types/rows';

type Type = keyof typeof contentTypes;
type Schema = {
  attributes: Record<string, { type: string; customField?: string }>;
  config: {
    metadatas: Record<string, { edit: { label: string } }>;
    layouts: { edit: { name: string; size: number }[][] };
  };
};

const schemaOf = (type: Type) => contentTypes[type].schema as unknown as Schema;

/** A layout as the content manager hands it to the hooks. */
function layoutOf(type: Type, rows = schemaOf(type).config.layouts.edit) {
  const { attributes, config } = schemaOf(type);
  const field = ({ name, size }: { name: string; size: number }) => {
    const attribute = attributes[name] ?? { type: 'string' };
    const { label = name } = config.metadatas[name]?.edit ?? {};
    return { name, size, label, type: attribute.type, attribute };
  };
  const layout = [rows.map((row) => row.map(field))];
  return { layout: { layout, metadatas: config.metadatas }, query: {} };
}

const formOf = (...given: Parameters<typeof layoutOf>) => arrangeForm(layoutOf(...given)).layout;

type Form = ReturnType<typeof formOf>;

const shown = ({ layout }: Form) =>
  layout.map(([head, ...rows]) => [
    head?.[0]?.attribute.options?.group,
    ...rows.flat().map(({ name }) => name),
  ]);

const inputs = ({ layout }: Form) =>
  Object.fromEntries(layout.flat(2).map(({ name, type }) => [name, type]));

describe('the form of an event', () => {
  it('groups its fields into cards, with the rest under More', () => {
    expect(shown(formOf('event'))).toEqual([
      ['what', 'title', 'description', 'categories', 'tags', 'image'],
      ['when', 'start_date'],
      ['where', 'venue', 'attendance_mode', 'virtual_url', 'show_map', 'show_map_link'],
      ['who', 'organizer'],
      ['tickets', 'cost', 'ticket_url'],
      expect.arrayContaining(['visibility', 'post_status', 'date', 'password']),
      expect.arrayContaining(['more', 'slug', 'excerpt', 'author']),
    ]);
  });

  it('shows the times once, whatever a host has laid out', () => {
    const rows = [['end_date', 'title'], ['timezone'], ['all_day', 'start_date']].map((row) =>
      row.map((name) => ({ name, size: 6 })),
    );
    expect(shown(formOf('event', rows))).toEqual([
      ['what', 'title'],
      ['when', 'start_date'],
    ]);
    const alone = formOf('event', [[{ name: 'end_date', size: 6 }]]);
    expect(shown(alone)).toEqual([['when', 'end_date']]);
    expect(alone.layout[0]?.[1]?.[0]?.attribute.customField).toBe('plugin::calendar.wall-time');
  });

  it('passes the fields of the times to their heading and input', () => {
    const [, when] = formOf('event').layout;
    const all = ['start_date', 'end_date', 'timezone', 'all_day'];
    expect(when?.flat().map(({ attribute }) => attribute.options?.fields)).toEqual([all, all]);
  });

  it('marks URL fields as left-to-right', () => {
    const ltr = formOf('event')
      .layout.flat(2)
      .filter(({ attribute }) => attribute.options?.ltr)
      .map(({ name }) => name);
    expect(ltr.sort()).toEqual(['ticket_url', 'virtual_url', 'website']);
  });

  it('uses switches, lines and choices', () => {
    expect(inputs(formOf('event'))).toMatchObject({
      ...{ start_date: 'calendar-when', sticky: 'calendar-switch', website: 'calendar-line' },
      ...{ post_status: 'calendar-choice', cost: 'calendar-line', author: 'integer' },
    });
  });
});

describe('the hooks of a form', () => {
  const rows = ['title', 'cost'].map((name) => [{ name, size: 6 }]);

  it('show a field once that is stored twice, where it was', () => {
    const heading = [{ name: 'cost', size: 12 }];
    const repeated = layoutOf('event', [heading, ...rows, heading, ...rows]);
    expect(withoutRepeats(repeated)).toEqual(layoutOf('event', rows));
  });

  it('show a label that a host wrote, and translate those of the schema', () => {
    const given = layoutOf('event', rows);
    for (const field of given.layout.layout.flat(2)) if (field.name === 'cost') field.label = 'Fee';
    const labels = arrangeForm(given).layout.layout.map((panel) => panel[1]?.[0]?.label);
    expect(labels).toEqual(['Title', { id: 'calendar.own-label', defaultMessage: 'Fee' }]);
    const types = Object.keys(contentTypes) as Type[];
    const all = types.flatMap((type) => formOf(type).layout.flat(2));
    expect(all.filter(({ label }) => typeof label !== 'string')).toEqual([]);
  });
});

describe('other forms', () => {
  it('show the state and province of a venue as one input', () => {
    const rows = [['state', 'province', 'stateprovince'].map((name) => ({ name, size: 4 }))];
    const form = formOf('venue', rows);
    expect(inputs(form)).toEqual({ stateprovince: 'calendar-area' });
  });

  it.each(['organizer', 'category', 'tag'] as const)('keep the rows of type %s', (type) => {
    const { edit } = schemaOf(type).config.layouts;
    const names = formOf(type)
      .layout.flat()
      .map((row) => row.map(({ name }) => name));
    expect(names).toEqual(edit.map((row) => row.map(({ name }) => name)));
  });

  it('of other plugins are unchanged', () => {
    const layout = { layout: [[[]]], metadatas: { title: {}, slug: {} } };
    expect(arrangeForm({ layout, query: {} }).layout).toBe(layout);
  });
});
