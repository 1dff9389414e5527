/** The container's health check: exits with 0 when the calendar on this machine is ready, otherwise with 1. */
const address = `http://127.0.0.1:${process.env.PORT || 1337}/calendar/events/v1/health`;

fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
