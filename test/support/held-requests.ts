import type { Page } from 'playwright-core';

/**
 * Lets so many requests to an address through, and holds those behind them until the function that
 * comes back is called: what is shown in the middle of work can be looked at, however fast it is.
 */
export async function holdBehind(
  page: Page,
  address: string | RegExp,
  count: number,
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  await page.route(address, async (route) => {
    asked += 1;
    if (asked > count) await released;
    await route.continue().catch(() => {}); // Whoever asked may have gone.
  });
  return release;
}

/** Lets requests of a method to an address be answered, and loses each answer on its way back. */
export async function loseAnswers(page: Page, address: string | RegExp, method = 'POST') {
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fetch();
    await route.abort();
  });
}

/** Holds an answer on its way back until `release`; `stored` is when it has left the server. */
export async function holdAnswer(page: Page, address: string | RegExp) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stored = new Promise<void>((resolve, reject) => {
    page
      .route(address, async (route) => {
        const response = await route.fetch();
        resolve();
        await released;
        await route.fulfill({ response }).catch(() => {}); // Whoever asked may have gone.
      })
      .catch(reject);
  });
  return { stored, release };
}
