const { parseArgs } = require('node:util');

/**
 * The arguments of a command that takes at most so many and no options. Otherwise prints the usage and
 * exits before anything is done: `--help` must neither become a file name nor load the sample.
 */
function requireWords(use, most = 0) {
  const words = process.argv.slice(2);
  if (words.length <= most && !words.some((word) => word.startsWith('-'))) return words;
  console.error(`Usage: ${use}`);
  return process.exit(1);
}

/** Whether a command was given its only option, a flag. Otherwise prints the usage and exits. */
function readFlag(use, name) {
  try {
    return parseArgs({ options: { [name]: { type: 'boolean', default: false } } }).values[name];
  } catch (error) {
    console.error(`${error.message}\nUsage: ${use}`);
    return process.exit(2);
  }
}

module.exports = { readFlag, requireWords };
