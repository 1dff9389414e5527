const path = require('node:path');

const ROOT = path.join(__dirname, '../..');

/**
 * A transformer for modules of the server's source in tests of a booted calendar: each becomes the compiled module
 * that this calendar has loaded. Tests share its caches and classes that way, and do not load the source once per
 * file, which took about an eighth of their processor time. In Jest's sandbox `require` would load a copy, so the
 * environment hands in its own; the global setup runs outside of it.
 */
module.exports = {
  process(_source, file) {
    const compiled = path.join(ROOT, 'dist', path.relative(ROOT, file)).replace(/\.ts$/, '.js');
    const load = 'globalThis.loadCompiled ?? require';
    return { code: `module.exports = (${load})(${JSON.stringify(compiled)});` };
  },
};
