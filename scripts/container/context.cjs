const fs = require('node:fs');
const path = require('node:path');

const ANY = { '**': '.*', '*': '[^/]*', '?': '[^/]' };

function readRule(line) {
  const keeps = line.startsWith('!');
  const pattern = line
    .slice(keeps ? 1 : 0)
    .replace(/\/$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*|\?/g, (part) => ANY[part]);
  return { keeps, matches: new RegExp(`^${pattern}(/|$)`) };
}

/**
 * Whether a path (relative, with `/`) is part of the build context by the lines of `.dockerignore`; the last match
 * decides.
 */
function contextFilter(dockerignore) {
  const lines = dockerignore.split('\n').map((line) => line.trim());
  const rules = lines.filter((line) => line && !line.startsWith('#')).map(readRule);
  return (name) => {
    const last = rules.filter((rule) => rule.matches.test(name)).at(-1);
    return !last || last.keeps;
  };
}

/** Copies a file or folder of the build context, as `COPY source target` does. */
function copyFromContext(root, source, target) {
  const sent = contextFilter(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8'));
  const from = path.join(root, source);
  const into = fs.statSync(from).isDirectory() ? target : path.join(target, path.basename(source));
  fs.cpSync(from, into, {
    recursive: true,
    preserveTimestamps: true,
    filter: (file) => file === root || sent(path.relative(root, file).split(path.sep).join('/')),
  });
}

module.exports = { contextFilter, copyFromContext };
