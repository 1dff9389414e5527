const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** Prefix of this machine's folders. The host name tells apart containers that share a disk. */
const PREFIX = `calendar-${os.hostname().replace(/[^\w-]/g, '_')}-`;

/** Matches whole names, because one host may be called `a` and another `a-1`. Captures the process id. */
const OURS = new RegExp(`^${PREFIX}(\\d+)-[^-]+$`);

/** Prefix and greatest age (ms) of folders that earlier versions used. */
const PICTURE = 'calendar-picture-';
const HOUR = 60 * 60_000;

/** The environment variables that os.tmpdir() reads, for all platforms. */
const VARIABLES = ['TMPDIR', 'TMP', 'TEMP'];

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

/** Whether no process owns the folder. Ours does not exist yet, so one with our id is a dead process's. */
const isLeft = (pid) => pid === process.pid || !isRunning(pid);

function isLeftover(folder, name) {
  const [, pid] = OURS.exec(name) ?? [];
  if (pid) return isLeft(Number(pid));
  if (!name.startsWith(PICTURE)) return false;
  const { mtimeMs } = fs.statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {};
  return mtimeMs < Date.now() - HOUR;
}

/** Removes folders of killed processes, and ignores those that belong to another user. */
function sweep(folder) {
  for (const name of fs.readdirSync(folder)) {
    try {
      if (isLeftover(folder, name))
        fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {}
  }
}

/** Makes the folder, or ends the process with one sentence where this user cannot store temporary files. */
function ownFolder(folder) {
  try {
    sweep(folder);
    return fs.mkdtempSync(path.join(folder, `${PREFIX}${process.pid}-`));
  } catch ({ message }) {
    console.error(
      `Temporary files cannot be stored in ${folder} (${message}): the user that runs the calendar must be able to read and write this folder; TMPDIR can name another one.`,
    );
    return process.exit(1);
  }
}

/** Milliseconds between two looks after the folder. */
const MINUTE = 60_000;

/**
 * Makes the folder look used, and makes it again if it is gone: systems remove from their temporary folder what nothing
 * has used for days, and each upload would fail until the next start.
 */
function keep(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.utimesSync(folder, new Date(), new Date());
  } catch {} // On a full or a read-only disk, an upload says what is wrong.
}

/**
 * Redirects os.tmpdir() of this process, Strapi's uploads included, into a folder named after its id, so that
 * the next start can remove what a killed process left. Call once, before Strapi is required. Returns a
 * function that removes the folder.
 */
function useOwnTemporaryFolder() {
  const own = ownFolder(os.tmpdir());
  for (const name of VARIABLES) process.env[name] = own;
  const keeping = setInterval(keep, MINUTE, own);
  keeping.unref();
  const remove = () => {
    clearInterval(keeping);
    fs.rmSync(own, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return remove;
}

module.exports = { useOwnTemporaryFolder };
