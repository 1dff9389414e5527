const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { requireMachine } = require('../machine.cjs');

const ROOT = path.join(__dirname, '../..');
const USE = `Usage: npm run bench [-- --sqlite | --postgres] [--events 10000] [--rounds 5] [--time 150] [--folder docs] [--only create,update]
  --time    milliseconds for each cell of a round
  --folder  where performance.md goes; results of earlier runs are in its performance.json
  --only    rows by name, which are only said and not written anywhere`;

const number = (fallback) => ({ type: 'string', default: String(fallback) });
const OPTIONS = {
  sqlite: { type: 'boolean', default: false },
  postgres: { type: 'boolean', default: false },
  events: number(10_000),
  rounds: number(5),
  time: number(150),
  folder: { type: 'string', default: path.join(ROOT, 'docs') },
  only: { type: 'string', default: '' },
};

function readOptions() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    const [events, rounds, time] = [values.events, values.rounds, values.time].map(Number);
    if (![events, rounds, time].every((each) => Number.isInteger(each) && each > 0))
      throw new Error('Numbers must be whole and greater than 0.');
    const chosen = ['sqlite', 'postgres'].filter((name) => values[name]);
    return {
      databases: chosen.length ? chosen : ['sqlite', 'postgres'],
      events,
      rounds,
      time,
      folder: values.folder,
      only: values.only ? values.only.split(',') : undefined,
    };
  } catch (error) {
    console.error(`${error.message}\n${USE}`);
    return process.exit(2);
  }
}

const { databases, folder, ...options } = readOptions();
requireMachine();
require('../build.cjs').compileIfNeeded();

const { testEnvironment } = require('../test-environment.cjs');
const { showProgress } = require('./progress.cjs');
const { chartFile, drawingOf, feedLines, pageOf } = require('./report.cjs');
const { runBench } = require('./run.cjs');

const keyOf = ({ database, events }) => `${database} ${events}`;

/** Writes the results and the page. Earlier runs with another database or size are kept. */
function write(runs) {
  const file = path.join(folder, 'performance.json');
  const before = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : [];
  const news = runs.map(keyOf);
  const all = [...before.filter((run) => !news.includes(keyOf(run))), ...runs];
  all.sort((a, b) => a.events - b.events || b.database.localeCompare(a.database));
  const page = pageOf(all);
  fs.mkdirSync(folder, { recursive: true });
  for (const run of all) fs.writeFileSync(path.join(folder, chartFile(run)), drawingOf(run));
  fs.writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  fs.writeFileSync(path.join(folder, 'performance.md'), page);
  console.log(`Written to ${path.join(folder, 'performance.md')}.`);
}

const columns = ({ bare, empty, documents, cold, statements }) => ({
  ...{ bare: bare.p50, empty: empty.p50, documents: documents?.p50, cold: cold.p50, p99: cold.p99 },
  ...{ ratio: documents && cold.p50 / documents.p50, statements },
});

/** Prints the rows that `--only` names. */
function say(runs) {
  for (const run of runs) {
    const { database, events, rows } = run;
    for (const line of feedLines(run)) console.log(line);
    console.log(`${database}, ${events} events, p50 in ms`);
    console.table(Object.fromEntries(rows.map((row) => [row.name, columns(row)])));
  }
}

async function main() {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-bench-'));
  const environment = { ...testEnvironment(temporary), NODE_ENV: 'production' };
  try {
    const runs = [];
    for (const database of databases) {
      runs.push(await runBench(database, { ...options, environment, progress: showProgress }));
    }
    if (options.only) say(runs);
    else write(runs);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
