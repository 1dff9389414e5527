import fc from 'fast-check';

/** A fixed seed, so that all runs use the same cases; `TEST_SEED` overrides it. */
const seed = Number(process.env.TEST_SEED ?? 1729);

fc.configureGlobal({ seed });

export { runs } from './extent';
export { fc };
