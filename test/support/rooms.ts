import { type Import, importsOf, type Sources } from './imports';

/** D3: the rooms of the server in the order data leaves them. */
export const ROOMS = [
  'settings',
  'content-types',
  'messages',
  'kinds',
  'params',
  'sql',
  'access',
  'query',
  'representation',
  'resources',
  'feeds',
  'openapi',
  'store',
  'listing',
  'rules',
  'services',
  'policies',
  'middlewares',
  'controllers',
  'routes',
];

/** Values in, values out: no Strapi, no clock, no machine. */
const PURE = ROOMS.slice(ROOMS.indexOf('settings'), ROOMS.indexOf('openapi') + 1);

/** They put the rooms together, and nothing is below them. */
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
    const forbidden = PURE.includes(room) && OUTSIDE.test(to) && !typeOnly;
    return forbidden ? `${from} is pure and imports ${to}` : undefined;
  }
  if (ENTRIES.includes(to) && from !== 'index.ts') return `${from} imports ${to}, above every room`;
  if (room === '' || ROOMS.indexOf(roomOf(to)) <= ROOMS.indexOf(room)) return undefined;
  return `${from} imports ${to}, of a later room`;
}

function faultsOfText(file: string, text: string): string[] {
  const faults = [];
  const room = roomOf(file);
  if (PURE.includes(room) && CLOCK.test(text)) faults.push(`${file} is pure and reads the clock`);
  if (room !== '' && room !== 'store' && DATABASE.test(text)) {
    faults.push(`${file} talks to the database past the store`);
  }
  return faults;
}

/** Every breach of the house's order, in words; D3.1. */
export function breaches(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const faults = importsOf(file, text).map((found) => faultOfImport(found, sources));
    return [...faults.filter((fault) => fault !== undefined), ...faultsOfText(file, text)];
  });
}
