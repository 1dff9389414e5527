const net = require('node:net');
const { once } = require('node:events');
const { createCalendar } = require('../../../scripts/boot.cjs');

/**
 * Boots a calendar, opens a connection that speaks another protocol, as the admin's page does in development, and
 * prints the milliseconds in which the calendar is destroyed without a signal, as `strapi develop` does to restart.
 */
async function main() {
  const strapi = createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  const { httpServer } = strapi.server;
  strapi.server.mount();
  httpServer.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: any\r\nConnection: Upgrade\r\n\r\n');
  });
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const socket = net.connect(httpServer.address().port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: any\r\nConnection: Upgrade\r\n\r\n');
  await once(socket, 'data');
  const began = performance.now();
  await strapi.destroy();
  console.log(`ANSWER ${JSON.stringify(Math.round(performance.now() - began))}`);
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
