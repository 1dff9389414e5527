const { measureAtOnce } = require('./client.cjs');
const { startProgram } = require('./processes.cjs');
const { addressOf } = require('./scenarios.cjs');

const CONNECTIONS = 8;
/** Per hundred requests of the mixed load. */
const WRITES_OF_HUNDRED = 5;

const API = '/calendar/events/v1/events';

const json = (method, path, body, token) => ({
  ...{ method, path, body: JSON.stringify(body) },
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
});

/** Cycles through all reads; every twentieth request is an update. */
function mixed(scenarios, { events, token }) {
  let [count, changes] = [0, 0];
  return () => {
    count += 1;
    if (count % Math.round(100 / WRITES_OF_HUNDRED) === 0) {
      changes += 1;
      const id = events[changes % events.length];
      return json('POST', `${API}/${id}`, { title: `Mixed ${changes}` }, token);
    }
    return { path: addressOf(scenarios[count % scenarios.length]) };
  };
}

/**
 * Measures the calendar's memory under the mixed load alone, in a new process: the process of the
 * other measurements keeps the heap that the Document Service has used.
 */
async function memoryOf(env, { scenarios, facts }, time) {
  const calendar = await startProgram('server.cjs', env);
  try {
    const idle = await calendar.call('memory');
    await measureAtOnce({ ...calendar, next: mixed(scenarios, facts) }, CONNECTIONS, time);
    return { idle, most: await calendar.call('mostMemory') };
  } finally {
    await calendar.stop();
  }
}

module.exports = { API, CONNECTIONS, json, memoryOf, mixed };
