import { arrangeForm } from '../../../src/plugins/calendar/admin/src/form-layout';
import { contentTypes } from '../../../src/plugins/calendar/server/src/content-types/rows';

type Type = keyof typeof contentTypes;
type Schema = {
  attributes: Record<string, { type: string; customField?: string }>;
  config: {
    metadatas: Record<string, unknown>;
    layouts: { edit: { name: string; size: number }[][] };
  };
};

const schemaOf = (type: Type) => contentTypes[type].schema as unknown as Schema;

/** A form as the content manager hands it to the hook. */
function formOf(type: Type, rows = schemaOf(type).config.layouts.edit) {
  const { attributes, config } = schemaOf(type);
  const field = ({ name, size }: { name: string; size: number }) => {
    const attribute = attributes[name] ?? { type: 'string' };
    return { name, size, type: attribute.type, attribute };
  };
  const layout = [rows.map((row) => row.map(field))];
  return arrangeForm({ layout: { layout, metadatas: config.metadatas }, query: {} }).layout;
}

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
