/**
 * Returns a function that prints a share as percent on stderr: on one line in a terminal, otherwise
 * every tenth.
 */
function showProgress(heading, stream = process.stderr) {
  let told = -1;
  return (share) => {
    const percent = Math.floor(share * 100);
    const step = stream.isTTY ? 1 : 10;
    if (percent < told + step && percent < 100) return;
    if (percent === told) return;
    told = percent;
    stream.write(
      stream.isTTY
        ? `\r${heading} ${percent} %${percent === 100 ? '\n' : ''}`
        : `${heading} ${percent} %\n`,
    );
  };
}

module.exports = { showProgress };
