import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, realpathSync, rmdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  releaseStartLock,
  takeStartLock,
} from '../../src/plugins/calendar/server/src/database/start-lock';
import { inFull } from '../support/extent';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer';

const onPostgres = process.env.DATABASE_CLIENT === 'postgres';
const ROOT = path.resolve(__dirname, '../..');
const LOAD = path.join(ROOT, 'test/support/processes/load.cjs');
const schema = `${process.env.DATABASE_SCHEMA}_empty`;
const filename = `${process.env.DATABASE_FILENAME}-empty`;
const env = { ...process.env, DATABASE_SCHEMA: schema, DATABASE_FILENAME: filename };

/** Concurrent starts, and how often they are repeated on the same database. */
const [MANY, ROUNDS] = [4, 2];

const load = (own: NodeJS.ProcessEnv = {}) =>
  new Promise<{ status: number; said: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...env, ...own } };
    execFile(process.execPath, [LOAD], options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

/** Starts a process and kills it during its schema sync. */
async function loadKilled() {
  const child = spawn(process.execPath, [LOAD], { cwd: ROOT, env, stdio: 'ignore' });
  const tables = () =>
    strapi.db.connection('pg_tables').where({ schemaname: schema }).count('* as count').first();
  while (Number((await tables())?.count) < 3) expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const rowsOf = (name: string) => strapi.db.connection.withSchema(schema).from(name).select('*');

const doubled = (keys: unknown[]) => keys.filter((key, at) => keys.indexOf(key) !== at);

if (onPostgres) {
  inFull(
    'concurrent starts after a killed one all succeed and create everything once',
    async () => {
      await strapi.db.connection.raw(`CREATE SCHEMA "${schema}"`);
      await loadKilled();
      for (let round = 0; round < ROUNDS; round += 1) {
        const all = await Promise.all(Array.from({ length: MANY }, () => load()));
        expect(all.filter(({ status }) => status !== 0)).toEqual([]);
        expect(all.map(({ said }) => said).join('')).toContain('is starting: waiting for it');
      }
      const names = async (table: string, ...columns: string[]) =>
        (await rowsOf(table)).map((row) => columns.map((column) => row[column]).join(' '));
      const locales = await names('i18n_locale', 'code');
      expect(locales.sort()).toEqual(['ar', 'en', 'es', 'fr']);
      const admins = await names('admin_roles', 'code');
      expect([admins.length, doubled(admins)]).toEqual([5, []]);
      const roles = await names('up_roles', 'type');
      expect([roles.length > 4, doubled(roles)]).toEqual([true, []]);
      const { rows: granted } = await strapi.db.connection.raw(
        `SELECT action, role_id FROM "${schema}".up_permissions_role_lnk AS link
       JOIN "${schema}".up_permissions AS permission ON permission.id = link.permission_id`,
      );
      expect(granted.length).toBeGreaterThan(10);
      expect(
        doubled(
          granted.map((one: { action: string; role_id: number }) => `${one.role_id} ${one.action}`),
        ),
      ).toEqual([]);
    },
  );

  it('a database that stores bytes instead of characters is rejected', async () => {
    const settings = strapi.config.get<{ connection: object }>('database.connection');
    const { connection } = strapi.db;
    await connection.raw(
      `CREATE DATABASE bytes ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
    );
    const connectionString = process.env.DATABASE_URL?.replace(/\/\w+(?=\?|$)/, '/bytes');
    strapi.config.set('database.connection', {
      ...settings,
      connection: { ...settings.connection, connectionString },
    });
    try {
      await expect(takeStartLock(500)).rejects.toThrow('The encoding of the database is SQL_ASCII');
    } finally {
      strapi.config.set('database.connection', settings);
      await releaseStartLock();
      await connection.raw('DROP DATABASE bytes WITH (FORCE)');
    }
  });

  it('the start lock is kept where PostgreSQL ends idle sessions', async () => {
    const settings = strapi.config.get<{ connection: object }>('database.connection');
    const connection = { ...settings.connection, options: '-c idle_session_timeout=1000' };
    strapi.config.set('database.connection', { ...settings, connection });
    try {
      await takeStartLock();
      await pause(2500);
      await expect(takeStartLock(0)).rejects.toThrow('still starting');
    } finally {
      strapi.config.set('database.connection', settings);
      await releaseStartLock();
    }
  });

  describe('the start lock behind PgBouncer', () => {
    const settings = strapi.config.get<{ connection: object }>('database.connection');

    async function lockBehind(mode: Parameters<typeof startPgBouncer>[1]) {
      const pooler = await startPgBouncer(process.env.DATABASE_URL ?? '', mode);
      const connection = { ...settings.connection, connectionString: undefined, ...pooler.at };
      strapi.config.set('database.connection', { ...settings, connection });
      try {
        await takeStartLock(500);
        await releaseStartLock();
      } finally {
        strapi.config.set('database.connection', settings);
        await pooler.stop();
      }
    }

    const there = hasPgBouncer ? it : it.skip;

    there('is taken with the password of DATABASE_PASSWORD, and the calendar starts', async () => {
      const secret = 'p@ss w#rd/:%41é';
      const { at, stop } = await startPgBouncer(process.env.DATABASE_URL ?? '', 'session', secret);
      await strapi.db.connection.raw(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
      const own = {
        ...{ DATABASE_URL: '', DATABASE_HOST: at.host, DATABASE_PORT: `${at.port}` },
        ...{ DATABASE_NAME: at.database, DATABASE_USERNAME: at.user, DATABASE_PASSWORD: secret },
      };
      try {
        expect(await load(own)).toMatchObject({ status: 0 });
      } finally {
        await stop();
      }
    });

    there('can be held in session mode', async () => {
      await expect(lockBehind('session')).resolves.toBeUndefined();
    });

    there('is rejected in transaction mode', async () => {
      await expect(lockBehind('transaction')).rejects.toThrow('PgBouncer in session mode');
    });
  });
} else {
  it('a lock file that cannot be opened, such as that of another user, refuses no start', async () => {
    const file = `${process.env.DATABASE_FILENAME}-starting`;
    rmSync(file);
    mkdirSync(file);
    await expect(takeStartLock(0)).resolves.toBeUndefined();
    await releaseStartLock();
    rmdirSync(file);
  });

  it('is the same for a symbolic link to the file', async () => {
    const link = `${process.env.DATABASE_FILENAME}-link`;
    symlinkSync(path.resolve(process.env.DATABASE_FILENAME!), link);
    const settings = strapi.config.get<object>('database.connection');
    await takeStartLock();
    strapi.config.set('database.connection', { ...settings, connection: { filename: link } });
    try {
      await expect(takeStartLock(0)).rejects.toThrow('still starting');
    } finally {
      strapi.config.set('database.connection', settings);
      await releaseStartLock();
      rmSync(link);
    }
  });

  inFull('a first start waits for another one on the same file', async () => {
    const all = await Promise.all([load(), load()]);
    expect(all.map(({ status }) => status)).toEqual([0, 0]);
    expect(all.map(({ said }) => said).join('')).toContain('is starting: waiting for it');
    expect(statSync(`${filename}-starting`)).toMatchObject({ size: 0, mode: 0o100600 });
  });
}

it('waiting too long for the start lock fails, naming its holder', async () => {
  await takeStartLock();
  const holder = onPostgres
    ? `calendar start, process ${process.pid} of `
    : `see who has opened ${realpathSync(process.env.DATABASE_FILENAME!)}-starting`;
  await expect(takeStartLock(500)).rejects.toThrow(`still starting (${holder}`);
  await releaseStartLock();
  await takeStartLock(500);
  await releaseStartLock();
});
