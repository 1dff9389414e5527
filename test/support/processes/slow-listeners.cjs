/**
 * Preloaded before everything: delays the `listening` callback of servers, as in a busy process,
 * while they already accept requests.
 */
const net = require('node:net');

const MILLISECONDS = 500;

const { listen } = net.Server.prototype;

net.Server.prototype.listen = function listenSlowly(...options) {
  const told = options.at(-1);
  if (typeof told !== 'function') return listen.apply(this, options);
  return listen.call(this, ...options.slice(0, -1), () => setTimeout(told, MILLISECONDS));
};
