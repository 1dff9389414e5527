import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import {
  faultOfDatabaseError,
  faultOfDatabaseFile,
  faultOfMachine,
  faultOfNoUploads,
  faultOfPostgres,
  leftByImports,
  makeUploads,
  requireDatabase,
} from '../../../scripts/machine.cjs';

const Database = require('better-sqlite3');

class Loads {
  close() {}
}
const load = () => Loads;

it.each(['18.20.0', '20.18.3'])('rejects Node %s, naming the required version', (version) => {
  expect(faultOfMachine({ version, load })).toBe(
    `The calendar needs Node 20.19 or newer, but this is Node ${version}.`,
  );
});

it('rejects Node 26, for which no better-sqlite3 is prebuilt', () => {
  expect(faultOfMachine({ version: '26.12.1', load })).toBe(
    'The calendar does not run on Node 26.12.1 yet: use Node 22 or 24.',
  );
});

it.each(['20.19.0', '22.0.0', '24.1.0'])('accepts Node %s', (version) => {
  expect(faultOfMachine({ version, load })).toBeUndefined();
});

it('reports a # in the path of the application', () => {
  expect(faultOfMachine({ load, root: '/srv/calendar #2/app' })).toBe(
    'The admin cannot be built in /srv/calendar #2/app: its path must not contain a #.',
  );
});

it('reports packages that are not installed', () => {
  const absent = () => {
    throw Object.assign(new Error("Cannot find module 'better-sqlite3'"), {
      code: 'MODULE_NOT_FOUND',
    });
  };
  expect(faultOfMachine({ load: absent })).toBe(
    'The packages are not installed: run "npm install" first.',
  );
});

it.each([
  [
    "The module '/srv/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 137. Please try re-compiling or re-installing\nthe module.",
    "The module '/srv/better_sqlite3.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 115",
  ],
  [
    'Could not locate the bindings file. Tried:\n → /srv/better_sqlite3.node',
    'Could not locate the bindings file',
  ],
  ['/srv/better_sqlite3.node: file too short', '/srv/better_sqlite3.node: file too short'],
])('reports a better-sqlite3 that does not load: %#', (message, reason) => {
  const broken = () => {
    throw new Error(message);
  };
  const fault = faultOfMachine({ load: broken });
  expect(fault).toContain(`cannot be loaded (${reason}): run "npm rebuild better-sqlite3"`);
});

it('reports a better-sqlite3 that would crash the process', () => {
  const compiled = () =>
    Buffer.from('\0_ZN4node28RemoveEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_\0');
  const never = () =>
    class {
      constructor() {
        throw new Error('was opened'); // What is collected ends the process.
      }
    };
  expect(faultOfMachine({ load: never, compiled })).toContain(
    'npm_config_target=24.18.0 npm rebuild better-sqlite3',
  );
  expect(faultOfMachine()).toBeUndefined();
});

it.each([
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['28P01', 'password authentication failed for user "calendar"', 'password authentication failed'],
  ['3F000', 'create table "a"."b" ("id" serial) - schema "a" does not exist', 'schema "a" does'],
  ['42501', 'create table "public"."b" - permission denied for schema public', 'permission denied'],
  ['25006', 'create table "b" - cannot execute CREATE TABLE', 'cannot execute CREATE TABLE'],
  [undefined, 'The server does not support SSL connections', 'The server does not support SSL'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'self-signed certificate'],
  ['', 'select 1 - Connection terminated unexpectedly', 'Connection terminated unexpectedly'],
  [
    '',
    'BEGIN; - Client has encountered a connection error and is not queryable',
    'Client has encountered a connection error and is not queryable',
  ],
  ['ECONNREFUSED', '', 'ECONNREFUSED'], // Of several addresses, each of which refuses.
])('reports why PostgreSQL cannot be used: %s', (code, message, reason) => {
  const fault = faultOfPostgres(Object.assign(new Error(message), { code }));
  expect(fault.startsWith(`The database cannot be used (${reason}`)).toBe(true);
  expect(fault).toContain('DATABASE_HOST');
});

it('reports why the database cannot be used during a migration, whose error Strapi wraps', () => {
  const wrapped = (code: string, message: string) =>
    new Error(`Migration x (up) failed: ${message}`, {
      cause: Object.assign(new Error(message), { code }),
    });
  const gone = 'BEGIN; - terminating connection due to administrator command';
  expect(faultOfPostgres(wrapped('57P01', gone))).toContain('(terminating connection due to adm');
  expect(faultOfPostgres(wrapped('42P01', 'relation "a" does not exist'))).toBeUndefined();
  const full = wrapped('SQLITE_FULL', 'create table a - database or disk is full');
  expect(faultOfDatabaseError('data.db', full)).toContain('(database or disk is full)');
});

