/** The container's health check: exits with 0 when the calendar on this machine is ready, otherwise with 1. */
const { HOST = '', PORT } = process.env;

/** Where the calendar listens; loopback where that is at every address. */
const host = /^\s*$|^0\.0\.0\.0$|^::$/.test(HOST) ? '127.0.0.1' : HOST;
const name = host.includes(':') ? `[${host}]` : host;
const port = Number(PORT) || 1337; // A blank one counts as not set, and blanks around it are ignored, as at start.
const address = `http://${name}:${port}/calendar/events/v1/health`;

fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
