/** A worker thread, because loading Strapi blocks the main thread for seconds, and longer on SQLite. */
const http = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

/** Milliseconds that requests still being received may take once the calendar is ready. */
const PATIENCE = 300;

const { address, options, answers, site } = workerData;
const { startingAnswer } = require(answers);

const server = http.createServer(options, (request, response) => {
  const { status, headers, body } = startingAnswer(request.url, site, request.headers.accept);
  request.resume();
  // The connection is closed so that the client's next request reaches the calendar itself.
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  response.end(body);
});

/** Stops listening and ends the thread, after which the address is free. */
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
