const fs = require('node:fs');
const path = require('node:path');
const { brotliCompressSync, constants, gzipSync } = require('node:zlib');

/** Bytes below which packing gains nothing. */
const WORTH = 1024;

/** Brotli's 9 takes ten times as long as its 6 for a hundredth less. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

const PACKERS = {
  '.br': (bytes) => brotliCompressSync(bytes, QUALITY),
  '.gz': (bytes) => gzipSync(bytes),
};

/**
 * Packs the scripts and styles of a folder, each into files beside it: `x.js.br` and `x.js.gz` are what
 * koa-send, by which Strapi serves the admin panel, gives out for `x.js` to whoever takes them. Not pages:
 * Strapi knows them by their extension, and forbids caches to keep them.
 */
function packFiles(folder) {
  for (const name of fs.readdirSync(folder)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const file = path.join(folder, name);
    const bytes = fs.readFileSync(file);
    if (bytes.length < WORTH) continue;
    for (const [extension, pack] of Object.entries(PACKERS)) {
      fs.writeFileSync(file + extension, pack(bytes));
    }
  }
}

module.exports = { packFiles };
