import { type Import, importsOf, type Sources } from './imports';

const DATA = ['settings', 'content-types', 'messages', 'kinds', 'params', 'sql'];

/** D3: what each room may import besides itself: data flows one way, so nothing imports what stands below it. */
export const MAY_IMPORT: Record<string, string[]> = {
  settings: [],
  'content-types': ['settings'],
  messages: ['settings', 'content-types'],
  kinds: ['settings', 'content-types', 'messages'],
  params: ['settings', 'content-types', 'messages', 'kinds'],
  sql: ['settings', 'content-types', 'kinds'],
  access: DATA,
  query: [...DATA, 'access'],
  representation: [...DATA, 'access', 'query'],
  resources: [...DATA, 'access', 'query', 'representation'],
  feeds: [...DATA, 'access', 'query', 'representation', 'resources'],
  openapi: [...DATA, 'access', 'query', 'representation', 'resources', 'feeds'],
  store: DATA,
  listing: [...DATA, 'access', 'query', 'representation', 'resources', 'store'],
  rules: [...DATA, 'store', 'listing'],
  services: [
    ...DATA,
    'access',
    'query',
    'representation',
    'resources',
    'feeds',
    'store',
    'listing',
    'rules',
  ],
  policies: DATA,
  middlewares: [...DATA, 'access', 'representation', 'resources', 'openapi', 'store', 'services'],
  controllers: [
    ...DATA,
    'access',
    'representation',
    'resources',
    'feeds',
    'openapi',
    'store',
    'services',
    'middlewares',
  ],
  routes: [...DATA, 'resources', 'policies', 'middlewares', 'controllers'],
};

/** In the order in which data leaves them. */
export const ROOMS = Object.keys(MAY_IMPORT);

/**
 * Files that import a room which theirs may not: choosing and loading stand in `store/` until they are in
 * `listing/`, for instance. One that is paid leaves this list.
 */
export const DEBTS = [
  'middlewares/multipart → rules',
  'middlewares/stored-files → rules',
  'rules/addresses → resources',
  'rules/search-text → query',
  'rules/waiting → access',
  'store/changed-records → access',
  'store/choose → access',
  'store/choose → query',
  'store/choose-one → access',
  'store/find-references → representation',
  'store/grants → resources',
  'store/links → access',
  'store/load → access',
  'store/load → query',
  'store/load → representation',
  'store/look-up → access',
  'store/read-records → access',
  'store/read-records → representation',
  'store/statuses → access',
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

const debtOf = (from: string, to: string) => `${from.replace(/\.ts$/, '')} → ${roomOf(to) || to}`;

/** Debts that nobody has any more. */
export function paid(sources: Sources): string[] {
  const owed = [...sources].flatMap(([file, text]) =>
    importsOf(file, text).map(({ from, to }) => debtOf(from, to)),
  );
  return DEBTS.filter((debt) => !owed.includes(debt));
}

function faultOfImport({ from, to, typeOnly }: Import, sources: Sources): string | undefined {
  const room = roomOf(from);
  if (to.startsWith('..')) return `${from} reaches out of the server: ${to}`;
  if (!isOurs(to, sources)) {
    const forbidden = PURE.includes(room) && OUTSIDE.test(to) && !typeOnly;
    return forbidden ? `${from} is pure and imports ${to}` : undefined;
  }
  if (ENTRIES.includes(to) && from !== 'index.ts') return `${from} imports ${to}, above every room`;
  const other = roomOf(to) || to;
  if (room === '' || room === other || MAY_IMPORT[room]?.includes(other)) return undefined;
  if (DEBTS.includes(debtOf(from, to))) return undefined;
  return `${from} imports ${to}, of a room that ${room} may not import`;
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
