import { keepOwnLabel } from './own-labels';

/** The part used here of a field in the content manager's form layout. */
interface Field {
  name: string;
  type: string;
  size: number;
  label?: string;
  hint?: unknown;
  attribute: {
    type?: string;
    enum?: string[];
    customField?: string;
    options?: Record<string, unknown>;
    /** Input options in the schema that Strapi does not know. */
    pluginOptions?: { calendar?: { input?: 'line' | 'address' } };
  };
}

type Row = Field[];

interface Layout {
  layout: Row[][];
  metadatas?: Record<string, unknown>;
}

/** The groups of an event's form, in order; fields in none are collapsed under "More". */
const GROUPS = {
  what: ['title', 'description', 'image', 'categories', 'tags'],
  when: ['start_date', 'end_date', 'timezone', 'all_day'],
  where: ['venue', 'attendance_mode', 'virtual_url', 'show_map', 'show_map_link'],
  who: ['organizer'],
  tickets: ['cost', 'ticket_url'],
  visibility: [
    'post_status',
    'date',
    'event_status',
    'hide_from_listings',
    'featured',
    'sticky',
    'password',
  ],
};

const MORE = 'more';

const ORDER = [...Object.keys(GROUPS), MORE];

const groupOf = ({ name }: Field) =>
  Object.entries(GROUPS).find(([, names]) => names.includes(name))?.[0] ?? MORE;

/** Attributes written by one combined input, by the attribute whose place it takes. */
const WRITES: Record<string, string[]> = {
  start_date: GROUPS.when,
  stateprovince: ['stateprovince', 'state', 'province'],
};

/** The attribute whose combined input writes this one; `""` if none. */
const combinedInputOf = (name: string) =>
  Object.keys(WRITES).find((one) => one !== name && WRITES[one]?.includes(name)) ?? '';

/** Attributes that identify each type, because a layout does not name its type. */
const MARKS = {
  event: ['utc_start_date', 'hide_from_listings'],
  venue: ['stateprovince', 'geo_lat'],
  organizer: ['organizer', 'email'],
  category: ['name', 'color'],
  tag: ['name', 'description'],
};

/** The type of a layout; undefined for types of other plugins. */
export function typeOf({ metadatas = {} }: Pick<Layout, 'metadatas'>) {
  const has = (name: string) => Object.hasOwn(metadatas, name);
  if (!['public_id', 'slug'].every(has)) return undefined;
  return Object.entries(MARKS).find(([, marks]) => marks.every(has))?.[0];
}

/** Marks text attributes edited on one line (Strapi would use a text area); addresses are left to right. */
const lineOf = ({ attribute }: Field) => attribute.pluginOptions?.calendar?.input;

const OWN: Record<string, string> = {
  ...{ start_date: 'when', stateprovince: 'area' },
  ...{ geo_lat: 'degrees', geo_lng: 'degrees' },
};
const BY_KIND: Record<string, string> = {
  boolean: 'switch',
  datetime: 'moment',
  enumeration: 'choice',
  media: 'media',
};

function inputOf(field: Field): string | undefined {
  return OWN[field.name] ?? (lineOf(field) ? 'line' : BY_KIND[field.type]);
}

function withInput(field: Field, type: string): Field {
  const input = inputOf(field);
  if (!input) return field;
  const { customField: _, ...attribute } = field.attribute;
  const ltr = lineOf(field) === 'address';
  const options = { ...attribute.options, type, ltr, fields: WRITES[field.name] };
  const size = input === 'when' ? 12 : field.size;
  // Translated choices need no hint, but one that a host wrote stays.
  const hint = input === 'choice' && typeof field.hint !== 'string' ? undefined : field.hint;
  return { ...field, hint, type: `calendar-${input}`, size, attribute: { ...attribute, options } };
}

/** The heading row of a group, named after its first field because Strapi draws fields only; everybody sees it. */
function heading(group: string, rows: Row[]): Row {
  const fields = rows.flat().flatMap(({ name }) => WRITES[name] ?? name);
  const attribute = { type: 'string', options: { group, fields } };
  const [first] = rows.flat() as [Field];
  return [{ ...first, attribute, size: 12, type: 'calendar-group' }];
}

/** The host's rows, distributed to one panel per group. */
function grouped(rows: Row[]): Row[][] {
  return ORDER.flatMap((group) => {
    const own = rows
      .map((row) => row.filter((field) => groupOf(field) === group))
      .filter((row) => row.length > 0);
    return own.length > 0 ? [[heading(group, own), ...own]] : [];
  });
}

const mapRows = (panels: Row[][], change: (row: Row) => Row) =>
  panels.map((rows) => rows.map(change).filter((row) => row.length > 0));

/** A hook of the content manager: shows a field once that the layout names twice, as earlier versions stored it. */
export function withoutRepeats<Given extends { layout: Layout }>({ layout, ...rest }: Given) {
  if (!typeOf(layout)) return { ...rest, layout };
  const last = new Map(layout.layout.flat(2).map((field) => [field.name, field]));
  const once = (row: Row) => row.filter((field) => last.get(field.name) === field);
  return { ...rest, layout: { ...layout, layout: mapRows(layout.layout, once) } };
}

/**
 * A hook of the content manager: replaces inputs in the forms of our types, and groups the fields of events. Layouts
 * in the database are not changed, so it applies to layouts that a host configured too.
 */
export function arrangeForm<Given extends { layout: Layout }>({ layout, ...rest }: Given) {
  const type = typeOf(layout);
  if (!type) return { ...rest, layout };
  const shown = layout.layout.flat(2).map(({ name }) => name);
  const isWritten = ({ name }: Field) => shown.includes(combinedInputOf(name));
  const drawn = (row: Row) =>
    row
      .filter((field) => !isWritten(field))
      .map((field) => keepOwnLabel(type, withInput(field, type)));
  const panels = mapRows(layout.layout, drawn);
  const isZone = (rows: Row[]) => rows.flat().some((field) => field.type === 'dynamiczone');
  const own = panels.filter((rows) => !isZone(rows));
  return {
    ...rest,
    layout: {
      ...layout,
      layout: type === 'event' ? [...grouped(own.flat()), ...panels.filter(isZone)] : panels,
    },
  };
}
