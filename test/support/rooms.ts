import { type Import, importsOf, type Sources } from './imports';

const PLAIN = ['settings', 'content-types', 'messages', 'kinds', 'sql'];
const PURE = [...PLAIN, 'access', 'resources'];

/**
 * D3: what each directory may import in addition to itself. Data flows in one direction, so nothing
 * imports what is listed below it.
 */
const MAY_IMPORT: Record<string, string[]> = {
  settings: [],
  'content-types': ['settings'],
  messages: ['settings', 'content-types'],
  kinds: ['settings', 'content-types', 'messages'],
  sql: ['settings', 'content-types', 'kinds'],
  access: PLAIN,
  resources: [...PLAIN, 'access'],
  database: PLAIN,
  listing: [...PURE, 'database'],
  saves: [...PLAIN, 'database', 'listing'],
  records: [...PURE, 'database', 'listing', 'saves'],
  http: [...PLAIN.filter((room) => room !== 'sql'), 'access', 'resources', 'database', 'records'],
};

/** The directories, in the order of the data flow. */
export const ROOMS = Object.keys(MAY_IMPORT);

/** The OpenAPI document and its page are computed from pure modules. */
const DOCUMENT = 'http/openapi/';

/** Whether a file must be pure: without Strapi, clock and I/O. */
const isPure = (file: string) => PURE.includes(roomOf(file)) || file.startsWith(DOCUMENT);

/** The only directories that use Strapi's database layer. */
const DATABASE_ROOMS = ['database', 'listing'];

/** The entry points, which nothing imports. */
export const ENTRIES = ['index', 'register', 'bootstrap'];

const OUTSIDE = /^(@strapi\/|node:(?!crypto$|assert$)|pg$|knex$|koa$|better-sqlite3$)/;
const CLOCK = /new Date\(\)|Date\.now\(\)|DateTime\.(now|local|utc)\(\)/;
const DATABASE = /\.db\s*\.(query|queryBuilder|connection|getConnection|schema|dialect)\b/;

export const roomOf = (file: string) =>
  file.includes('/') ? file.slice(0, file.indexOf('/')) : '';

const isOurs = (to: string, sources: Sources) =>
  [to, `${to}.ts`, `${to}/index.ts`].some((file) => sources.has(file)) ||
  to.startsWith('content-types/');

function faultOfImport({ from, to, typeOnly }: Import, sources: Sources): string | undefined {
  const room = roomOf(from);
  if (to.startsWith('..')) return `${from} reaches out of the server: ${to}`;
  if (!isOurs(to, sources)) {
    const forbidden = isPure(from) && OUTSIDE.test(to) && !typeOnly;
    return forbidden ? `${from} is pure and imports ${to}` : undefined;
  }
  if (ENTRIES.includes(to) && from !== 'index.ts') return `${from} imports ${to}, above every room`;
  const other = roomOf(to) || to;
  if (from.startsWith(DOCUMENT) && !PURE.includes(other) && !to.startsWith(DOCUMENT)) {
    return `${from} imports ${to}, which is not pure`;
  }
  if (room === '' || room === other || MAY_IMPORT[room]?.includes(other)) return undefined;
  return `${from} imports ${to}, of a room that ${room} may not import`;
}

function faultsOfText(file: string, text: string): string[] {
  const faults = [];
  const room = roomOf(file);
  if (isPure(file) && CLOCK.test(text)) faults.push(`${file} is pure and reads the clock`);
  if (room !== '' && !DATABASE_ROOMS.includes(room) && DATABASE.test(text)) {
    faults.push(`${file} talks to the database past the rooms for it`);
  }
  return faults;
}

/** D3.1: all violations of these rules, in words. */
export function breaches(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const faults = importsOf(file, text).map((found) => faultOfImport(found, sources));
    return [...faults.filter((fault) => fault !== undefined), ...faultsOfText(file, text)];
  });
}
