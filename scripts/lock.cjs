const fs = require('node:fs');
const path = require('node:path');

const LOCK = path.join(__dirname, '..', 'package-lock.json');
const OS = /(?:^|[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-/;
const CPU = /-(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-|$)/;

/** The lock's key of the package that Node would resolve from a folder; undefined when it is not locked. */
function locked(packages, from, name) {
  const place = `${from ? `${from}/` : ''}node_modules/${name}`;
  if (packages[place]) return place;
  if (from === '') return undefined;
  const parent = from.lastIndexOf('/node_modules/');
  return locked(packages, parent < 0 ? '' : from.slice(0, parent), name);
}

/**
 * Optional dependencies of locked packages that are not in the lock themselves. npm leaves them out
 * when the registry lacks a platform's package, and `npm ci` then refuses the lock on every platform.
 */
function missingOptional({ packages }) {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !locked(packages, owner, name))
      .map(([name, version]) => ({ owner, name, version })),
  );
}

/** The platform (`os`, `cpu`, `libc`) of a package, derived from its name. Throws when the name has none. */
function machineOf(name) {
  const os = OS.exec(name)?.[1];
  const cpu = CPU.exec(name)?.[1];
  if (!os || !cpu) throw new Error(`The name of ${name} does not say for which machine it is.`);
  const libc = os === 'linux' && (/musl/.test(name) ? 'musl' : /gnu/.test(name) && 'glibc');
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] };
}

function entryFor({ packages }, { owner, name, version }) {
  if (!/^\d/.test(version))
    throw new Error(`${owner} requires ${name} ${version}, which is not an exact version.`);
  const { cpu, libc, os } = machineOf(name);
  const { dev } = packages[owner];
  return { version, cpu, ...(dev && { dev }), ...(libc && { libc }), optional: true, os };
}

/** The lock with every optional dependency added, in npm's order. */
function repaired(lock) {
  const added = missingOptional(lock).map((missing) => [
    `node_modules/${missing.name}`,
    entryFor(lock, missing),
  ]);
  const packages = Object.entries({ ...Object.fromEntries(added), ...lock.packages });
  packages.sort(([one], [other]) => one.localeCompare(other, 'en'));
  return { ...lock, packages: Object.fromEntries(packages) };
}

const readLock = () => JSON.parse(fs.readFileSync(LOCK, 'utf8'));

module.exports = { missingOptional, readLock, repaired };

if (require.main === module) {
  const lock = readLock();
  const count = missingOptional(lock).length;
  if (count) fs.writeFileSync(LOCK, `${JSON.stringify(repaired(lock), null, 2)}\n`);
  console.log(`package-lock.json: ${count} optional packages added.`);
}
