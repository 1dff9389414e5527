/** A thread of its own: the main one is silent for seconds while Strapi loads, and longer on SQLite. */
const http = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

/** Milliseconds that a request which is still being sent has when the calendar is ready. */
const PATIENCE = 300;

const { address, options, answers, site } = workerData;
const { startingAnswer } = require(answers);

const server = http.createServer(options, (request, response) => {
  const { status, headers, body } = startingAnswer(request.url, site, request.headers.accept);
  request.resume();
  // Whoever asks again shall reach the calendar itself.
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  response.end(body);
});

/** The address is free once this thread has ended. */
function end() {
  server.close(() => process.exit());
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), PATIENCE).unref();
}

server.once('error', ({ code, message }) => {
  parentPort.postMessage({ fault: { code, message } });
  process.exit();
});
server.listen(address, () => parentPort.postMessage({ port: server.address().port }));
parentPort.once('message', end);
