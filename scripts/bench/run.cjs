const { databases } = require('../test-databases.cjs');
const { measureAtOnce, measureInTurn, summary } = require('./client.cjs');
const { measureFeeds } = require('./feeds.cjs');
const { describeMachine } = require('./surroundings.cjs');
const { API, CONNECTIONS, json, memoryOf, mixed } = require('./mixed.cjs');
const { runProgram, startProgram } = require('./processes.cjs');
const { newEvent } = require('./routes.cjs');
const { addressOf, coldAddressOf, readScenarios } = require('./scenarios.cjs');

/**
 * Up to this size, the serving process fills the calendar itself: start and memory of so few events
 * mean nothing.
 */
const SMALL = 1000;
const EMPTY = '/api/bench/empty';
let asked = 0;

/** A new number, for URLs and titles that have not been used before. */
const another = () => {
  asked += 1;
  return asked;
};

/**
 * The requests of each column for a read. Those with `atOnce` are sent over several connections.
 */
function readCells(scenario, place, { calendar, bare }) {
  const cold = () => ({ path: coldAddressOf(scenario, another()) });
  const documents = scenario.documents && {
    documents: { ...calendar, next: () => ({ path: `/api/bench/documents/${place}` }) },
  };
  return {
    ...documents, // First: its garbage is left to be collected during `bare`.
    bare: { ...bare, next: () => ({ path: `/cold/${place}` }) },
    empty: { ...calendar, next: () => ({ path: EMPTY }) },
    cold: { ...calendar, next: cold },
    anew: { ...calendar, next: cold, before: () => calendar.call('touch') },
    bareWarm: { ...bare, next: () => ({ path: `/warm/${place}` }), atOnce: true },
    warm: { ...calendar, next: () => ({ path: addressOf(scenario) }), atOnce: true },
  };
}

/** The requests of each column for a write; each sends other values. */
function writeCells(name, place, { calendar, bare, facts }) {
  const { token, event } = facts;
  const title = () => `Changed by the bench ${another()}`;
  const sent = {
    create: [newEvent, newEvent, API],
    update: [
      () => ({ title: title() }),
      () => ({ documentId: event.documentId, title: title() }),
      `${API}/${event.id}`,
    ],
  };
  const [ofInterface, ofDocuments, path] = sent[name];
  return {
    documents: {
      ...calendar,
      next: () => json('POST', `/api/bench/write/${name}`, ofDocuments(facts), token),
    },
    bare: { ...bare, next: () => ({ path: `/cold/${place}` }) },
    empty: { ...calendar, next: () => json('POST', EMPTY, ofInterface(facts), token) },
    cold: { ...calendar, next: () => json('POST', path, ofInterface(facts), token) },
  };
}

async function lastPageOf({ origin }) {
  const answer = await (await fetch(`${origin}${API}`)).json();
  return answer.total_pages;
}

/** The response of each scenario, which the bare server then serves from memory. */
async function answersOf({ origin }, scenarios) {
  const answers = [];
  for (const scenario of scenarios) {
    const answer = await fetch(origin + addressOf(scenario));
    if (answer.status !== 200)
      throw new Error(`${scenario.name}: ${answer.status} ${await answer.text()}`);
    answers.push(await answer.text());
  }
  return answers;
}

/** The number of SQL statements of one request that no cache answers. */
async function statementsOf({ calendar }, { next }) {
  const ask = async () => {
    const { method, path, headers, body } = next();
    await (await fetch(calendar.origin + path, { method, headers, body })).text();
  };
  await ask();
  await calendar.call('statements');
  await ask();
  return calendar.call('statements');
}

/**
 * One round of a row: first the columns with one connection in turn, then the others one after
 * another.
 */
async function measureRound(cells, time) {
  const columns = Object.entries(cells);
  const alone = columns.filter(([, { atOnce }]) => !atOnce);
  const inTurn = await measureInTurn(
    alone.map(([, cell]) => cell),
    time,
  );
  const measured = Object.fromEntries(alone.map(([name], place) => [name, inTurn[place]]));
  for (const [name, cell] of columns.filter(([, { atOnce }]) => atOnce)) {
    measured[name] = await measureAtOnce(cell, CONNECTIONS, time);
  }
  return measured;
}

