/** The exit code of a process ended by SIGTERM: 128 + 15. */
const TERMINATED = 143;

const SIGNALS = ['SIGTERM', 'SIGINT'];

/**
 * Exits at once on SIGTERM and SIGINT, with a sentence if there is one: during a start, and in a command. Without a
 * handler, process 1 of a container ignores them; Strapi's own would destroy a half-loaded application, and end a
 * command as if its work were done. Returns a function that removes the handlers.
 */
function endAtOnce(sentence) {
  const end = () => {
    if (sentence) console.error(sentence);
    process.exit(TERMINATED);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

module.exports = { endAtOnce };
