const path = require('node:path');
const { Worker } = require('node:worker_threads');
const dotenv = require('dotenv');
const env = require('@strapi/utils/dist/env-helper'); // Alone, without the rest of Strapi.
const { tellOfSettings } = require('./boot.cjs');

const DIST = path.join(__dirname, '..', 'dist');
const SERVER = 'src/plugins/calendar/server/src';

/** One sentence about why the address cannot be listened on. */
function sentence({ code, message }, { host, port }) {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is already in use: stop the program that uses it, or choose another port, such as PORT=1338.`;
  }
  return `The calendar cannot listen on port ${port} of ${host}: ${message}.`;
}

/**
 * Reads the configuration without Strapi, whose modules take a second to load: `.env` with the package
 * that Strapi uses, and our own config files, which depend on environment variables only.
 */
function configured() {
  dotenv.config({ path: process.env.ENV_PATH, quiet: true });
  const of = (name) => require(path.join(DIST, 'config', `${name}.js`)).default({ env });
  const { readSettings } = require(path.join(DIST, SERVER, 'settings/settings.js'));
  const { aliases, defaultLanguage } = readSettings(of('plugins').calendar.config);
  return { server: of('server'), site: { aliases, defaultLanguage } };
}

/**
 * D9.8: answers 503 at the address until `end` is called. Resolves to the port and `end`; rejects with
 * one sentence when the address cannot be listened on.
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
 * Listens on the calendar's address before any other work, or ends the process with one sentence. With
 * ANSWER_WHILE_STARTING=false nothing listens until the calendar is ready, so that a proxy tries another node.
 */
async function answerWhileStarting() {
  const { server, site } = tellOfSettings(configured);
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
 * Hands the address over from the starting server to the loaded calendar. Calls `leaveEnd` (returned by
 * `endAtOnce`) on `listening`: from then on a signal must wait for requests in flight, and the
 * first may arrive before Strapi has finished its start.
 */
async function startInPlaceOf(starting, strapi, leaveEnd) {
  strapi.server.mount(); // Slow, so it is done before the hand-over.
  await starting.end();
  const { httpServer } = strapi.server;
  const { host, port } = strapi.config.get('server');
  const fail = (error) => {
    console.error(sentence(error, { host, port }));
    process.exit(1);
  };
  httpServer.prependOnceListener('error', fail); // Strapi would log it and stay, without listening.
  httpServer.once('listening', () => {
    httpServer.off('error', fail);
    leaveEnd();
  });
  await strapi.start();
}

module.exports = { answerWhileStarting, listenWhileStarting, startInPlaceOf };
