import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { z } from 'zod';
import { contentTypes } from '../../../src/plugins/calendar/server/src/content-types/rows';
import { FIELDS } from '../../../src/plugins/calendar/server/src/kinds/fields';
import { jsonSchema, type Schema } from '../../../src/plugins/calendar/server/src/kinds/kind';
import type { RowOf, VenueRow } from '../../../src/plugins/calendar/server/src/kinds/rows';
import type { RecordType } from '../../../src/plugins/calendar/server/src/settings/record-types';

const SERVER = path.resolve(__dirname, '../../../src/plugins/calendar/server/src');

interface Attribute {
  type: string;
  customField?: string;
  enum?: string[];
  required?: boolean;
}

/** Where the columns stand that are no fields. */
const COLUMNS: Record<RecordType, string[]> = {
  event: ['PostRow', 'EventColumns'],
  venue: ['PostRow'],
  organizer: ['PostRow'],
  category: ['RecordRow'],
  tag: ['RecordRow'],
};

const statements = ['content-types/rows.ts', 'kinds/rows.ts'].flatMap((file) => {
  const text = fs.readFileSync(path.join(SERVER, file), 'utf8');
  return [...ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true).statements];
});

const interfaces = new Map(
  statements.filter(ts.isInterfaceDeclaration).map((row) => [row.name.text, row]),
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
  'plugin::calendar.wall-time': 'string',
  'plugin::calendar.timezone': 'string',
  'plugin::calendar.reference': 'number',
  'plugin::calendar.references': 'number[]',
};

const oneOf = (words: string[]) => words.map((word) => `'${word}'`).join(' | ');

function typeOf({ type, customField, enum: words }: Attribute): string {
  if (type === 'json') return 'unknown';
  return `${words ? oneOf(words) : TYPES[customField ?? type]} | null`;
}

/** What a kind says of the column of a field. */
function typeOfStored({ type, enum: words, items }: Schema): string {
  if (type === undefined) return 'unknown';
  if (words) return `${oneOf(words as string[])} | null`;
  if (type === 'array') return `${typeOfStored(items as Schema).replace(' | null', '[]')} | null`;
  return `${type === 'integer' ? 'number' : type} | null`;
}

it.each(Object.entries(COLUMNS) as [RecordType, string[]][])(
  'types the rows of %s as the schema stores them',
  (type, columns) => {
    const { attributes } = contentTypes[type].schema as {
      attributes: Record<string, Attribute>;
    };
    const members = new Map(columns.flatMap((name) => [...membersOf(name)]));
    const types = Object.entries(attributes)
      .filter(([, { type }]) => type !== 'media')
      .map(([name, attribute]) => {
        const { stored } = (FIELDS[type][name] ?? {}) as { stored?: z.ZodType };
        const wanted = typeOf(attribute);
        const told = stored ? typeOfStored(jsonSchema(stored)) : members.get(name);
        return { name, wanted: name === 'public_id' ? 'number' : wanted, told };
      });
    expect(types.length).toBeGreaterThan(3);
    expect(types.map(({ name, told }) => [name, told])).toEqual(
      types.map(({ name, wanted }) => [name, wanted]),
    );
  },
);

it('does not compile if a row type and its schema differ', () => {
  // @ts-expect-error: the schema has no such attribute.
  type More = RowOf<VenueRow & { mood: string | null }, typeof contentTypes.venue>;
  // @ts-expect-error: the schema has an attribute besides.
  type Less = RowOf<Omit<VenueRow, 'city'>, typeof contentTypes.venue>;
  expect<(More | Less)[]>([]).toEqual([]);
});
