const TICK = 50;

/**
 * Measures the milliseconds for which `work` was awaited; a pause of this process counts as a
 * single tick.
 */
export async function waitedFor<Result>(work: () => Promise<Result>) {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, TICK);
  try {
    const result = await work();
    return { result, waited: ticks * TICK };
  } finally {
    clearInterval(timer);
  }
}
