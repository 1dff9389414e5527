/**
 * Logs unhandled rejections. Strapi leaves some promises floating; when one rejects, Node would exit and
 * abort every request in flight. Only the stack is logged: a database error's detail may hold stored values.
 */
function logRejections() {
  process.on('unhandledRejection', (reason) => {
    console.error(`Unhandled rejection: ${reason?.stack ?? reason}`);
  });
}

module.exports = { logRejections };