it('reports no fault of the database if a start fails for another reason', () => {
  expect(faultOfPostgres(new Error('config is wrong'))).toBeUndefined();
  expect(faultOfPostgres({ code: 'ENOENT', message: 'no such file', syscall: 'open' })).toBe(
    undefined,
  );
  expect(
    faultOfPostgres({ code: 'ENOENT', message: '/run/.s.PGSQL', syscall: 'connect' }),
  ).toContain('(/run/.s.PGSQL)');
  expect(faultOfPostgres({ code: '42P01', message: 'relation "a" does not exist' })).toBe(
    undefined,
  );
});

describe('the check of the SQLite file and the uploads folder', () => {
  const NOBODY = 65534;
  const asRoot = process.getuid?.() === 0;
  const somebody = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  /** Whom modes bind, if Node lies where they may run it. */
  const run = (...words: string[]) =>
    spawnSync(process.execPath, words, { ...somebody, encoding: 'utf8', cwd: '/' });
  const bound = run('-e', '').status === 0 ? it : it.skip;
  const SCRIPT = path.resolve(__dirname, '../../../scripts/machine.cjs');
  let folder: string;
  let file: string;
  let script: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-file-'));
    file = path.join(folder, 'data.db');
    fs.writeFileSync(file, '');
    if (asRoot) for (const place of [folder, file]) fs.chownSync(place, NOBODY, NOBODY);
    const beside = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-script-')); // The checkout may be closed to them.
    fs.chmodSync(beside, 0o755);
    script = path.join(beside, 'machine.cjs');
    fs.copyFileSync(SCRIPT, script);
    fs.chmodSync(script, 0o644);
  });

  afterEach(() => {
    fs.chmodSync(folder, 0o755);
    for (const place of [folder, path.dirname(script)]) fs.rmSync(place, { recursive: true });
  });

  function told(name: string, of: string): string {
    const program =
      'process.stdout.write(String(require(process.argv[1])[process.argv[2]](process.argv[3])))';
    return run('-e', program, script, name, of).stdout;
  }

  const fault = (of = file) => told('faultOfDatabaseFile', of);

  bound('accepts a writable file, and one that does not exist yet', () => {
    expect(fault()).toBe('undefined');
    expect(fault(path.join(folder, 'new', 'data.db'))).toBe('undefined');
  });

  bound('reports a file or folder that is not writable', () => {
    fs.chmodSync(file, 0o444);
    expect(fault()).toContain(`The database ${file} cannot be used (EACCES: permission denied`);
    fs.chmodSync(file, 0o644);
    for (const mode of [0o555, 0o000]) {
      fs.chmodSync(folder, mode);
      expect(fault()).toContain(`The database ${file} cannot be used (EACCES: permission denied`);
      expect(fault(path.join(folder, 'new', 'data.db'))).toContain('EACCES');
    }
  });

  bound('reports an uploads folder that is not writable', () => {
    expect(told('faultOfUploads', folder)).toBe('undefined');
    fs.chmodSync(folder, 0o555);
    expect(told('faultOfUploads', folder)).toContain(
      `Pictures cannot be stored in ${folder} (EACCES`,
    );
  });

  /** What a function says that may end its process, and the code with which it does. */
  const ended = (name: string, value: unknown) => {
    const called = `require(process.argv[1]).${name}(${JSON.stringify(value)})`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', called, SCRIPT]);
    return { status, said: String(stderr) };
  };

  it('creates a missing uploads folder, and reports one that Strapi needs and cannot have', () => {
    const uploads = path.join(folder, 'public', 'uploads');
    makeUploads(uploads);
    expect(fs.statSync(uploads).isDirectory()).toBe(true);
    fs.rmdirSync(uploads);
    fs.symlinkSync(path.join(folder, 'unmounted'), uploads);
    makeUploads(uploads); // Where files are stored elsewhere, nobody needs it.
    const inStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
    const { init } = inStrapi('@strapi/provider-upload-local');
    Object.assign(global, { strapi: { dirs: { static: { public: path.dirname(uploads) } } } });
    let fault: string | undefined;
    try {
      init({});
    } catch (error) {
      fault = faultOfNoUploads(error as Error);
    }
    expect(fault).toContain(
      `The folder of uploads cannot be created (The upload folder (${uploads})`,
    );
    expect(faultOfNoUploads(new Error('A bug'))).toBeUndefined();
  });

  it('reports a database that is a link to a file on a disk that is not mounted', () => {
    const filename = path.join(folder, 'linked.db');
    fs.symlinkSync(path.join(folder, 'unmounted', 'data.db'), filename);
    const use = { client: 'sqlite', connection: { filename } };
    const { status, said } = ended('requireDatabase', use);
    expect([status, said.split('\n').length]).toEqual([1, 2]);
    expect(said).toContain(`The database ${filename} cannot be used (ENOENT`);
  });

  it('reports a full disk or a read-only file during the start, but no other error', () => {
    const fault = { code: 'SQLITE_FULL', message: 'PRAGMA journal_mode = WAL - disk is full' };
    expect(faultOfDatabaseError(file, fault)).toContain(`${file} cannot be used (disk is full)`);
    expect(faultOfDatabaseError(file, { ...fault, code: 'SQLITE_READONLY' })).toBeDefined();
    expect(faultOfDatabaseError(file, { ...fault, code: 'SQLITE_ERROR' })).toBeUndefined();
    expect(faultOfDatabaseError(file, new Error('A bug'))).toBeUndefined();
  });

  it('reports files that an import has left beside the uploads folder', () => {
    const uploads = path.join(folder, 'public', 'uploads');
    expect(leftByImports(uploads)).toBeUndefined();
    fs.mkdirSync(uploads, { recursive: true });
    expect(leftByImports(uploads)).toBeUndefined();
    fs.mkdirSync(path.join(folder, 'public', 'uploads_backup_1795838898444'));
    expect(leftByImports(uploads)).toContain(
      'uploads_backup_1795838898444 contains the files from before',
    );
  });

  it('reports a folder in place of the file', () => {
    expect(faultOfDatabaseFile(folder)).toContain('(it is not a file)');
  });

  it('reports a link to a disk that is not mounted', () => {
    const link = path.join(folder, 'disk');
    fs.symlinkSync(path.join(folder, 'unmounted'), link);
    for (const name of ['data.db', 'calendar/data.db'])
      expect(faultOfDatabaseFile(path.join(link, name))).toContain('cannot be used (ENOENT');
  });

  it('accepts an empty file or a database, and reports any other file', () => {
    expect(faultOfDatabaseFile(file)).toBeUndefined();
    fs.writeFileSync(file, 'SQLite');
    expect(faultOfDatabaseFile(file)).toContain('(it is not an SQLite database)');
    fs.rmSync(file);
    const made =
      "new (require('better-sqlite3'))(process.argv[1]).exec('create table one (id)').close()";
    spawnSync(process.execPath, ['-e', made, file], { cwd: __dirname });
    expect(fs.statSync(file).size).toBeGreaterThan(0);
    expect(faultOfDatabaseFile(file)).toBeUndefined();
  });

  it('creates a new file with mode 600, and keeps an existing mode', () => {
    const made = path.join(folder, 'made', 'data.db');
    const use = (filename: string) =>
      requireDatabase({ client: 'sqlite', connection: { filename } });
    use(made);
    const database = new Database(made);
    database.pragma('journal_mode = WAL');
    database.exec('create table one (id)');
    const names = fs.readdirSync(path.dirname(made));
    const modes = names.map((name) => fs.statSync(path.join(folder, 'made', name)).mode & 0o777);
    database.close();
    expect([names.length, new Set(modes)]).toEqual([3, new Set([0o600])]);
    fs.chmodSync(made, 0o640);
    use(made);
    expect(fs.statSync(made).mode & 0o777).toBe(0o640);
  });

  it('allows one serving process until it is killed, and others to read and write', async () => {
    fs.rmSync(file);
    const serve = `require(${JSON.stringify(SCRIPT)}).requireOnlyServer(
      { client: 'sqlite', connection: { filename: process.argv[1] } });
      console.log('serves'); setTimeout(() => {}, 60_000)`;
    const beginning = async () => {
      const child = spawn(process.execPath, ['-e', serve, file]);
      const [said] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
      return { child, said: String(said) };
    };
    const first = await beginning();
    new Database(file).exec('create table one (id)').close();
    const second = await beginning();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const third = await beginning();
    third.child.kill('SIGKILL');
    expect([first.said, second.said, third.said]).toEqual([
      'serves\n',
      expect.stringContaining('data.db is already served by another process'),
      'serves\n',
    ]);
    expect(fs.statSync(`${file}-serving`).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder).sort()).toEqual(['data.db', 'data.db-serving']);
  });
});
