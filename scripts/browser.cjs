const fs = require('node:fs');

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

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
