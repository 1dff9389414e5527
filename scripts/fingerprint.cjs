const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/** All files at or under a path in a stable order; an empty list when it does not exist. */
function filesUnder(place) {
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [place];
  return fs
    .readdirSync(place)
    .sort()
    .flatMap((name) => filesUnder(path.join(place, name)));
}

/**
 * A digest of names and contents. Modification times would not do: copying and checking out change
 * them, and a deletion changes none.
 */
function fingerprintOf(root, places) {
  const digest = createHash('sha256');
  for (const file of places.flatMap((place) => filesUnder(path.join(root, place)))) {
    digest.update(`${path.relative(root, file)}\0`);
    digest.update(fs.readFileSync(file)).update('\0');
  }
  return digest.digest('hex');
}

module.exports = { fingerprintOf };
