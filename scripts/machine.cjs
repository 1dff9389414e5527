const OLDEST_NODE = [20, 19];

/** Why this machine cannot run the calendar, in one sentence; nothing when it can. */
function faultOfMachine({ version = process.versions.node, load = require } = {}) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    return `The calendar needs Node ${OLDEST_NODE.join('.')} or newer, and this is Node ${version}.`;
  }
  return faultOfSqlite(load);
}

/** Opening a database is what loads the compiled half of better-sqlite3. */
function faultOfSqlite(load) {
  try {
    const Database = load('better-sqlite3');
    new Database(':memory:').close();
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') {
      return 'The packages are not installed: run "npm install" first.';
    }
    const [reason] = String(error.message).split('\n');
    return `better-sqlite3 does not load (${reason}): run "npm rebuild better-sqlite3", which needs Python 3 and a C++ compiler where no prebuilt binary fits.`;
  }
}

/** Ends the process with one sentence when the machine is unfit (D2.2). */
function requireMachine() {
  const fault = faultOfMachine();
  if (!fault) return;
  console.error(fault);
  process.exit(1);
}

module.exports = { faultOfMachine, requireMachine };
