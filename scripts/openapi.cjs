const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { tellOfSettings } = require('./boot.cjs');
const { requireMachine } = require('./machine.cjs');
const { requireWords } = require('./parameters.cjs');

const ROOT = path.join(__dirname, '..');
const [wanted] = requireWords('npm run openapi [-- FOLDER]', 1);
const folder = path.resolve(wanted ?? path.join(ROOT, 'types'));
requireMachine();
require('./build.cjs').compileIfNeeded();

const { astToString, default: typesOf } = require('openapi-typescript');
const ts = require('typescript');
const manifest = require('../package.json');

const built = (name) =>
  require(path.join(ROOT, 'dist/src/plugins/calendar/server/src', `${name}.js`));

const base = '/calendar/events/v1';
require('dotenv').config({ path: process.env.ENV_PATH, quiet: true });
const { readEnvironment } = built('settings/environment');
const { PUBLIC_URL } = tellOfSettings(() => readEnvironment(process.env));
const origin = (PUBLIC_URL || 'http://127.0.0.1:1337').replace(/\/+$/, '');
const document = built('http/openapi/document').openapiDocument(
  built('resources/routes').RESOURCES,
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
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  console.log(`Written: ${path.relative('.', file)}`);
}

/** Exports each schema under its own name (`Event`, `NewEvent`), next to `paths`, `operations` and `components`. */
const NAMED = { rootTypes: true, rootTypesNoSchemaPrefix: true };

const CLIENT = path.join(__dirname, 'client');
/** The client's dependencies, and the type declarations it is compiled against. */
const DEPENDENCIES = {
  'openapi-fetch': 'dist/index.d.mts',
  standardwebhooks: 'dist/index.d.ts',
};
const NAME = 'event-calendar-client';

/** The client's package.json; ready to publish once name and version are chosen. */
const described = ({ version, dependencies }) => ({
  name: NAME,
  version,
  type: 'module',
  exports: { types: './client.d.ts', default: './client.js' },
  dependencies: Object.fromEntries(
    Object.keys(DEPENDENCIES).map((name) => [name, dependencies[name]]),
  ),
});

/** Compiles the client to JavaScript with the types of this document. Throws when it does not compile. */
function compileClient(types) {
  const sources = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-client-'));
  try {
    fs.writeFileSync(path.join(sources, 'calendar.ts'), types);
    fs.copyFileSync(path.join(CLIENT, 'client.ts'), path.join(sources, 'client.ts'));
    const program = ts.createProgram([path.join(sources, 'client.ts')], {
      ...{ strict: true, declaration: true, outDir: path.join(folder, 'client'), types: [] },
      ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, skipLibCheck: true },
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: Object.fromEntries(
        Object.entries(DEPENDENCIES).map(([name, file]) => [
          name,
          [path.join(ROOT, 'node_modules', name, file)],
        ]),
      ),
    });
    const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
    const said = faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    if (said.length > 0) throw new Error(said.join('\n'));
  } finally {
    fs.rmSync(sources, { recursive: true });
  }
}

async function main() {
  write('openapi.json', `${JSON.stringify(document, null, 2)}\n`);
  const types = astToString(await typesOf(structuredClone(document), NAMED));
  write('calendar.ts', types);
  compileClient(types);
  console.log(`Written: ${path.relative('.', path.join(folder, 'client/client.js'))}`);
  write('client/package.json', `${JSON.stringify(described(manifest), null, 2)}\n`);
  write('client/README.md', fs.readFileSync(path.join(CLIENT, 'README.md'), 'utf8'));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
