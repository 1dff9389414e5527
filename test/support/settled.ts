import type { Page, Request } from 'playwright-core';

/** Longer than the debounce after a keystroke, in the page's own time, so that a slow machine delays both. */
const PAUSE = 'new Promise((done) => setTimeout(done, 600))';

/**
 * Returns a function that waits until the page sends no more requests and has rendered their
 * results. Strapi clears and redraws a form when its data has arrived, which would lose earlier
 * keystrokes and clicks.
 */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changes = 0; // Counts begun and ended requests, so that a full pause follows the last one.
  page.on('request', (request) => {
    changes += 1;
    open.add(request);
  });
  const ended = (request: Request) => {
    changes += 1;
    open.delete(request);
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    for (let seen = -1; open.size > 0 || seen !== changes; ) {
      seen = changes;
      await page.evaluate(PAUSE);
    }
  };
}
