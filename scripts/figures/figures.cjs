const fs = require('node:fs');
const path = require('node:path');
const { requireMachine } = require('../machine.cjs');

requireMachine();

const { prepareSqlite } = require('../../test/support/alone.cjs');
const { countsOf, filesOfIdeas } = require('./counts.cjs');
const { GOALS } = require('./goals.cjs');

const SERVER = path.join(__dirname, '../../src/plugins/calendar/server/src');

/** The server's TypeScript files: path → text. */
function sourcesIn(folder) {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file.replaceAll('\\', '/'), fs.readFileSync(path.join(folder, file), 'utf8')]);
  return new Map(texts);
}

function print(figures) {
  const widest = Math.max(...Object.keys(figures).map(({ length }) => length));
  console.log(`${''.padEnd(widest)}  today   goal`);
  for (const [name, today] of Object.entries(figures)) {
    const goal = GOALS[name];
    const columns = [name.padEnd(widest), `${today}`.padStart(5), `${goal}`.padStart(5)];
    console.log([...columns, today <= goal ? '' : ' not met'].join('  ').trimEnd());
  }
}

async function main() {
  const sources = sourcesIn(SERVER);
  prepareSqlite(); // Strapi reads the environment when it is required.
  const { list, write } = await require('./walk.cjs').walk();
  print({
    'files of a list request': list.files.length,
    'functions of a list request': list.functions,
    'files of a write with a new venue': write.files.length,
    ...countsOf(sources),
  });
  if (!process.argv.includes('--files')) return;
  const named = { 'a list request': list.files, 'a write': write.files, ...filesOfIdeas(sources) };
  for (const [name, files] of Object.entries(named)) {
    console.log(`\n${name}\n${files.map((file) => `  ${file}`).join('\n')}`);
  }
}

main().then(
  () => process.exit(),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
