/**
 * Files that run on one database only, as patterns below `test/`. What does not depend on the
 * database (requests, permissions, answers) runs on SQLite, concurrency of writers and readers on
 * PostgreSQL. What selects, orders, counts, searches, commits or moves records runs on both, and in
 * `npm run test:all` everything does.
 */
const ONCE = {
  browser: ['browser/'],
  sqlite: [
    'admin/agenda-feeds',
    'admin/bulk',
    'admin/delete-for-good',
    'admin/dry-run',
    'admin/layouts',
    'admin/references',
    'admin/rights',
    'admin/roles',
    'admin/statuses',
    'admin/trash',
    'admin/views',
    'admin/webhooks',
    'bench/bench',
    'clients/calendar-client',
    'clients/generators',
    'clients/replay',
    'clients/types',
    'clients/walker',
    'http/addresses',
    'http/aliases',
    'http/batch',
    'http/bodies',
    'http/caching',
    'http/calendar-feeds',
    'http/calendar-texts',
    'http/cors',
    'http/credentials',
    'http/description',
    'http/differential',
    'http/discovery',
    'http/docs-page',
    'http/drafts-write',
    'http/errors',
    'http/event-image',
    'http/event-page',
    'http/events-property',
    'http/events-write',
    'http/examples',
    'http/feed-bytes',
    'http/feed-cut',
    'http/guarded',
    'http/habits',
    'http/harness',
    'http/health',
    'http/hostile-texts',
    'http/json-ld',
    'http/leftovers',
    'http/log-in',
    'http/many-targets',
    'http/modified',
    'http/multipart',
    'http/never-served',
    'http/news-feeds',
    'http/preferences',
    'http/protected-events',
    'http/rate-limit',
    'http/rights-actions',
    'http/rights-matrix',
    'http/rights-references',
    'http/rights-terms',
    'http/rights-trash',
    'http/round-trip',
    'http/sample',
    'http/starting',
    'http/statements',
    'http/stopping',
    'http/terms-write',
    'http/token',
    'http/unfinished-drafts',
    'http/unparsed',
    'http/upload-right',
    'http/uploads',
    'http/venues-organizers-write',
    'http/venues-write',
    'http/write-statements',
    'http/atomic-uploads',
    'http/write-image',
    'records/folded',
    'records/for-plugins',
    'records/images',
    'records/loading',
    'records/page-files',
    'records/picture-kind',
    'saves/many-messages',
    'saves/processes',
  ],
  postgres: [
    'admin/made-once',
    'admin/moderation',
    'admin/previews',
    'admin/statements',
    'bench/loader',
    'clients/form-poster',
    'clients/importer',
    'http/at-once',
    'http/cached-late',
    'http/cached-records',
    'http/cached-totals',
    'http/changes',
    'http/differences',
    'http/event.test',
    'http/events-far-dates',
    'http/feed-keys',
    'http/floods',
    'http/idempotency',
    'http/if-match',
    'http/in-turn',
    'http/limits',
    'http/mirror',
    'http/nested',
    'http/never-stale',
    'http/new-records',
    'http/organizers',
    'http/pool-dry',
    'http/publication-date',
    'http/queues',
    'http/response-cache',
    'http/shared-limits',
    'http/upsert',
    'http/venues-organizers-list',
    'http/while-saved',
    'records/agenda',
    'saves/slugs',
    'saves/start-lock',
    'saves/webhooks',
  ],
};

/**
 * Files that run on SQLite only, even in the full cross product: clients generated from the
 * document and compiled, which takes a minute, and interaction with pages. Both databases serve the
 * same document and pages.
 */
const NEVER_REPEATED = [
  'browser/admin',
  'browser/agenda',
  'browser/bulk',
  'browser/calendar',
  'browser/colleagues',
  'browser/docs-page',
  'browser/event-page',
  'browser/form',
  'browser/habits',
  'browser/interrupted',
  'browser/keyboard',
  'browser/made-once',
  'browser/meanwhile',
  'browser/published-along',
  'browser/roles',
  'browser/two-tabs',
  'browser/typing',
  'browser/unsettled',
  'browser/uploads',
  'browser/webhooks',
  'clients/generators',
];

/**
 * Files that measure waiting under load, with the number of them that may run at once on any
 * database. In the full cross product they run when nothing else does: floods use both cores, a
 * minute of writes leaves one free. In this order, the two at once end together.
 */
const AT_THE_END = { 'http/floods': 1, 'http/pool-dry': 2, 'http/mirror': 2 };

/**
 * Files that run only in the full cross product: they start processes for minutes to kill or restart them,
 * change their clocks or transfer data, or a PostgreSQL that refuses to write; and a command whose parts every
 * run tests.
 */
const IN_FULL = [
  'http/clock',
  'http/nodes',
  'http/refusing-postgres',
  'http/repair',
  'http/transfer',
  'http/webhook-nodes',
  'saves/start-killed',
];

/** Files that look for race conditions under load: a failure counts even if a repetition alone succeeds. */
const NEVER_AGAIN = [
  'http/at-once',
  'http/in-turn',
  'http/mirror',
  'http/never-stale',
  'http/nodes',
  'http/while-saved',
  'records/snapshots',
];

/** Whether a file that failed next to others may be repeated alone. */
const mayBeRepeated = (path) => !NEVER_AGAIN.some((file) => path.endsWith(`test/${file}.test.ts`));

/** The runs of the launcher that have a file below `test/`. */
function runsOf(file) {
  if (!file.includes('/') || file.startsWith('unit/')) return ['unit'];
  return [...(file.startsWith('browser/') ? ['browser'] : []), 'sqlite', 'postgres'];
}

/**
 * Why named files are not tested, one line each: no file has the name, which is a pattern as Jest's are, or none of
 * these runs has it.
 */
function unfoundIn(files, names, runs) {
  return names.flatMap((name) => {
    const pattern = new RegExp(name.replace(/^\.\//, '^'), 'i');
    const found = files.filter((file) => pattern.test(`test/${file}`));
    if (found.length === 0) return [`No test file is named ${name}.`];
    const having = [...new Set(found.flatMap(runsOf))];
    if (having.some((run) => runs.includes(run))) return [];
    const others = having.map((run) => `--${run}`).join(' or ');
    return [
      `${name} does not run with ${runs.map((run) => `--${run}`).join(' ')}, but with ${others}.`,
    ];
  });
}

const patternOf = (file, root) => `${root}/test/${file}`;

/** Patterns of the files that a run skips: another run has them, or in the full cross product they run at the end. */
function leftByRun(run, root, isExhaustive) {
  const others = Object.keys(ONCE).filter((other) => other !== run);
  const repeated = { sqlite: ONCE.browser, postgres: NEVER_REPEATED }[run] ?? [];
  const left = isExhaustive
    ? [...repeated, ...Object.keys(AT_THE_END)]
    : [...IN_FULL, ...others.flatMap((other) => ONCE[other])];
  return left.map((file) => patternOf(file, root));
}

/** The pattern with which Jest finds a file that a part runs alone. */
const aloneByPart = (file, root) => [`${patternOf(file, root)}.test.ts`];

module.exports = {
  aloneByPart,
  AT_THE_END,
  IN_FULL,
  leftByRun,
  mayBeRepeated,
  NEVER_AGAIN,
  NEVER_REPEATED,
  ONCE,
  unfoundIn,
};
