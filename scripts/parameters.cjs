/**
 * The words behind a command that takes so many, and no options. Ends the process with how it is used
 * before anything is done: `--help` is no file to write a database into, and no wish for a sample.
 */
function requireWords(use, most = 0) {
  const words = process.argv.slice(2);
  if (words.length <= most && !words.some((word) => word.startsWith('-'))) return words;
  console.error(`Use: ${use}`);
  return process.exit(1);
}

module.exports = { requireWords };
