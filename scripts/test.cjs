const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const readline = require('node:readline');
const { requireMachine } = require('./machine.cjs');

requireMachine();

const { CHROMIUM, wantsBrowser } = require('./browser.cjs');
const { isBuilt } = require('./build.cjs');
const { AT_THE_END, mayBeRepeated } = require('../test/support/rings.cjs');
const { databases } = require('./test-databases.cjs');
const { testEnvironment } = require('./test-environment.cjs');
const { unfound } = require('./test-files.cjs');
const { failuresOf, skippedByAll, summaryOf, unseenByAll } = require('./test-summary.cjs');

const ROOT = path.join(__dirname, '..');
const ALL = '--all';
const BROWSER = 'browser';
const RUNS = ['postgres', BROWSER, 'sqlite', 'unit'];
const OURS = [ALL, ...RUNS.map((run) => `--${run}`)];

const IS_EXHAUSTIVE = process.argv.includes(ALL);

/**
 * Parts that run at once. Each waits now and then for its database, browser or clock, hence one more than there
 * are processors, and two more in the full cross product, where some wait for minutes. With three more, the
 * processor time of each test grew by an eighth.
 */
const LANES = os.availableParallelism() + (IS_EXHAUSTIVE ? 2 : 1);

/**
 * Parts per run, each with an uploads folder and an empty database of its own, whose start takes seconds. The
 * full cross product has tests of minutes anywhere, so it has more parts than lanes and a free lane takes the
 * next one; PostgreSQL is slowest and comes last, so it has the most.
 */
const PARTS = IS_EXHAUSTIVE
  ? { postgres: 11, browser: 3, sqlite: 6 }
  : { browser: 2, sqlite: 2, postgres: 2 };

/** The most files that are repeated alone after a failure; with more, something is broken. */
const MAX_AGAIN = 5;

/**
 * Young generation in MB. Requests leave little behind, and with the default of 16 a sixth of the time was
 * scavenging.
 */
const YOUNG = '--max-semi-space-size=64';

const chosen = RUNS.filter((run) => process.argv.includes(`--${run}`));
const passedOn = process.argv.slice(2).filter((argument) => !OURS.includes(argument));
const everything = !chosen.length && !passedOn.length;
const browses = (!chosen.length || chosen.some((run) => run !== 'unit')) && wantsBrowser(passedOn);
const standard = RUNS.filter((run) => run !== BROWSER || (browses && everything)); // Named files run on the databases, and in the browser only with --browser.
const runs = chosen.length ? chosen : standard;

/** Files with failures, lines about tests that failed only beside others, and Jest's reports. */
const failures = [];
const once = [];
const reports = [];
const children = new Set();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of children) child.kill(signal);
  });
}

/** Prints whole lines prefixed with the name of their run, because the output of runs interleaves. */
function tell(run, stream) {
  const lines = readline.createInterface({ input: stream });
  lines.on('line', (line) => console.log(`${run.padEnd(10)} │ ${line}`));
}

