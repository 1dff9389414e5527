import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Core, createStrapi } from '@strapi/strapi';
import { stopMaintenance } from '../../src/plugins/calendar/server/src/database/schema';
import { keepBooted } from './booted';
import { Chromium } from './chromium';
import { watch } from './document/exchange';
import { type Kept, note } from './document/kept';
import { countRows } from './first-rows';
import { rightsOf } from './rights';

const ROOT = path.resolve(__dirname, '../..');

/** Lifetime in seconds of the administrator's token; the default is shorter than some runs. */
const DAY = 24 * 60 * 60;

/**
 * bcrypt's cost factor (a power of two). Strapi's ten takes a tenth of a second, and tests log in
 * hundreds of times.
 */
const ROUNDS = 4;

function hashPasswordsQuickly() {
  const bcrypt = createRequire(require.resolve('@strapi/strapi'))('bcryptjs');
  const { hash, hashSync } = bcrypt;
  const fewer = (salt: number | string) => (typeof salt === 'number' ? ROUNDS : salt);
  // Comparing calls this function too, with the salt of a stored password.
  bcrypt.hash = (password: string, salt: number | string, ...more: unknown[]) =>
    hash(password, fewer(salt), ...more);
  // Hashes passwords written by the Document Service, those of registered users.
  bcrypt.hashSync = (password: string, salt: number | string) => hashSync(password, fewer(salt));
}

/** A temporary folder for uploads, instead of the checkout's; the launcher removes it. */
function temporaryPublicFolder() {
  const folder = path.join(process.env.TEST_FOLDER ?? os.tmpdir(), `public-${process.pid}`);
  fs.mkdirSync(path.join(folder, 'uploads'), { recursive: true });
  return folder;
}

function listen({ server }: Core.Strapi): Promise<string> {
  server.mount();
  return new Promise((resolve) => {
    server.httpServer.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`);
    });
  });
}

async function registerAdmin(baseURL: string): Promise<string> {
  const answer = await fetch(`${baseURL}/admin/register-admin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      firstname: 'Test',
      lastname: 'Admin',
      email: 'admin@example.org',
      password: `Aa1${randomBytes(12).toString('hex')}`,
    }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

/** Boots Strapi once for all test files of a database. */
export default async function globalSetup() {
  hashPasswordsQuickly();
  const strapi = createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist') });
  strapi.dirs.static.public = temporaryPublicFolder();
  strapi.config.set('admin.auth.sessions.accessTokenLifespan', DAY);
  strapi.log.level = process.env.STRAPI_LOG_LEVEL ?? 'error';
  await strapi.load();
  if (strapi.db.dialect.client === 'sqlite')
    await strapi.db.connection.raw('PRAGMA synchronous = OFF'); // Tests survive no power failure.
  const firstRows = await countRows(strapi.db.connection);
  const kept: Kept = { faults: [], exercised: new Set() };
  watch(strapi.server.httpServer, (exchange) => note(kept, exchange));
  const baseURL = await listen(strapi);
  await stopMaintenance(); // Tests count statements, which it would add to.
  const adminToken = await registerAdmin(baseURL);
  const firstRights = await rightsOf(strapi);
  keepBooted({
    strapi,
    baseURL,
    adminToken,
    firstRights,
    firstRows,
    kept,
    chromium: new Chromium(),
  });
}
