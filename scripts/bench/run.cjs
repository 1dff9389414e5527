const { databases } = require('../test-databases.cjs');
const { measureAtOnce, measureInTurn, summary } = require('./client.cjs');
const { measureFeeds } = require('./feeds.cjs');
const { describeMachine } = require('./surroundings.cjs');
const { API, CONNECTIONS, json, memoryOf, mixed } = require('./mixed.cjs');
const { runProgram, startProgram } = require('./processes.cjs');
const { newEvent } = require('./routes.cjs');
const { addressOf, coldAddressOf, readScenarios } = require('./scenarios.cjs');

/** A calendar so small says nothing of a start or of memory: it is filled by the process that serves it. */
const SMALL = 1000;
const EMPTY = '/api/bench/empty';
let asked = 0;

/** Makes addresses and titles that were not there before. */
const another = () => {
  asked += 1;
  return asked;
};

/** What each column of a read's row asks, and whom; some over many connections. */
function readCells(scenario, place, { calendar, bare }) {
  const cold = () => ({ path: coldAddressOf(scenario, another()) });
  const documents = scenario.documents && {
    documents: { ...calendar, next: () => ({ path: `/api/bench/documents/${place}` }) },
  };
  return {
    ...documents, // First: what it leaves to the collector is not for the next in the same process to pay.
    bare: { ...bare, next: () => ({ path: `/cold/${place}` }) },
    empty: { ...calendar, next: () => ({ path: EMPTY }) },
    cold: { ...calendar, next: cold },
    anew: { ...calendar, next: cold, before: () => calendar.call('touch') },
    bareWarm: { ...bare, next: () => ({ path: `/warm/${place}` }), atOnce: true },
    warm: { ...calendar, next: () => ({ path: addressOf(scenario) }), atOnce: true },
  };
}

/** The same of a write; what it says is new each time. */
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

/** What the answers are, for the bytes that the bare server has in memory. */
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

/** The statements of one answer that nobody has asked for before. */
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

/** One round of a row: the columns with one connection in turn, the others one after another. */
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

/** All rows, or those of these names. */
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

/** All rows, round after round; one more before them, as a server that runs for days has its code compiled. */
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

/** How many seconds some work takes. */
async function timed(work) {
  const began = Date.now();
  await work();
  return (Date.now() - began) / 1000;
}

/** Strapi and the bare server side by side on a database that is loaded already. */
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
 * One database from empty to the end: loaded, then measured; gives all numbers, with what they were
 * measured on.
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
