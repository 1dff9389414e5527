import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './process';

/** The path of PgBouncer as on Debian; overridden by PGBOUNCER. */
const PGBOUNCER = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';

export const hasPgBouncer = fs.existsSync(PGBOUNCER);

/** PgBouncer refuses to run as root. */
const USER = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

/**
 * Starts PgBouncer in front of the database, on loopback; returns how to connect, and a function
 * that stops it. It ignores the tests' `PGOPTIONS`, and asks for the `secret`, if there is one.
 */
export async function startPgBouncer(
  connectionString: string,
  mode: 'session' | 'transaction',
  secret?: string,
) {
  const { host, port, user = '', password, database = '' } = new Client({ connectionString });
  const behind = { host, port, user, dbname: database, ...(password && { password }) };
  const at = { host: '127.0.0.1', port: await freePort(), user, database };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-pgbouncer-'));
  const file = path.join(folder, 'pgbouncer.ini');
  fs.chmodSync(folder, 0o777);
  const users = path.join(folder, 'users');
  fs.writeFileSync(users, `"${user}" "${secret}"`);
  fs.writeFileSync(
    file,
    `[databases]
     ${database} = ${Object.entries(behind)
       .map(([name, value]) => `${name}='${value}'`)
       .join(' ')}
     [pgbouncer]
     listen_addr = ${at.host}
     listen_port = ${at.port}
     unix_socket_dir =
     auth_type = ${secret ? 'scram-sha-256' : 'any'}
     auth_file = ${users}
     ignore_startup_parameters = options
     pool_mode = ${mode}`,
  );
  const child = spawn(PGBOUNCER, [...USER, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  while (!said.includes('process up')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(said);
    await pause(10);
  }
  return {
    at,
    stop: async () => {
      child.kill('SIGKILL'); // SIGTERM would wait for its clients.
      await exit;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
