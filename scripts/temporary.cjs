const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** How folders of this machine's processes are called; containers that share one disk have other names. */
const PREFIX = `calendar-${os.hostname().replace(/[^\w-]/g, '_')}-`;

/** The whole of a name: one machine may be called `a`, another on the same disk `a-1`. */
const OURS = new RegExp(`^${PREFIX}(\\d+)-[^-]+$`);

/** What earlier versions left; none of it was ever in use for longer. */
const PICTURE = 'calendar-picture-';
const HOUR = 60 * 60_000;

/** What os.tmpdir() reads, on every platform. */
const VARIABLES = ['TMPDIR', 'TMP', 'TEMP'];

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

/** Under our own number only somebody who is dead can have made one, before ours is made. */
const isLeft = (pid) => pid === process.pid || !isRunning(pid);

function isLeftover(folder, name) {
  const [, pid] = OURS.exec(name) ?? [];
  if (pid) return isLeft(Number(pid));
  if (!name.startsWith(PICTURE)) return false;
  const { mtimeMs } = fs.statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {};
  return mtimeMs < Date.now() - HOUR;
}

/** Removes what killed processes have left; what cannot be removed belongs to somebody else. */
function sweep(folder) {
  for (const name of fs.readdirSync(folder)) {
    try {
      if (isLeftover(folder, name))
        fs.rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {}
  }
}

/**
 * Everything temporary of this process, Strapi's uploads included, goes into a folder that bears its
 * number: so that the next start can tell what a killed one has left. Has to be called before Strapi is
 * required, and once. Gives what removes the folder.
 */
function useOwnTemporaryFolder() {
  const folder = os.tmpdir();
  sweep(folder);
  const own = fs.mkdtempSync(path.join(folder, `${PREFIX}${process.pid}-`));
  for (const name of VARIABLES) process.env[name] = own;
  const remove = () => fs.rmSync(own, { recursive: true, force: true });
  process.once('exit', remove);
  return remove;
}

module.exports = { useOwnTemporaryFolder };
