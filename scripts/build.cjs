const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const dotenv = require('dotenv');
const { fingerprintOf } = require('./fingerprint.cjs');
const { packFiles } = require('./pack.cjs');

const ROOT = path.join(__dirname, '..');
const RECORD = path.join('dist', 'fingerprint.json');
const LOCK = path.join('dist', 'build.lock');

/** Milliseconds to wait for another process to build: a minute, several where memory is short. */
const TIMEOUT = 15 * 60_000;

/** The sources that each half of the build depends on. */
const SOURCES = {
  server: ['src', 'config', 'database', 'package.json', 'tsconfig.json'],
  admin: [
    'src/admin',
    'src/plugins/calendar/admin',
    ...['messages/fields', 'settings'].map((place) => `src/plugins/calendar/server/src/${place}`),
    'config/plugins.ts',
    'package.json',
  ],
};

/** What the compiler knows of its output. It is rewritten whenever the compiler emits. */
const COMPILER_STATE = 'dist/tsconfig.tsbuildinfo';

/** Output by which a half counts as built. */
const OUTPUT = {
  server: ['dist/src/index.js', COMPILER_STATE],
  admin: ['dist/build/index.html'],
};

/** The path of PUBLIC_URL (`/calendar` of https://example.org/calendar), which is built into the admin. */
function publicPath(root) {
  const file = path.resolve(root, process.env.ENV_PATH || '.env');
  const written = fs.existsSync(file) ? dotenv.parse(fs.readFileSync(file)) : {};
  const { PUBLIC_URL = '' } = { ...written, ...process.env };
  return URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).pathname.replace(/\/+$/, '') : '';
}

const sourcesOf = (half, root = ROOT) =>
  fingerprintOf(root, SOURCES[half]) + (half === 'admin' ? publicPath(root) : '');
const outputOf = (half, root = ROOT) => fingerprintOf(root, OUTPUT[half]);

/** A record that a full disk or a kill has cut counts as none: the next start builds again. */
function recorded(root = ROOT) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, RECORD), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

function isBuilt(half, root = ROOT) {
  if (!fs.existsSync(path.join(root, OUTPUT[half][0]))) return false;
  const { sources, output } = recorded(root)[half] ?? {};
  return sources === sourcesOf(half, root) && output === outputOf(half, root);
}

/**
 * Forgets the last builds of these halves. A build that is cut (a kill, a full disk) leaves files of two versions,
 * which would count as built once the sources are those of the last one again. After one that was cut, the compiler
 * must not know its output either: it would not write again what it believes to be there.
 */
function forget(halves, root) {
  const records = recorded(root);
  if (halves.some((half) => !records[half])) {
    fs.rmSync(path.join(root, COMPILER_STATE), { force: true });
  }
  const file = path.join(root, RECORD);
  if (!fs.existsSync(file)) return;
  const others = Object.entries(records).filter(([half]) => !halves.includes(half));
  fs.writeFileSync(file, JSON.stringify(Object.fromEntries(others)));
}

/**
 * Builds and records the fingerprint of the sources, taken before the build: what is changed while it
 * runs counts as not built. Returns whether the build succeeded.
 */
function building(halves, build, root = ROOT) {
  const before = halves.map((half) => [half, sourcesOf(half, root)]);
  forget(halves, root);
  if (!build()) return false;
  const states = before.map(([half, sources]) => [half, { sources, output: outputOf(half, root) }]);
  const file = path.join(root, RECORD);
  fs.writeFileSync(file, JSON.stringify({ ...recorded(root), ...Object.fromEntries(states) }));
  return true;
}

/** Runs a package's command line program; returns whether it exited with 0. Its output is passed through. */
function succeeds(script, parameters = [], env = {}) {
  const options = { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } };
  return spawnSync(process.execPath, [script, ...parameters], options).status === 0;
}

/** Folders that the compiler writes, and the extensions of their sources. */
const COMPILED = ['src', 'config', 'database'];
const SOURCE = ['.ts', '.tsx', '.js', '.json'];

const hasSource = (root, file) => {
  const stem = path.join(root, file).replace(/\.(d\.ts|js\.map|js|json)$/, '');
  return SOURCE.some((extension) => fs.existsSync(stem + extension));
};

/**
 * Deletes output without a source, which the compiler leaves behind: a stale `term.js` would be resolved
 * before `term/index.js`, and a deleted migration would still run.
 */
