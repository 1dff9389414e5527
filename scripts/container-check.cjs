/**
 * Performs the Dockerfile's steps without Docker: in an empty folder, as an unprivileged user, until
 * the health check passes and an administrator has been created. This proves that the image's calendar
 * starts with write access only to the folders that a `chown` step hands over. Takes some minutes.
 */
const { execFileSync, spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { readSteps } = require('./container/dockerfile.cjs');
const { NOBODY, giveTo, performSteps, unprivileged } = require('./container/stages.cjs');
const { requireWords } = require('./parameters.cjs');
const { freePort } = require('./postgres.cjs');

requireWords('npm run container:check');

const ROOT = path.resolve(__dirname, '..');
const PATIENCE = 120_000;

/** Replaces `chown`, which only root may call: records the folders that the image hands over. */
const CHOWN = `#!/bin/sh
for word in "$@"; do
  case "$word" in -*|*:*) ;; *) echo "$PWD/$word" >>"$CHOWN_NOTES" ;; esac
done
`;

/** This machine's npm registry settings, for a user without a home directory. */
function npmVariables() {
  const names = ['registry', 'cafile', 'nodedir'];
  const values = names.map((name) => {
    const value = execFileSync('npm', ['config', 'get', name], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [`npm_config_${name}`, value.toString().trim()];
  });
  return Object.fromEntries(
    values.filter(([, value]) => value && !/^(null|undefined)$/.test(value)),
  );
}

function prepare(folder) {
  const [home, bin] = ['home', 'bin'].map((name) => path.join(folder, name));
  fs.chmodSync(folder, 0o755);
  fs.mkdirSync(home);
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'chown'), CHOWN, { mode: 0o755 });
  giveTo(NOBODY, home);
  const env = {
    ...npmVariables(),
    PATH: [bin, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: home,
    CHOWN_NOTES: path.join(home, 'chown-notes'),
  };
  return { folder, context: ROOT, env, stages: {} };
}

/** As in an image: everything belongs to root except the folders that were handed over. */
function takeRights(build, stage) {
  const given = fs.readFileSync(build.env.CHOWN_NOTES, 'utf8').trim().split('\n');
  giveTo(0, stage.root);
  giveTo(NOBODY, ...given);
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function untilHealthy(stage, options, child) {
  const [program, ...words] = stage.health;
  const started = Date.now();
  while (Date.now() - started < PATIENCE) {
    if (child.exitCode !== null)
      throw new Error(`The start command exited with ${child.exitCode}.`);
    if (spawnSync(program, words, options).status === 0) return (Date.now() - started) / 1000;
    await pause(1000);
  }
  throw new Error(`Not healthy after ${PATIENCE / 1000} seconds.`);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
  if (child.signalCode === 'SIGKILL')
    throw new Error('The calendar did not stop within 10 seconds.');
}

/** Like `docker compose exec`: next to the running calendar, without development dependencies. */
const ADMINISTRATOR = [
  'admin:create-user',
  '--email=a@example.org',
  '--password=Wm8gE9c!q',
  '--firstname=A',
];

function makeAdministrator(options) {
  const result = spawnSync('npm', ['run', 'strapi', '--', ...ADMINISTRATOR], {
    ...options,
    stdio: 'inherit',
  });
  if (result.status !== 0)
    throw new Error(`Creating the administrator exited with ${result.status ?? result.signal}.`);
}

async function start(build, stage) {
  if (!stage.user || stage.user === 'root') throw new Error('The image would run as root.');
  const port = String(await freePort());
  const env = { ...build.env, ...stage.env, HOST: '127.0.0.1', PORT: port };
  const options = { cwd: stage.folder, env, ...unprivileged };
  const [program, ...words] = stage.start;
  const child = spawn(program, words, { ...options, stdio: 'inherit' });
  try {
    const seconds = await untilHealthy(stage, options, child);
    console.log(`\nHealthy on port ${port} after ${seconds.toFixed(1)} s.`);
    makeAdministrator(options);
  } finally {
    await stop(child);
  }
  console.log('Stopped.');
}

async function check() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-container-'));
  try {
    const build = prepare(folder);
    const steps = readSteps(fs.readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'));
    const stage = performSteps(build, steps);
    takeRights(build, stage);
    await start(build, stage);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

check().catch((fault) => {
  console.error(`\ncontainer:check: ${fault.message}`);
  process.exitCode = 1;
});
