const { prepareSqlite, runOf } = require('./test/support/alone.cjs');
const { aloneByPart, leftByRun } = require('./test/support/rings.cjs');

process.env.TZ = 'America/New_York'; // Nothing may depend on the machine's own zone.

const { TEST_RUN = runOf(process.argv), TEST_WHOLE, TEST_ALL, TEST_ALONE } = process.env;
if (!process.env.TEST_RUN && TEST_RUN === 'sqlite') prepareSqlite(process.argv);

/** The times allowed are for what hangs: a machine that is slow or busy is no fault. */
const UNIT = {
  testMatch: ['<rootDir>/test/unit/**/*.test.ts', '<rootDir>/test/*.test.ts'],
  maxWorkers: '100%',
  testTimeout: 120_000,
};

const left = TEST_WHOLE && !TEST_ALONE ? leftByRun(TEST_RUN, '<rootDir>', Boolean(TEST_ALL)) : [];

/** One booted Strapi serves all files of a database's run, so they follow each other in one process. */
const DATABASE = {
  testMatch: TEST_ALONE
    ? aloneByPart(TEST_ALONE, '<rootDir>')
    : [`<rootDir>/test/${TEST_RUN === 'browser' ? 'browser' : '*'}/**/*.test.ts`],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/unit/', ...left],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testEnvironment: '<rootDir>/test/support/environment.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/empty-calendar.ts'],
  testSequencer: '<rootDir>/test/support/sequencer.cjs',
  maxWorkers: 1,
  testTimeout: 900_000,
};

/** Where a calendar runs, its tests call the very modules that it has loaded. */
const COMPILED =
  TEST_RUN === 'unit'
    ? {}
    : { '/plugins/calendar/server/src/.+\\.ts$': '<rootDir>/test/support/compiled.cjs' };

module.exports = {
  rootDir: __dirname,
  ...(TEST_RUN === 'unit' ? UNIT : DATABASE),
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.tmp', '<rootDir>/build'],
  transform: {
    ...COMPILED,
    '^.+\\.tsx?$|/docs-page/.+\\.js$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      },
    ],
  },
};