function execute(run, parameters, env) {
  return new Promise((resolve) => {
    const stdio = runs.length > 1 ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const argv = [YOUNG, require.resolve('jest/bin/jest'), ...parameters];
    const child = spawn(process.execPath, argv, {
      cwd: ROOT,
      stdio,
      env: { ...process.env, ...env },
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) if (stream) tell(run, stream);
    child.once('close', (code) => {
      children.delete(child);
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs one Jest process: tests passed and failed, and the files with failures. A file that does not load counts as
 * failed.
 */
async function jest({ run, part, shard = [], alone = '' }, folder, env) {
  const report = path.join(folder, `${part}.json`);
  const asked = ['--passWithNoTests', '--json', `--outputFile=${report}`, ...shard, ...passedOn];
  const code = await execute(part, asked, {
    ...testEnvironment(folder),
    ...env,
    TEST_RUN: run,
    TEST_PART: part,
    TEST_FOLDER: folder,
    TEST_BROWSER: browses ? CHROMIUM : '',
    TEST_WHOLE: passedOn.length ? '' : 'true',
    TEST_ALL: IS_EXHAUSTIVE ? 'true' : '',
    TEST_ALONE: alone,
  });
  if (!fs.existsSync(report)) return { passed: 0, failed: code === 0 ? 0 : 1, files: [] };
  const told = JSON.parse(fs.readFileSync(report, 'utf8'));
  reports.push(told);
  const files = failuresOf(told, { part, root: ROOT }).map((file) => ({ run, ...file }));
  const failed = told.numFailedTests + told.numRuntimeErrorTestSuites;
  return { passed: told.numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1), files };
}

async function onDatabase(part, folder) {
  const database = await databases[part.run]();
  try {
    return await jest(part, folder, database.env);
  } finally {
    await database.stop();
  }
}

const execution = (part, folder) => (part.run === 'unit' ? jest : onDatabase)(part, folder);

function partsOf(run) {
  const count = everything ? (PARTS[run] ?? 1) : 1;
  if (count === 1) return [{ run, part: run }];
  return Array.from({ length: count }, (_, at) => ({
    run,
    part: `${run}-${at + 1}`,
    shard: [`--shard=${at + 1}/${count}`],
  }));
}

/** In the full cross product, each of the files as a part of its own, on one database after the other. */
const partsAlone = (files) =>
  runs
    .filter((run) => IS_EXHAUSTIVE && !passedOn.length && run in databases && run !== BROWSER)
    .flatMap((run) =>
      files.map((file) => ({ run, part: `${run}-${path.basename(file)}`, alone: file })),
    );

const PREPARED = [
  ...(browses ? ['admin'] : []),
  ...(runs.some((run) => run !== 'unit') ? ['server'] : []),
];

const needsBuild = () => !PREPARED.every((half) => isBuilt(half));

/** Compiles the server, and builds the admin if a browser opens it, in a child process. */
function prepared() {
  const make = browses ? 'buildIfNeeded' : 'compileIfNeeded';
  const words = `require(${JSON.stringify(require.resolve('./build.cjs'))}).${make}()`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', words], { cwd: ROOT, stdio: 'inherit' });
    children.add(child);
    child.once('close', (code) => {
      children.delete(child);
      if (code === 0) resolve();
      else reject(new Error('Nothing was tested but units: the build failed.'));
    });
  });
}

/**
 * Runs all parts, several at once: they share nothing but the compiled server. Unit tests do not need the
 * build, so they come first where one is needed and use the core that it leaves idle.
 */
async function runAll(folder) {
  const results = {};
  const builds = needsBuild();
  const ready = builds ? prepared() : Promise.resolve();
  const inLanes = async (waiting, lanes) => {
    const lane = async () => {
      while (waiting.length > 0 && !interrupted) {
        const part = waiting.shift();
        if (part.run !== 'unit') await ready;
        const { passed, failed, files } = await execution(part, folder);
        const before = results[part.run] ?? { passed: 0, failed: 0 };
        results[part.run] = { passed: before.passed + passed, failed: before.failed + failed };
        failures.push(...files);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  const parts = (builds ? runs.toReversed() : runs).flatMap(partsOf);
  await inLanes(parts, LANES);
  for (const lanes of new Set(Object.values(AT_THE_END))) {
    const files = Object.keys(AT_THE_END).filter((file) => AT_THE_END[file] === lanes);
    await inLanes(partsAlone(files), lanes);
  }
  if (everything && failures.length <= MAX_AGAIN) await runAgain(results, folder);
  return results;
}

/**
 * Repeats each failed file alone. What fails only beside others is reported but does not fail the run, except
 * for files that test concurrency (`mayBeRepeated`).
 */
async function runAgain(results, folder) {
  for (const [at, first] of failures.splice(0).entries()) {
    const { run, file, passed, failed, lines } = first;
    const part = { run, part: `${run}-again-${at + 1}`, shard: ['--runTestsByPath', file] };
    const isTried = !interrupted && mayBeRepeated(file);
    const second = isTried ? await execution(part, folder) : undefined;
    if (!second?.passed || second.failed > 0) {
      failures.push(first, ...(second?.files ?? []));
      continue;
    }
    results[run].passed += second.passed - passed;
    results[run].failed -= failed;
    once.push(...lines);
  }
}

/** Only the full cross product runs every test, and only where there is a browser. */
const skipped = () => (IS_EXHAUSTIVE && browses ? skippedByAll(reports, ROOT) : []);

function conclude(results, folder, isComplete) {
  const { failed, lines } = summaryOf(results, {
    all: browses ? RUNS : standard,
    wanted: runs,
    everything,
    failures: failures.flatMap(({ lines }) => lines),
    once,
    unseen: isComplete ? unseenByAll(folder) : [],
    skipped: isComplete ? skipped() : [],
  });
  for (const line of lines) console.log(`\n${line}`);
  process.exitCode = failed || interrupted ? 1 : 0;
}

async function main() {
  const missing = await unfound(passedOn, runs);
  if (missing.length > 0) {
    for (const line of missing) console.log(`FAILED: ${line}`);
    console.log(`\n0 passed, ${missing.length} failed`);
    process.exitCode = 1;
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-test-'));
  try {
    const results = await runAll(folder);
    conclude(results, folder, everything && !interrupted);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  for (const child of children) child.kill();
  console.error(error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
