const { Client } = require('undici');

const PATIENCE = 120_000;

/** The status with which an overloaded server refuses a request. */
const REFUSED = 503;

/**
 * Sends a request. Resolves to its milliseconds, to undefined if it was refused with 503; rejects
 * on all other errors.
 */
function ask(client, { method = 'GET', path, headers, body }) {
  return new Promise((resolve, reject) => {
    const began = process.hrtime.bigint();
    let status;
    let words = '';
    client.dispatch(
      { method, path, headers, body },
      {
        onConnect() {},
        onHeaders(code) {
          status = code;
          return true;
        },
        onData(chunk) {
          if (status >= 400) words += chunk;
          return true;
        },
        onComplete() {
          if (status === REFUSED) resolve(undefined);
          else if (status >= 400)
            reject(new Error(`${status} ${method} ${path}: ${words.slice(0, 500)}`));
          else resolve(Number(process.hrtime.bigint() - began) / 1e6);
        },
        onError: reject,
      },
    );
  });
}

const connect = (origin) =>
  new Client(origin, { pipelining: 1, headersTimeout: PATIENCE, bodyTimeout: PATIENCE });

/** Runs the work with a connection for each, and closes them even if it fails. */
async function connected(wanted, work) {
  const clients = wanted.map((asked) => ({ ...asked, client: connect(asked.origin) }));
  try {
    return await work(clients);
  } finally {
    await Promise.all(clients.map(({ client }) => client.destroy()));
  }
}

const sum = (numbers) => numbers.reduce((all, each) => all + (each ?? 0), 0);

/**
 * Measures several request sources in turn, one request at a time, so that other load on the
 * machine affects all of them equally. Runs for `time` milliseconds per source, but sends at least
 * one request to each; awaits a source's `before` ahead of each of its requests. Returns the
 * milliseconds of the requests by source.
 */
const measureInTurn = (wanted, time) =>
  connected(wanted, async (clients) => {
    for (const { client, next } of clients) await ask(client, next()); // Opens the connection; not counted.
    const latencies = clients.map(() => []);
    const end = Date.now() + time * clients.length;
    do {
      for (const [place, { client, next, before }] of clients.entries()) {
        await before?.();
        latencies[place].push(await ask(client, next()));
      }
    } while (Date.now() < end);
    return latencies.map((own) => ({ latencies: own, elapsed: sum(own) }));
  });

/**
 * Measures one request source over several connections at once for `time` milliseconds; each
 * connection sends at least one request.
 */
const measureAtOnce = (wanted, connections, time) =>
  connected(Array(connections).fill(wanted), async (clients) => {
    await ask(clients[0].client, clients[0].next()); // Fills the server's caches.
    const latencies = [];
    const began = process.hrtime.bigint();
    const end = Date.now() + time;
    const work = async ({ client, next }) => {
      do latencies.push(await ask(client, next()));
      while (Date.now() < end);
    };
    await Promise.all(clients.map(work));
    return { latencies, elapsed: Number(process.hrtime.bigint() - began) / 1e6 };
  });

const isAnswered = (latency) => latency !== undefined;

const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/**
 * The result of all rounds of a cell: `p50` and `p99` in milliseconds, requests per second, and the
 * numbers of answered and of refused requests.
 */
function summary(rounds) {
  const all = rounds.flatMap(({ latencies }) => latencies);
  const sorted = all.filter(isAnswered).sort((a, b) => a - b);
  const elapsed = sum(rounds.map((round) => round.elapsed));
  const perSecond = (sorted.length / elapsed) * 1000;
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    perSecond,
    count: sorted.length,
    refused: all.length - sorted.length,
  };
}

module.exports = { measureAtOnce, measureInTurn, summary };
