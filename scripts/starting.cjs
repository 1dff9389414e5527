const path = require('node:path');
const { Worker } = require('node:worker_threads');
const dotenv = require('dotenv');

const DIST = path.join(__dirname, '..', 'dist');
const SERVER = 'src/plugins/calendar/server/src';

/** Why nobody can listen there, in one sentence. */
function sentence({ code, message }, { host, port }) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is taken: end the program that holds it, or choose another with PORT=1338.`;
  }
  return `The calendar cannot listen on port ${port} of ${host}: ${message}.`;
}

/**
 * The same configuration that Strapi will read, without Strapi, whose modules take a second to load:
 * `.env` by the package that Strapi reads it with, and our own files, which ask for variables only.
 */
function configured() {
  dotenv.config({ path: process.env.ENV_PATH, quiet: true });
  const variable = (name, standard) => process.env[name] ?? standard;
  const env = Object.assign(variable, { array: (_name, standard) => standard });
  const of = (name) => require(path.join(DIST, 'config', `${name}.js`)).default({ env });
  const { readSettings } = require(path.join(DIST, SERVER, 'settings/settings.js'));
  const { aliases, defaultLanguage } = readSettings(of('plugins').calendar.config);
  return { server: of('server'), site: { aliases, defaultLanguage } };
}

/**
 * Answers 503 at the address until `end` is called (D9.8). Rejects with one sentence when nobody can
 * listen there; gives the port.
 */
function listenWhileStarting({ address, options, answers, site }) {
  const worker = new Worker(path.join(__dirname, 'starting-server.cjs'), {
    workerData: { address, options, answers, site },
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const end = () => {
    worker.postMessage('end');
    return ended;
  };
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', ({ port, fault }) =>
      fault ? reject(new Error(sentence(fault, address))) : resolve({ port, end }),
    );
  });
}

const NOTHING = { port: undefined, end: async () => {} };

/**
 * Takes the calendar's address before any work is done, or ends the process with one sentence. Where
 * the host has it so, nobody is there until the calendar is: a proxy then asks another node.
 */
async function answerWhileStarting() {
  const { server, site } = configured();
  if (!server.answerWhileStarting) return NOTHING;
  const { host, port, http } = server;
  const { maxHeaderSize } = http.serverOptions;
  const answers = path.join(DIST, SERVER, 'messages/starting-answer.js');
  const about = { address: { host, port }, options: { maxHeaderSize }, answers, site };
  return listenWhileStarting(about).catch(({ message }) => {
    console.error(message);
    process.exit(1);
  });
}

/**
 * Starts a loaded calendar in the place of what answered until then. From the first request on, which
 * may come before Strapi has finished its start, a signal has to wait for answers: `leaveEnd` (of
 * `endWhileStarting`) is called as the address is taken.
 */
async function startInPlaceOf(starting, strapi, leaveEnd) {
  strapi.server.mount(); // Costs time, so it comes before the hand-over.
  await starting.end();
  strapi.server.httpServer.once('listening', leaveEnd);
  await strapi.start();
}

module.exports = { answerWhileStarting, listenWhileStarting, startInPlaceOf };
