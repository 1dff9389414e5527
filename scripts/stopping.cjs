/** As shells say that a signal ended it: 128, and the number of SIGTERM. */
const TERMINATED = 143;

const SIGNALS = ['SIGTERM', 'SIGINT'];

/**
 * A start may be ended at any point. Without this a process that is number 1 of a container would not
 * hear the signal until Strapi listens for it, and Strapi would take down what is half built. Gives
 * what leaves the end to the calendar itself.
 */
function endWhileStarting() {
  const end = () => process.exit(TERMINATED);
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

module.exports = { endWhileStarting };
