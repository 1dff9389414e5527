/** The exit code of a process ended by SIGTERM: 128 + 15. */
const TERMINATED = 143;

const SIGNALS = ['SIGTERM', 'SIGINT'];

/**
 * Exits on SIGTERM and SIGINT during the start. Without a handler, process 1 of a container ignores them,
 * and Strapi's own would destroy a half-loaded application. Returns a function that removes the handlers.
 */
function endWhileStarting() {
  const end = () => process.exit(TERMINATED);
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

module.exports = { endWhileStarting };
