const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const key = () => randomBytes(32).toString('base64');

/** What Strapi does not start without, and how each is made. */
const SECRETS = {
  APP_KEYS: () => [key(), key(), key(), key()].join(','),
  ADMIN_JWT_SECRET: key,
  API_TOKEN_SALT: key,
  ENCRYPTION_KEY: key,
  JWT_SECRET: key,
  TRANSFER_TOKEN_SALT: key,
};

const READABLE_BY_OWNER = 0o600;

const defaultFile = () => path.resolve(process.env.ENV_PATH || '.env');

function contentOf(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const isBlank = (value = '') => value.trim() === '';

/** Those that neither holds: one of blanks would sign for whoever guesses it. */
function missingIn(content, env) {
  const written = require('dotenv').parse(content); // As Strapi reads the file: quotes, comments, the last of two.
  return Object.keys(SECRETS).filter((name) => isBlank(env[name]) && isBlank(written[name]));
}

const linesFor = (names) => names.map((name) => `${name}="${SECRETS[name]()}"\n`).join('');

/**
 * The file appears with all its lines at once, so that no other process reads half of it. False when
 * another process was first: its secrets hold then.
 */
function createdWith(file, lines) {
  const draft = `${file}.${process.pid}`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(draft, lines, { flag: 'wx', mode: READABLE_BY_OWNER });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.unlinkSync(draft);
  }
}

/**
 * Writes the secrets that neither the environment nor the file holds, and gives back their names.
 * What is there is never replaced: sessions, tokens and encrypted values depend on it.
 */
function writeMissingSecrets({ file = defaultFile(), env = process.env } = {}) {
  const content = contentOf(file);
  const missing = missingIn(content ?? '', env);
  if (missing.length === 0) return [];
  if (content === undefined) {
    return createdWith(file, linesFor(missing)) ? missing : writeMissingSecrets({ file, env });
  }
  const gap = content === '' || content.endsWith('\n') ? '' : '\n';
  fs.chmodSync(file, READABLE_BY_OWNER);
  fs.appendFileSync(file, gap + linesFor(missing));
  return missing;
}

/** A variable without a value would hide the secret in the file from Strapi. */
function forgetBlankSecrets() {
  for (const name of Object.keys(SECRETS)) {
    if (isBlank(process.env[name])) delete process.env[name];
  }
}

/** Ends the process with one sentence where the file is not for this user. */
function writtenSecrets() {
  try {
    return writeMissingSecrets();
  } catch (error) {
    if (!error.syscall) throw error;
    console.error(
      `The secrets cannot be kept in ${defaultFile()} (${error.message}): the user that runs the calendar must be able to read it, and to write it where one is missing; ENV_PATH may name another.`,
    );
    return process.exit(1);
  }
}

/** Prepares this process: afterwards every secret is in its environment or in the file. */
function requireSecrets() {
  forgetBlankSecrets();
  const written = writtenSecrets();
  if (written.length)
    console.log(`Wrote ${written.join(', ')} to ${path.relative('.', defaultFile())}.`);
}

module.exports = { requireSecrets, writeMissingSecrets };

if (require.main === module) {
  require('./machine.cjs').requireMachine();
  requireSecrets();
}
