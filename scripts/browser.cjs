const fs = require('node:fs');

/** In order of preference: Debian's headless shell renders with a fifth less processor time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const CHROMIUM =
  process.env.CHROMIUM || INSTALLED.find((file) => fs.existsSync(file)) || INSTALLED.at(-1);

/** Whether a run with these Jest parameters opens a browser. Prints why when no Chromium is installed. */
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
