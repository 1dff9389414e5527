import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isExhaustive, split } from '../support/extent';
import { countRows } from '../support/first-rows';

const onPostgres = process.env.DATABASE_CLIENT === 'postgres';
const ROOT = path.resolve(__dirname, '../..');
const LOAD = path.join(ROOT, 'test/support/processes/load.cjs');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-killed-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** An empty database next to that of the tests. */
async function emptyDatabase() {
  const name = `${process.env.DATABASE_SCHEMA}_${randomUUID().slice(0, 8)}`;
  if (!onPostgres) return { DATABASE_FILENAME: path.join(folder, `${name}.db`) };
  await strapi.db.connection.raw(`CREATE SCHEMA "${name}"`);
  return { DATABASE_SCHEMA: name };
}

type Environment = Awaited<ReturnType<typeof emptyDatabase>> & { END_AFTER?: string };

const load = (env: Environment) =>
  new Promise<string>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(process.execPath, [LOAD], options, (error, stdout, stderr) =>
      resolve(error ? (error.signal ?? stdout + stderr) : 'loaded'),
    );
  });

/** The number of rows of each table. */
async function rowsIn({ DATABASE_SCHEMA, DATABASE_FILENAME }: Environment) {
  const { default: knex } = await import('knex');
  const connection = DATABASE_FILENAME
    ? knex({ client: 'better-sqlite3', connection: DATABASE_FILENAME, useNullAsDefault: true })
    : strapi.db.connection;
  const found = await countRows(connection, DATABASE_FILENAME ? undefined : DATABASE_SCHEMA);
  if (DATABASE_FILENAME) await connection.destroy();
  return found;
}

/**
 * Statements after which a start is killed. Each takes two starts of some seconds, so some run on
 * one database only, and the rest in the full cross product.
 */
const MOMENTS = ['1 ADD COLUMN position', '150 insert into \\S*admin_permissions'];
const MORE = [
  '3 insert into \\S*up_permissions',
  '1 ADD COLUMN public_id',
  '1 insert into \\S*up_roles',
  '10 insert into \\S*admin_permissions',
];

it.each(isExhaustive ? MOMENTS.concat(MORE) : split(MOMENTS))(
  'the next start completes a first start that was killed after %s',
  async (END_AFTER) => {
    const database = await emptyDatabase();
    expect(await load({ ...database, END_AFTER })).toBe('SIGKILL');
    expect(await load(database)).toBe('loaded');
    expect(await rowsIn(database)).toEqual(firstRows);
  },
);
