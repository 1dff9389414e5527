const fs = require('node:fs');

/** The same engine without windows, where Debian's package of it is there: it draws for a fifth less. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const CHROMIUM =
  process.env.CHROMIUM || INSTALLED.find((file) => fs.existsSync(file)) || INSTALLED.at(-1);

/** Whether a run with these Jest parameters opens a browser; the reason is printed when it cannot. */
function wantsBrowser(parameters) {
  const asked = !parameters.length || parameters.some((parameter) => /browser/.test(parameter));
  if (!asked) return false;
  if (process.env.CI === 'true' || fs.existsSync(CHROMIUM)) return true;
  console.log(
    `LEFT OUT: the admin and the page of the interface in a browser. No Chromium at ${CHROMIUM}; CHROMIUM may name one.`,
  );
  return false;
}

module.exports = { CHROMIUM, wantsBrowser };
