/** Whether this run is the full cross product (`npm run test:all`); others take what represents it. */
export const isExhaustive = Boolean(process.env.TEST_ALL);

const FEWER = 5;

/** How many cases a property draws. */
export const runs = (count: number): number => (isExhaustive ? count : Math.ceil(count / FEWER));
