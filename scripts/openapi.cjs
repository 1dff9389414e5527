const fs = require('node:fs');
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');

requireMachine();
require('./build.cjs').compileIfNeeded();

const { astToString, default: typesOf } = require('openapi-typescript');

const ROOT = path.join(__dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'types'));
const built = (name) =>
  require(path.join(ROOT, 'dist/src/plugins/calendar/server/src', `${name}.js`));

const base = '/calendar/events/v1';
const { PUBLIC_URL } = built('settings/environment').readEnvironment(process.env);
const origin = (PUBLIC_URL || 'http://127.0.0.1:1337').replace(/\/+$/, '');
const document = built('http/openapi/document').openapiDocument(
  built('resources/formats').RESOURCES,
  {
    language: 'en',
    now: new Date(),
    settings: built('settings/settings').readSettings({}),
    origin,
    base,
    root: origin + base,
  },
);

function write(name, text) {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  console.log(`Written: ${path.relative('.', file)}`);
}

/** The schemas by their names (`Event`, `NewEvent`) beside `paths`, `operations` and `components`. */
const NAMED = { rootTypes: true, rootTypesNoSchemaPrefix: true };

async function main() {
  write('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
  write('calendar.ts', astToString(await typesOf(structuredClone(document), NAMED)));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
