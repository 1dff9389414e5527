import fc from 'fast-check';

/** The same cases in every run and on every machine; `TEST_SEED` asks for others. */
const seed = Number(process.env.TEST_SEED ?? 1729);

fc.configureGlobal({ seed });

export { runs } from './extent';
export { fc };