/** All rows, or those that `only` names. */
const rowsOf = (around, only) => {
  const { scenarios } = around;
  const reads = scenarios.map((scenario, place) => [
    scenario.name,
    readCells(scenario, place, around),
  ]);
  const writes = ['create', 'update'].map((name, place) => [
    name,
    writeCells(name, scenarios.length + place, around),
  ]);
  return [...reads, ...writes]
    .filter(([name]) => only?.includes(name) ?? true)
    .map(([name, cells]) => ({ name, cells, measured: [] }));
};

async function resultOf(around, { name, cells, measured }) {
  const columns = Object.keys(cells).map((column) => [
    column,
    summary(measured.map((round) => round[column])),
  ]);
  return {
    name,
    ...Object.fromEntries(columns),
    statements: await statementsOf(around, cells.cold),
  };
}

/**
 * Measures all rows, round after round, after one uncounted round in which the code is compiled and
 * optimised.
 */
async function measureAll(around, { rounds, time, progress, only }) {
  const rows = rowsOf(around, only);
  const load = [];
  const next = mixed(around.scenarios, around.facts);
  for (let number = 0; number <= rounds; number += 1) {
    const counts = number > 0;
    for (const [place, row] of rows.entries()) {
      const measured = await measureRound(row.cells, time);
      if (counts) row.measured.push(measured);
      progress((number * rows.length + place + 1) / ((rounds + 1) * rows.length));
    }
    if (counts) load.push(await measureAtOnce({ ...around.calendar, next }, CONNECTIONS, time * 5));
  }
  const results = [];
  for (const row of rows) results.push(await resultOf(around, row));
  const feeds = await measureFeeds(around, { rounds, time });
  return { rows: results, mixed: summary(load), feeds };
}

/** The seconds that some work takes. */
async function timed(work) {
  const began = Date.now();
  await work();
  return (Date.now() - began) / 1000;
}

/**
 * Measures the calendar and the bare server on the same database, which is filled first if `fill`
 * is set.
 */
async function sideBySide(env, options) {
  const calendar = await startProgram('server.cjs', env);
  let around;
  let results;
  try {
    const filled = options.fill
      ? await timed(() => calendar.call('fill', options.fill))
      : undefined;
    const facts = { ...(await calendar.call('facts')), lastPage: await lastPageOf(calendar) };
    await calendar.call('pages', { word: facts.word });
    const scenarios = readScenarios(facts);
    await calendar.call('scenarios', { facts, scenarios });
    const answers = await answersOf(calendar, scenarios);
    const writes = ['create', 'update'].map(() => ({
      bare: { table: 'write', copied: facts.event.id },
    }));
    const asked = scenarios.map((scenario, place) => ({ ...scenario, answer: answers[place] }));
    const bare = await startProgram('bare.cjs', env, {
      now: facts.now,
      scenarios: [...asked, ...writes],
    });
    try {
      around = { calendar, bare, scenarios, facts };
      results = { ...(await measureAll(around, options)), filled, start: calendar.seconds };
    } finally {
      await bare.stop();
    }
  } finally {
    await calendar.stop();
  }
  return { ...results, memory: await memoryOf(env, around, options.rounds * options.time * 10) };
}

/**
 * Benchmarks one database, from an empty one to the results. Resolves to all figures and a
 * description of the machine.
 */
async function runBench(
  database,
  { events, rounds, time, only, progress = () => () => {}, environment },
) {
  const { env, stop } = await databases[database]();
  const all = { ...environment, ...env };
  try {
    const load = () => runProgram('load.cjs', ['--events', String(events)], all);
    const isSmall = events <= SMALL;
    const loaded = isSmall ? undefined : await timed(load);
    const options = {
      ...{ rounds, time, only, fill: isSmall ? { events } : undefined },
      progress: progress(`${database}, ${events} events`),
    };
    const measured = await sideBySide(all, options);
    const machine = await describeMachine(database, all);
    return {
      database,
      events,
      rounds,
      time,
      machine,
      ...measured,
      filled: measured.filled ?? loaded,
    };
  } finally {
    await stop();
  }
}

module.exports = { runBench };
