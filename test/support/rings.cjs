/**
 * What does not depend on the database runs on one of them: requests and answers around the records.
 * Everything else, and in `npm run test:all` these too, runs on both. Paths from `test/`.
 */
const ONCE = {
  browser: ['browser/'],
  sqlite: [
    'bench/bench',
    'clients/generators',
    'clients/types',
    'http/addresses',
    'http/aliases',
    'http/bodies',
    'http/caching',
    'http/cors',
    'http/credentials',
    'http/description',
    'http/docs-page',
    'http/documented',
    'http/errors',
    'http/event-image',
    'http/examples',
    'http/habits',
    'http/harness',
    'http/health',
    'http/hostile-texts',
    'http/json-ld',
    'http/limits',
    'http/log-in',
    'http/multipart',
    'http/never-served',
    'http/rate-limit',
    'http/rights-matrix',
    'http/rights-terms',
    'http/round-trip',
    'http/sample',
    'http/starting',
    'http/stopping',
    'http/token',
    'http/unparsed',
    'http/uploads',
    'http/write-image',
    'services/',
  ],
  postgres: [
    'bench/loader',
    'http/nodes',
    'http/rights-actions',
    'http/rights-references',
    'http/shared-limits',
    'rules/start-lock',
  ],
};

/** Patterns of the files that a run leaves to another; in the full cross product only what SQLite would repeat. */
function leftByRun(run, root, isExhaustive) {
  const others = Object.keys(ONCE).filter((other) => other !== run);
  const repeated = run === 'sqlite' ? ['browser'] : [];
  return (isExhaustive ? repeated : others).flatMap((other) =>
    ONCE[other].map((path) => `${root}/test/${path}`),
  );
}

module.exports = { ONCE, leftByRun };
