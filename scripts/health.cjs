/** Exits with 0 when the calendar on this machine can serve, with 1 otherwise: the container's health check. */
const address = `http://127.0.0.1:${process.env.PORT || 1337}/calendar/events/v1/health`;

fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
