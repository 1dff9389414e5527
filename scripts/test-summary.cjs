const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const UNSEEN = /^unseen-.*\.json$/;

/** Documented responses that no database's run has exercised: the intersection of the runs' `unseen-*.json`. */
function unseenByAll(folder) {
  const notes = fs.readdirSync(folder).filter((name) => UNSEEN.test(name));
  const [first = [], ...others] = notes.map((name) =>
    JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')),
  );
  return first.filter((one) => others.every((unseen) => unseen.includes(one)));
}

/** Tests that every part of a run has skipped, from Jest's reports: `file: full name`. */
function skippedByAll(reports, root) {
  const ran = new Map();
  for (const { name, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
    for (const { fullName, status } of assertionResults) {
      if (status === 'todo') continue;
      const test = `${path.relative(root, name)}: ${fullName}`;
      ran.set(test, ran.get(test) || status !== 'pending');
    }
  }
  return [...ran.keys()].filter((test) => !ran.get(test));
}

/** Lines of a failure message that are printed: enough for expected and received. */
const TOLD = 30;

/**
 * The files with failures in a part of the run, from Jest's JSON report: how many tests passed and failed,
 * and a message per failure (also when the file did not load).
 */
function failuresOf({ testResults }, { part, root }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const countOf = (kind) => assertionResults.filter(({ status }) => status === kind).length;
    const broken = assertionResults.filter(({ status }) => status === 'failed');
    const told = broken.map(({ fullName, failureMessages }) => [fullName, failureMessages[0]]);
    const unloaded = message && !told.length ? [['did not load', message]] : [];
    const all = [...told, ...unloaded];
    if (!all.length) return [];
    const file = path.relative(root, name);
    const lines = all.map(
      ([title, text = '']) => `in ${part}: ${file}: ${title}\n${beginningOf(text)}`,
    );
    return [{ file, passed: countOf('passed'), failed: all.length, lines }];
  });
}

const beginningOf = (text) => stripVTControlCharacters(text).split('\n').slice(0, TOLD).join('\n');

const NOTHING_RAN =
  'FAILED: no test ran. No title matches, or these tests need --all or a browser.';

/**
 * The lines at the end of a test run, and how much failed. `results`: tests passed and failed per run;
 * `wanted`: the runs that were requested; `everything`: whether no filter was given; `failures`: repeated
 * here below thousands of lines of output; `once`: failed in the run but passed when repeated alone;
 * `unseen`: documented responses that never occurred; `skipped`: tests that no run has run.
 */
function summaryOf(
  results,
  { all, wanted, everything, failures = [], once = [], unseen = [], skipped = [] },
) {
  const left = all.filter((run) => !wanted.includes(run));
  const silent = everything ? all.filter((run) => testsOf(results[run]) === 0) : [];
  const sum = (kind) => Object.values(results).reduce((total, result) => total + result[kind], 0);
  const isSilent = !everything && sum('passed') + sum('failed') === 0;
  const missed = silent.length + unseen.length + skipped.length + (isSilent ? 1 : 0);
  const failed = sum('failed') + missed;
  const lines = [
    ...once.map((line) => `FAILED ONCE, and not by itself: ${line}`),
    ...failures.map((line) => `FAILED ${line}`),
    ...silent.map((run) => `FAILED: ${run} ran no test.`),
    ...(isSilent ? [NOTHING_RAN] : []),
    ...unseen.map((one) => `FAILED: documented, but never seen: ${one}`),
    ...skipped.map((one) => `FAILED: skipped by every run: ${one}`),
  ];
  if (left.length) lines.push(`LEFT OUT: ${left.join(', ')}. Only "npm test" tests everything.`);
  return { failed, lines: [...lines, `${sum('passed')} passed, ${failed} failed`] };
}

const testsOf = (result) => (result ? result.passed + result.failed : 0);

module.exports = { failuresOf, skippedByAll, summaryOf, unseenByAll };
