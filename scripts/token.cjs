const { parseArgs } = require('node:util');

// The token alone goes to stdout; whatever else is said, by us or by Strapi, is for people.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const { requireMachine } = require('./machine.cjs');

const TYPES = ['full-access', 'read-only'];

/** Of the column of Strapi's table. */
const MAX_NAME = 255;

const USE = `Use: npm run -s token -- [--name NAME] [--type ${TYPES.join('|')}], a name of ${MAX_NAME} characters at most`;

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** `--name` and `--type`, or one sentence about what is wrong. */
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
  if (await tokens.exists({ name })) fail(`There is a token called "${name}" already.`);
  const { accessKey } = await tokens.create({ name, type, description: '', lifespan: null });
  await new Promise((resolve) => answer(`${accessKey}\n`, resolve));
  process.exit(0);
}

main(options).catch((error) => {
  console.error(error);
  process.exit(1);
});
