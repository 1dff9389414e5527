const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { requireMachine } = require('./machine.cjs');

requireMachine();
require('./build.cjs').compileIfNeeded();

const { typesOf } = require('./openapi-types.cjs');

const ROOT = path.join(__dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'types'));
const built = (name) =>
  require(path.join(ROOT, 'dist/src/plugins/calendar/server/src', `${name}.js`));

const base = '/calendar/events/v1';
const { PUBLIC_URL } = built('settings/environment').readEnvironment(process.env);
const origin = (PUBLIC_URL || 'http://127.0.0.1:1337').replace(/\/+$/, '');
const document = built('openapi/document').openapiDocument(built('resources/index').RESOURCES, {
  language: 'en',
  now: new Date(),
  settings: built('settings/settings').readSettings({}),
  origin,
  base,
  root: origin + base,
});

/** The same code, with the usual line breaks and indents. */
const printed = (code) =>
  ts.createPrinter().printFile(ts.createSourceFile('calendar.ts', code, ts.ScriptTarget.Latest));

function write(name, text) {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  console.log(`Written: ${path.relative('.', file)}`);
}

write('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
write('calendar.ts', printed(typesOf(document)));
