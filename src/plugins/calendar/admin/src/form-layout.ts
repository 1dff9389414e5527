/** As far as we use what the content manager lays out a form by. */
interface Field {
  name: string;
  type: string;
  size: number;
  hint?: unknown;
  attribute: {
    type?: string;
    enum?: string[];
    customField?: string;
    options?: Record<string, unknown>;
    /** What the schema says of an input that Strapi cannot know. */
    pluginOptions?: { calendar?: { input?: 'line' | 'address' } };
  };
}

type Row = Field[];

interface Layout {
  layout: Row[][];
  metadatas?: Record<string, unknown>;
}

/** The groups of an event's form, in the order in which people think of it; what is in none is behind "More". */
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

/** The attributes that an input writes, by the one in whose place it stands. */
const WRITES: Record<string, string[]> = {
  start_date: GROUPS.when,
  stateprovince: ['stateprovince', 'state', 'province'],
};

/** By which other attribute's input an attribute is written. */
const writtenBy = (name: string) =>
  Object.keys(WRITES).find((one) => one !== name && WRITES[one]?.includes(name)) ?? '';

/** By which attributes a type of ours is known: a layout names no type. */
const MARKS = {
  event: ['utc_start_date', 'hide_from_listings'],
  venue: ['stateprovince', 'geo_lat'],
  organizer: ['organizer', 'email'],
  category: ['name', 'color'],
  tag: ['name', 'description'],
};

/** Of which type of ours a layout is; nothing for those of others. */
export function typeOf({ metadatas = {} }: Pick<Layout, 'metadatas'>) {
  const has = (name: string) => Object.hasOwn(metadatas, name);
  if (!['public_id', 'slug'].every(has)) return undefined;
  return Object.entries(MARKS).find(([, marks]) => marks.every(has))?.[0];
}

/** Texts of any length in Strapi's eyes, of one line in people's; addresses run from left to right. */
const lineOf = ({ attribute }: Field) => attribute.pluginOptions?.calendar?.input;

const OWN: Record<string, string> = { start_date: 'when', stateprovince: 'area' };
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
  // Choices say what they mean; what a host has written stays.
  const hint = input === 'choice' && typeof field.hint !== 'string' ? undefined : field.hint;
  return { ...field, hint, type: `calendar-${input}`, size, attribute: { ...attribute, options } };
}

/** A line above a group, for whoever may read one of its fields; by its name Strapi knows a field. */
function heading(group: string, rows: Row[]): Row {
  const fields = rows.flat().flatMap(({ name }) => WRITES[name] ?? name);
  const attribute = { type: 'string', options: { group, fields } };
  const [first] = rows.flat() as [Field];
  return [{ ...first, attribute, size: 12, type: 'calendar-group' }];
}

/** The rows as a host has laid them out, a card for each group. */
function grouped(rows: Row[]): Row[][] {
  return ORDER.flatMap((group) => {
    const own = rows
      .map((row) => row.filter((field) => groupOf(field) === group))
      .filter((row) => row.length > 0);
    return own.length > 0 ? [[heading(group, own), ...own]] : [];
  });
}

/**
 * A hook of the content manager: the forms of our types with inputs of ours, and that of events in groups.
 * It changes nothing that is stored, so it holds for layouts of hosts, too.
 */
export function arrangeForm<Given extends { layout: Layout }>({ layout, ...rest }: Given) {
  const type = typeOf(layout);
  if (!type) return { ...rest, layout };
  const shown = layout.layout.flat(2).map(({ name }) => name);
  const isWritten = ({ name }: Field) => shown.includes(writtenBy(name));
  const drawn = (row: Row) =>
    row.filter((field) => !isWritten(field)).map((field) => withInput(field, type));
  const panels = layout.layout.map((rows) => rows.map(drawn).filter((row) => row.length > 0));
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
