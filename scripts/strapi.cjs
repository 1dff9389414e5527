/**
 * Strapi's command line on the existing build. Strapi itself compiles before each command and truncates files
 * while it does, which breaks a calendar that starts at that moment, and fails in an image without
 * development dependencies.
 */
const cluster = require('node:cluster');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { tellOfPlaces, tellOfSettings } = require('./boot.cjs');
const { requireMachine, requireOnlyServer } = require('./machine.cjs');
const { useOwnTemporaryFolder } = require('./temporary.cjs');

const [, , command, ...words] = process.argv;

/** The values of an option of this command line, of which the last counts: `--exclude files,config`. */
function valuesOf(option) {
  const at = words.findLastIndex((word) => word === option || word.startsWith(`${option}=`));
  if (at < 0) return undefined;
  const [, value = words[at + 1] ?? ''] = words[at].split('=');
  return value.split(',').map((one) => one.trim());
}

/** Whether the command may replace the folder of uploads; a transfer asks for its direction if it is not named. */
const replacesUploads = () =>
  (command === 'import' || (command === 'transfer' && !valuesOf('--to'))) &&
  !valuesOf('--exclude')?.includes('files') &&
  (valuesOf('--only')?.includes('files') ?? true);

/**
 * Ends the process with one sentence where Strapi would put a plain folder in the place of a symbolic link, and new
 * uploads with it.
 */
function requireOwnUploads(uploads) {
  if (!replacesUploads() || !fs.lstatSync(uploads, { throwIfNoEntry: false })?.isSymbolicLink())
    return;
  console.error(
    `${uploads} is a symbolic link, which Strapi would replace by a folder: nothing was changed. Put the folder itself there meanwhile, or take the records alone with --exclude files (docs/hosting.md).`,
  );
  process.exit(1);
}

/** Resolves the file that the command reads or writes while this process is in the folder in which it was started. */
function resolveFile() {
  if (!/^(?:export|import|configuration:)/.test(command ?? '')) return; // `-f` is a first name elsewhere.
  for (const [at, word] of process.argv.entries()) {
    const isFile = /^(?:-f|--file)$/.test(process.argv[at - 1] ?? '');
    process.argv[at] = isFile
      ? path.resolve(word)
      : word.replace(/^--file=(.+)/s, (_, file) => `--file=${path.resolve(file)}`);
  }
}

/**
 * Lets Strapi find a folder for the settings of its hosting service, which it makes before any command: users of
 * services have no home, and that of a container may be read-only.
 */
function useFolderForSettings() {
  try {
    fs.accessSync(os.homedir(), fs.constants.W_OK);
  } catch {
    useOwnTemporaryFolder();
    process.env.XDG_CONFIG_HOME ??= os.tmpdir();
  }
}

resolveFile();
useFolderForSettings();
requireMachine();
require('./env.cjs').requireSecrets();
if (process.argv[2] === 'export') process.umask(0o077); // Readable by its owner only, like a backup.

const appDir = path.join(__dirname, '..');
requireOwnUploads(path.join(appDir, 'public/uploads'));
const strapi = require.resolve('@strapi/strapi/package.json');

const core = createRequire(strapi)('@strapi/core');

core.compileStrapi = async () => {
  require('./build.cjs').compileIfNeeded();
  return { appDir, distDir: path.join(appDir, 'dist') };
};

/**
 * Applies the checks of a start to commands, which may run before the first start. Processes that serve (`start`,
 * and the cluster worker that `develop` restarts after each change) also take the lock of the only server.
 */
const { createStrapi } = core;
core.createStrapi = (options) => {
  const strapi = tellOfPlaces(tellOfSettings(() => createStrapi(options)));
  if (cluster.isWorker || process.argv[2] === 'start') {
    requireOnlyServer(strapi.config.get('database.connection'));
  }
  return strapi;
};

/**
 * Checks the lock before `develop` empties `dist`, which a running calendar needs; the worker would check it only
 * afterwards. Exits with the last worker's code, where Strapi would exit with 0.
 */
if (cluster.isPrimary && process.argv[2] === 'develop') {
  const compiled = path.join(appDir, 'dist/config/database.js');
  const read = () => require(compiled).default().connection;
  if (fs.existsSync(compiled)) requireOnlyServer(tellOfSettings(read))();
  cluster.on('exit', (_worker, code) => {
    process.exitCode = code ?? 1;
  });
}

require(path.join(path.dirname(strapi), 'bin', 'strapi.js'));
