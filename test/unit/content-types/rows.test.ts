import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { contentTypes } from '../../../src/plugins/calendar/server/src/content-types/rows';
import type { RecordType } from '../../../src/plugins/calendar/server/src/settings/record-types';

const FILE = path.resolve(
  __dirname,
  '../../../src/plugins/calendar/server/src/content-types/rows.ts',
);

interface Attribute {
  type: string;
  customField?: string;
  enum?: string[];
  required?: boolean;
}

const ROWS: Record<RecordType, string> = {
  event: 'EventRow',
  venue: 'VenueRow',
  organizer: 'OrganizerRow',
  category: 'CategoryRow',
  tag: 'TermRow',
};

const source = ts.createSourceFile(
  FILE,
  fs.readFileSync(FILE, 'utf8'),
  ts.ScriptTarget.ESNext,
  true,
);

const interfaces = new Map(
  source.statements.filter(ts.isInterfaceDeclaration).map((row) => [row.name.text, row]),
);

/** The members of a row with those that it inherits: their types as they are written. */
function membersOf(name: string): Map<string, string> {
  const row = interfaces.get(name);
  const inherited = (row?.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap(({ expression }) => [...membersOf(expression.getText())]);
  const own = [...(row?.members ?? [])].flatMap((member): [string, string][] =>
    ts.isPropertySignature(member) ? [[member.name.getText(), member.type?.getText() ?? '']] : [],
  );
  return new Map([...inherited, ...own]);
}

const TYPES: Record<string, string> = {
  string: 'string',
  text: 'string',
  email: 'string',
  richtext: 'string',
  boolean: 'boolean',
  integer: 'number',
  float: 'number',
  datetime: 'Instant',
  'plugin::calendar.wall-time': 'WallTime',
  'plugin::calendar.timezone': 'string',
  'plugin::calendar.reference': 'number',
  'plugin::calendar.references': 'number[]',
};

function typeOf({ type, customField, enum: words }: Attribute): string {
  if (type === 'json') return 'unknown';
  const known = words?.map((word) => `'${word}'`).join(' | ') ?? TYPES[customField ?? type];
  return `${known} | null`;
}

/** Those that every row has, in every state. */
const ALWAYS = ['public_id', 'name'];

it.each(Object.entries(ROWS) as [RecordType, string][])(
  'types the attributes of the schema of %s as they are stored, in %s',
  (type, row) => {
    const { attributes } = contentTypes[type].schema as {
      attributes: Record<string, Attribute>;
    };
    const members = membersOf(row);
    const stored = Object.entries(attributes).filter(([, { type }]) => type !== 'media');
    expect(stored.length).toBeGreaterThan(3);
    const wanted = stored.map(([name, attribute]) => [
      name,
      ALWAYS.includes(name) ? typeOf(attribute).replace(' | null', '') : typeOf(attribute),
    ]);
    expect(stored.map(([name]) => [name, members.get(name)])).toEqual(wanted);
  },
);
