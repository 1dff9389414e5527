/** Whether this run is the full cross product (`npm run test:all`); others take what represents it. */
export const isExhaustive = Boolean(process.env.TEST_ALL);

/** A test of the full cross product: others that say nearly the same stand for it in other runs. */
export const inFull = isExhaustive ? it : it.skip;

/** Cases, the first of which stand for the others outside the full cross product. */
export const firstOf = <Case>(count: number, cases: readonly Case[]): readonly Case[] =>
  isExhaustive ? cases : cases.slice(0, count);

/** Whether this run has all files: what it leaves out, another run has. */
const isWhole = Boolean(process.env.TEST_WHOLE);

const DATABASES = ['sqlite', 'postgres'];

/** Every other case, by database: together the databases have each once; by an odd turn, the other way round. */
export const halfOf = <Case>(run: string | undefined, cases: readonly Case[], turn = 0): Case[] =>
  cases.filter((_, at) => (at + turn) % DATABASES.length === DATABASES.indexOf(run ?? ''));

/**
 * Of cases that tell little of the database: each runs on one of them, in the full cross product on both.
 * Of cases by doors, each door has a turn: both databases have each case, and each door.
 */
export const split = <Case>(cases: readonly Case[], turn = 0): Case[] =>
  isExhaustive || !isWhole ? [...cases] : halfOf(process.env.TEST_RUN, cases, turn);

const FEWER = 10;

/** How many cases a property draws. */
export const runs = (count: number): number => (isExhaustive ? count : Math.ceil(count / FEWER));
