const TICK = 50;

/**
 * How many milliseconds went by while `work` was waited for, as far as this process was there to see
 * them: of a time in which the machine did something else, one tick counts.
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
