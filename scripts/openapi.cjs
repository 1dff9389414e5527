const fs = require('node:fs');
const path = require('node:path');
const ts = require('typescript');
const { requireMachine } = require('./machine.cjs');

requireMachine();
require('./build.cjs').compileIfNeeded();

const { typesOf } = require('./openapi-types.cjs');

const ROOT = path.join(__dirname, '..');
const TYPES = path.join(ROOT, 'types');
const built = (name) =>
  require(path.join(ROOT, 'dist/src/plugins/calendar/server/src', `${name}.js`));

const base = '/calendar/events/v1';
const document = built('openapi/document').openapiDocument(built('resources/index').RESOURCES, {
  language: 'en',
  now: new Date(),
  settings: built('settings/settings').readSettings({}),
  origin: '',
  base,
  root: base,
});

/** The same code, with the usual line breaks and indents. */
const printed = (code) =>
  ts.createPrinter().printFile(ts.createSourceFile('calendar.ts', code, ts.ScriptTarget.Latest));

fs.mkdirSync(TYPES, { recursive: true });
fs.writeFileSync(path.join(TYPES, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
fs.writeFileSync(path.join(TYPES, 'calendar.ts'), printed(typesOf(document)));
console.log('Written: types/openapi.json, types/calendar.ts');
