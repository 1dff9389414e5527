const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const key = () => randomBytes(32).toString('base64');

/** The secrets that Strapi requires at start, and how each is generated. */
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

/** Throws where the file is in UTF-16, as Windows PowerShell writes it: nothing in it would be recognized. */
function contentOf(file) {
  try {
    const content = fs.readFileSync(file, 'utf8');
    if (!content.includes('\0')) return content;
    throw Object.assign(new Error('it is not encoded in UTF-8'), { syscall: 'read' });
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const isBlank = (value = '') => value.trim() === '';

/** Secrets that neither the environment nor the file holds. A blank one counts as missing: it could be guessed. */
function missingIn(content, env) {
  const written = require('dotenv').parse(content); // Parsed as Strapi does: quotes, comments, the last of duplicates.
  return Object.keys(SECRETS).filter((name) => isBlank(env[name]) && isBlank(written[name]));
}

const linesFor = (names) => names.map((name) => `${name}="${SECRETS[name]()}"\n`).join('');

/** Gives the draft its name, unless that is taken. File systems without hard links can only rename. */
function linkOrRename(draft, file) {
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (error.code === 'EEXIST' || fs.existsSync(file)) throw error;
    fs.renameSync(draft, file);
  }
}

/**
 * Creates the file atomically (draft, then hard link), so that no other process reads half of it.
 * Returns false when another process created it first: its secrets are used then.
 */
function createdWith(file, lines) {
  const draft = `${file}.${randomBytes(4).toString('hex')}`; // In a container, every start has the same process id.
  fs.mkdirSync(path.dirname(file), { recursive: true });
  try {
    fs.writeFileSync(draft, lines, { flag: 'wx', mode: READABLE_BY_OWNER });
    linkOrRename(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** Appends to the file, or leaves it as it was: a secret that a full disk has cut would be taken for a whole one. */
function append(file, lines) {
  const { size } = fs.statSync(file);
  try {
    fs.appendFileSync(file, lines);
  } catch (error) {
    fs.truncateSync(file, size);
    throw error;
  }
}

/**
 * Generates the secrets that neither the environment nor the file holds, and returns their names.
 * Existing ones are never replaced: sessions, tokens and encrypted values depend on them.
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
  append(file, gap + linesFor(missing));
  return missing;
}

/** Unsets blank variables, which would otherwise take precedence over the secrets in the file. */
function forgetBlankSecrets() {
  for (const name of Object.keys(SECRETS)) {
    if (isBlank(process.env[name])) delete process.env[name];
  }
}

/**
 * Ends the process with one sentence when this user may not read the file: Strapi ignores it then, and would use
 * another database than the one that it names.
 */
function requireReadable() {
  try {
    contentOf(defaultFile());
  } catch ({ message }) {
    console.error(
      `${defaultFile()} cannot be read (${message}), and may name the database: the user of this command must be able to read it; ENV_PATH can name another file.`,
    );
    process.exit(1);
  }
}

/** Ends the process with one sentence when this user may not read or write the file. */
function writtenSecrets() {
  try {
    return writeMissingSecrets();
  } catch (error) {
    if (!error.syscall) throw error;
    console.error(
      `The secrets cannot be stored in ${defaultFile()} (${error.message}): the user that runs the calendar must be able to read this file, and to write it if a secret is missing; ENV_PATH can name another file.`,
    );
    return process.exit(1);
  }
}

/** Ensures that every secret is in the environment of this process or in the file. */
function requireSecrets() {
  forgetBlankSecrets();
  const written = writtenSecrets();
  if (written.length)
    console.log(`Wrote ${written.join(', ')} to ${path.relative('.', defaultFile())}.`);
}

module.exports = { requireReadable, requireSecrets, writeMissingSecrets };

if (require.main === module) {
  require('./machine.cjs').requireMachine();
  requireSecrets();
}
