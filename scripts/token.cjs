const { parseArgs } = require('node:util');

// Only the token goes to stdout; everything else, from us or from Strapi, goes to stderr.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const { requireMachine } = require('./machine.cjs');

const TYPES = ['full-access', 'read-only'];

/** Characters that fit into Strapi's column. */
const MAX_NAME = 255;

const USE = `Usage: npm run -s token -- [--name NAME] [--type ${TYPES.join('|')}], with a name of at most ${MAX_NAME} characters`;

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Reads `--name` and `--type`; ends the process with the usage when they are invalid. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        name: { type: 'string', default: `Made ${new Date().toISOString()}` },
        type: { type: 'string', default: 'read-only' },
      },
    });
    const { length } = values.name.trim();
    if (TYPES.includes(values.type) && length > 0 && length <= MAX_NAME) return values;
  } catch (error) {
    fail(`${error.message}. ${USE}`);
  }
  return fail(USE);
}

const options = readOptions();
requireMachine();
process.env.NODE_ENV ??= 'production';
require('./env.cjs').requireSecrets();
require('./build.cjs').compileIfNeeded();

const { createCalendar } = require('./boot.cjs');

async function main({ name, type }) {
  const strapi = await createCalendar().load();
  const tokens = strapi.service('admin::api-token');
  if (await tokens.exists({ name })) fail(`A token called "${name}" already exists.`);
  const { accessKey } = await tokens.create({ name, type, description: '', lifespan: null });
  await new Promise((resolve) => answer(`${accessKey}\n`, resolve));
  process.exit(0);
}

main(options).catch((error) => {
  console.error(error);
  process.exit(1);
});
