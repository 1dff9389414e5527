/** Whether this is the full cross product (`npm run test:all`); other runs use representative cases. */
export const isExhaustive = Boolean(process.env.TEST_ALL);

/**
 * Whether loads last their whole minute: in the full cross product on PostgreSQL, where writers and readers meet. On
 * SQLite their statements follow each other, so seconds show nearly all that a minute does.
 */
export const isWholeLoad = isExhaustive && process.env.DATABASE_CLIENT === 'postgres';

/** Defines a test that only runs in the full cross product; similar tests represent it in other runs. */
export const inFull = isExhaustive ? it : it.skip;

/** All cases in the full cross product, otherwise the first `count`. */
export const firstOf = <Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  isExhaustive ? cases : cases.slice(0, count);

/** Whether the run includes all files, so that cases left out by one database are covered by the other. */
const isWhole = Boolean(process.env.TEST_WHOLE);

const DATABASES = ['sqlite', 'postgres'];

/** Every second case, by database: the databases together cover each once. An odd `turn` swaps them. */
export const halfOf = <Case>(run: string | undefined, cases: readonly Case[], turn = 0): Case[] =>
  cases.filter((_, at) => (at + turn) % DATABASES.length === DATABASES.indexOf(run ?? ''));

/**
 * Divides cases that hardly depend on the database between the databases; in the full cross product
 * both run all. With a `turn` per door, each database runs each case and each door.
 */
export const split = <Case>(cases: readonly Case[], turn = 0): Case[] =>
  isExhaustive || !isWhole ? [...cases] : halfOf(process.env.TEST_RUN, cases, turn);

const FEWER = 10;

/** The number of random cases of a property; a tenth outside of the full cross product. */
export const runs = (count: number): number => (isExhaustive ? count : Math.ceil(count / FEWER));
