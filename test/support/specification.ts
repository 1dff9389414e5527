import fs from 'node:fs';
import path from 'node:path';

const FILE = path.resolve(__dirname, '../../docs/specification.md');

export interface Table {
  /** The heading above the table. */
  heading: string;
  /** The last line of text before the table. */
  lead: string;
  rows: Record<string, string>[];
}

const isRow = (line: string) => line.startsWith('|');
const cellsOf = (line: string) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());

/** The tables of a Markdown text, in order. */
export function tablesOf(markdown: string): Table[] {
  const tables: Table[] = [];
  let heading = '';
  let lead = '';
  let names: string[] | undefined;
  for (const line of markdown.split('\n')) {
    if (!isRow(line)) {
      names = undefined;
      if (line.startsWith('#')) heading = line.replace(/^#+\s*/, '');
      if (line.trim()) lead = line;
    } else if (!names) {
      names = cellsOf(line);
      tables.push({ heading, lead, rows: [] });
    } else if (!/^[|\s-]+$/.test(line)) {
      const cells = cellsOf(line);
      const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
      tables.at(-1)?.rows.push(row);
    }
  }
  return tables;
}

const tables = tablesOf(fs.readFileSync(FILE, 'utf8'));

const withColumn = (column: string) => tables.filter(({ rows }) => rows[0] && column in rows[0]);

/** Spec 4: every method of every path, such as `GET /events/{id}`. */
export const specifiedRoutes: string[] = withColumn('Method').flatMap(({ rows }) =>
  rows.flatMap(({ Method = '', Path = '' }) => {
    const address = /`([^`]+)`/.exec(Path)?.[1] ?? Path;
    return Method.split(',').map((method) => `${method.trim()} ${address}`);
  }),
);

export interface Field {
  name: string;
  type: string;
  required: boolean;
}

/** Spec 2: the fields accepted on create, by the resource's name in lower case. */
export const specifiedFields: Record<string, Field[]> = Object.fromEntries(
  withColumn('Field').map(({ heading, rows }) => [
    heading.split(' ')[0]?.toLowerCase() ?? '',
    rows.map((row) => ({
      name: row.Field ?? '',
      type: row.Type ?? '',
      required: row['Required on create']?.startsWith('yes') ?? false,
    })),
  ]),
);

export interface Parameter {
  name: string;
  type: string;
  default: string;
}

const addressesIn = (lead: string) =>
  [...lead.matchAll(/`GET \/(\w+)`/g)].map(([, collection]) => collection ?? '');

/** Spec 4: the query parameters of each list, by its path without the slash. */
export const specifiedParameters: Record<string, Parameter[]> = Object.fromEntries(
  withColumn('Default').flatMap(({ lead, rows }) =>
    addressesIn(lead).map((collection) => [
      collection,
      rows
        .filter(({ Meaning }) => collection !== 'tags' || !Meaning?.startsWith('Categories only'))
        .map((row) => ({ name: row.Name ?? '', type: row.Type ?? '', default: row.Default ?? '' })),
    ]),
  ),
);

/** Spec 2: the parameters of every route. */
export const commonParameters: string[] = tables
  .filter(({ heading }) => heading === 'Common parameter on every route')
  .flatMap(({ rows }) => rows.map(({ Name = '' }) => Name));
