/**
 * Strapi does not wait for all that it begins. Node would end the calendar when such work fails, with
 * every request under way; its failure says nothing about them. Of an error only the stack is logged:
 * the database's detail may hold what was written.
 */
function logRejections() {
  process.on('unhandledRejection', (reason) => {
    console.error(`Failed, and nobody waited for it: ${reason?.stack ?? reason}`);
  });
}

module.exports = { logRejections };
