const fs = require('node:fs');
const path = require('node:path');

const UNSEEN = /^unseen-.*\.json$/;

/** What the interface's document promises and no run on a database has seen; each of them notes its own. */
function unseenByAll(folder) {
  const notes = fs.readdirSync(folder).filter((name) => UNSEEN.test(name));
  const [first = [], ...others] = notes.map((name) =>
    JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')),
  );
  return first.filter((one) => others.every((unseen) => unseen.includes(one)));
}

/**
 * What a test run says at its end. `results` holds, per run, how many tests passed and failed;
 * `wanted` are the runs that were asked for, `everything` says that nothing narrowed them, and
 * `unseen` is what was documented and never happened.
 */
function summaryOf(results, { all, wanted, everything, unseen = [] }) {
  const left = all.filter((run) => !wanted.includes(run));
  const silent = everything ? all.filter((run) => testsOf(results[run]) === 0) : [];
  const sum = (kind) => Object.values(results).reduce((total, result) => total + result[kind], 0);
  const failed = sum('failed') + silent.length + unseen.length;
  const lines = [
    ...silent.map((run) => `FAILED: ${run} ran no test.`),
    ...unseen.map((one) => `FAILED: documented, but never seen: ${one}`),
  ];
  if (left.length) lines.push(`LEFT OUT: ${left.join(', ')}. Only "npm test" tests everything.`);
  return { failed, lines: [...lines, `${sum('passed')} passed, ${failed} failed`] };
}

const testsOf = (result) => (result ? result.passed + result.failed : 0);

module.exports = { summaryOf, unseenByAll };
