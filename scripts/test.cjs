const { spawn } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');

requireMachine();

const { CHROMIUM, wantsBrowser } = require('./browser.cjs');
const { buildIfNeeded, compileServer } = require('./build.cjs');
const { databases } = require('./test-databases.cjs');
const { summaryOf } = require('./test-summary.cjs');

const ROOT = path.join(__dirname, '..');
const RUNS = ['unit', ...Object.keys(databases)];
const OURS = RUNS.map((run) => `--${run}`);
const TIME_ZONE = 'America/New_York';
const SECRETS = [
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'APP_KEYS',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
];

const chosen = RUNS.filter((run) => process.argv.includes(`--${run}`));
const passedOn = process.argv.slice(2).filter((argument) => !OURS.includes(argument));
const runs = chosen.length ? chosen : RUNS;
const everything = !chosen.length && !passedOn.length;
const browses = runs.some((run) => run !== 'unit') && wantsBrowser(passedOn);

let child;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    child?.kill(signal);
  });
}

function execute(module, parameters, env = {}) {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } };
    child = spawn(process.execPath, [require.resolve(module), ...parameters], options);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The host's own settings must not reach the tests. */
function environment() {
  const cleared = Object.keys(process.env)
    .filter((name) => /^(CALENDAR|CORS|DATABASE)_|^(PUBLIC_URL|HOST|PORT|TRUST_PROXY)$/.test(name))
    .map((name) => [name, undefined]);
  const secrets = SECRETS.map((name) => [name, randomBytes(24).toString('hex')]);
  return {
    ...Object.fromEntries([...cleared, ...secrets]),
    NODE_ENV: 'test',
    CALENDAR_RATE_LIMIT: '0',
    TZ: TIME_ZONE,
    PGOPTIONS: `-c timezone=${TIME_ZONE}`,
    STRAPI_TELEMETRY_DISABLED: 'true',
    TEST_BROWSER: browses ? CHROMIUM : '',
    TEST_WHOLE: passedOn.length ? '' : 'true',
  };
}

/** One Jest process: how many tests passed and failed; a file that does not load counts as failed. */
async function jest(run, folder, env) {
  const report = path.join(folder, `${run}.json`);
  const asked = ['--passWithNoTests', '--json', `--outputFile=${report}`, ...passedOn];
  console.log(`\n── ${run} ──`);
  const code = await execute('jest/bin/jest', asked, {
    ...environment(),
    ...env,
    TEST_RUN: run,
    TEST_FOLDER: folder,
  });
  if (!fs.existsSync(report)) return { passed: 0, failed: code === 0 ? 0 : 1 };
  const told = JSON.parse(fs.readFileSync(report, 'utf8'));
  const failed = told.numFailedTests + told.numRuntimeErrorTestSuites;
  return { passed: told.numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) };
}

async function onDatabase(run, folder) {
  const database = await databases[run]();
  try {
    return await jest(run, folder, database.env);
  } finally {
    await database.stop();
  }
}

async function runAll(folder) {
  const results = {};
  for (const run of runs) {
    if (interrupted) break;
    results[run] = await (run === 'unit' ? jest(run, folder) : onDatabase(run, folder));
  }
  return results;
}

function conclude(results) {
  const { failed, lines } = summaryOf(results, { all: RUNS, wanted: runs, everything });
  for (const line of lines) console.log(`\n${line}`);
  process.exitCode = failed || interrupted ? 1 : 0;
}

async function main() {
  if (browses) buildIfNeeded();
  if (runs.some((run) => run !== 'unit') && !compileServer()) {
    console.log('\n0 passed, 1 failed');
    process.exitCode = 1;
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-test-'));
  try {
    conclude(await runAll(folder));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
});
