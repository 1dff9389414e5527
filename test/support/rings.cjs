/**
 * What does not depend on the database runs on one of them: requests, rights, and answers around the
 * records. What is chosen, ordered, counted, searched, locked, committed, moved or repaired runs on both,
 * and in `npm run test:all` everything does. Paths from `test/`.
 */
const ONCE = {
  browser: ['browser/'],
  sqlite: [
    'admin/judge',
    'admin/layouts',
    'admin/references',
    'admin/roles',
    'admin/statuses',
    'bench/bench',
    'clients/calendar-client',
    'clients/generators',
    'clients/replay',
    'clients/types',
    'clients/walker',
    'http/addresses',
    'http/aliases',
    'http/bodies',
    'http/caching',
    'http/cors',
    'http/credentials',
    'http/description',
    'http/docs-page',
    'http/errors',
    'http/event-image',
    'http/feed-cut',
    'http/events-write',
    'http/habits',
    'http/harness',
    'http/health',
    'http/hostile-texts',
    'http/json-ld',
    'http/log-in',
    'http/multipart',
    'http/never-served',
    'http/protected-events',
    'http/rate-limit',
    'http/rights-terms',
    'http/rights-trash',
    'http/round-trip',
    'http/sample',
    'http/starting',
    'http/stopping',
    'http/terms-write',
    'http/token',
    'http/unparsed',
    'http/upload-right',
    'http/uploads',
    'http/venues-write',
    'http/write-image',
    'records/folded',
    'records/for-plugins',
    'records/images',
    'records/loading',
    'records/page-files',
  ],
  postgres: [
    'bench/loader',
    'clients/form-poster',
    'clients/importer',
    'http/differences',
    'http/documented',
    'http/event.test',
    'http/events-far-dates',
    'http/examples',
    'http/if-match',
    'http/nested',
    'http/new-records',
    'http/nodes',
    'http/organizers',
    'http/publication-date',
    'http/rights-actions',
    'http/rights-matrix',
    'http/rights-references',
    'http/shared-limits',
    'http/unfinished-drafts',
    'saves/start-lock',
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
