/**
 * What a test run says at its end. `results` holds, per run, how many tests passed and failed;
 * `wanted` are the runs that were asked for, and `everything` says that nothing narrowed them.
 */
function summaryOf(results, { all, wanted, everything }) {
  const left = all.filter((run) => !wanted.includes(run));
  const silent = everything ? all.filter((run) => testsOf(results[run]) === 0) : [];
  const sum = (kind) => Object.values(results).reduce((total, result) => total + result[kind], 0);
  const failed = sum('failed') + silent.length;
  const lines = silent.map((run) => `FAILED: ${run} ran no test.`);
  if (left.length) lines.push(`LEFT OUT: ${left.join(', ')}. Only "npm test" tests everything.`);
  return { failed, lines: [...lines, `${sum('passed')} passed, ${failed} failed`] };
}

const testsOf = (result) => (result ? result.passed + result.failed : 0);

module.exports = { summaryOf };