function sweepOutput(root = ROOT) {
  for (const folder of COMPILED) {
    const output = path.join(root, 'dist', folder);
    if (!fs.existsSync(output)) continue;
    for (const entry of fs.readdirSync(output, { recursive: true, withFileTypes: true })) {
      const file = path.join(folder, path.relative(output, entry.parentPath), entry.name);
      if (entry.isFile() && !hasSource(root, file)) fs.rmSync(path.join(root, 'dist', file));
    }
  }
}

/** A package that only the build needs; npm leaves it out where NODE_ENV is `production`, and so does the image. */
const OF_THE_BUILD = '@types/luxon/package.json';

/** Ends the process with one sentence where the packages of the build are missing, about which the compiler says pages. */
function requirePackages(resolve = require.resolve) {
  try {
    resolve(OF_THE_BUILD);
  } catch {
    console.error(
      'The calendar has to be built, and the packages for that are not installed: run "npm install --include=dev", which NODE_ENV=production does not leave out. An image is built for one path of PUBLIC_URL: build it again for another (docs/hosting.md).',
    );
    process.exit(1);
  }
}

/** Compiles the server only (seconds). Returns false when it does not compile. */
function compileServer() {
  requirePackages();
  return building(['server'], () => {
    sweepOutput();
    return succeeds(require.resolve('typescript/bin/tsc'));
  });
}

/** Runs `strapi build`: server and admin panel, about a minute and 2.5 GB of memory. */
function buildAll(parameters = []) {
  requirePackages();
  const strapi = path.dirname(require.resolve('@strapi/strapi/package.json'));
  const cli = path.join(strapi, 'bin', 'strapi.js');
  const build = () => {
    sweepOutput();
    if (!succeeds(cli, ['build', ...parameters], { NODE_ENV: 'production' })) return false;
    packFiles(path.join(ROOT, 'dist', 'build'));
    return true;
  };
  return building(['server', 'admin'], build);
}

function endUnless(built) {
  if (built) return;
  console.error('The build failed; see the messages above.');
  process.exit(1);
}

/** Takes the lock, or waits for the process that builds. SQLite's lock on an empty file ends with its process. */
function takeLock(root) {
  const Database = require('better-sqlite3');
  const file = path.join(root, LOCK);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const lock = new Database(file, { timeout: 0 });
  const take = () => lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  try {
    take();
  } catch (error) {
    if (error.code !== 'SQLITE_BUSY') throw error;
    console.log('Waiting for another process, which builds the calendar ...');
    lock.pragma(`busy_timeout = ${TIMEOUT}`);
    take();
  }
  return lock;
}

/** Runs work while no other process of this folder builds: a command beside `npm start` would load half a build. */
function alone(work, root = ROOT) {
  let lock;
  try {
    lock = takeLock(root);
  } catch (error) {
    console.warn(`Building without a lock: ${error.message}.`); // The build itself says what cannot be written.
  }
  try {
    return work();
  } finally {
    lock?.close();
  }
}

/** Builds a half, unless it is built by the time that no other process builds. */
function buildUnlessBuilt(half, build, root = ROOT) {
  if (isBuilt(half, root)) return;
  alone(() => {
    if (!isBuilt(half, root)) endUnless(build());
  }, root);
}

function compileIfNeeded() {
  buildUnlessBuilt('server', compileServer);
}

function buildIfNeeded() {
  buildUnlessBuilt('admin', () => {
    console.log(
      'Building the admin panel: about a minute, only after its sources or its path have changed.',
    );
    return buildAll();
  });
  compileIfNeeded();
}

module.exports = {
  SOURCES,
  building,
  buildIfNeeded,
  buildUnlessBuilt,
  compileIfNeeded,
  compileServer,
  isBuilt,
  sweepOutput,
};

/** `strapi build --help` exits with 0 as well, but builds nothing. */
function buildOrHelp(parameters) {
  if (!parameters.some((word) => /^(-h|--help|help)$/.test(word)))
    return alone(() => buildAll(parameters));
  const strapi = path.dirname(require.resolve('@strapi/strapi/package.json'));
  return succeeds(path.join(strapi, 'bin', 'strapi.js'), ['build', '--help']);
}

if (require.main === module) endUnless(buildOrHelp(process.argv.slice(2)));
