import type { Page } from 'playwright-core';

/**
 * Lets the first `count` requests to a URL pass and holds later ones until the returned function is
 * called, so that a test can look at an intermediate state.
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
    await route.continue().catch(() => {}); // The page may have closed.
  });
  return release;
}

/** Executes requests of a method to a URL, but aborts each response. */
export async function loseAnswers(page: Page, address: string | RegExp, method = 'POST') {
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fetch();
    await route.abort();
  });
}

/** Holds the response of a URL until `release`; `stored` resolves when the server has sent it. */
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
        await route.fulfill({ response }).catch(() => {}); // The page may have closed.
      })
      .catch(reject);
  });
  return { stored, release };
}
