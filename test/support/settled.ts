import type { Page, Request } from 'playwright-core';

/** Longer than the pause after a key, of the page's own time: a slow machine lengthens both. */
const PAUSE = 'new Promise((done) => setTimeout(done, 600))';

/**
 * A function that waits until the page asks nothing more and has drawn what it was told. Strapi
 * empties a form and draws it anew when all about it has come: until then, keys and clicks are lost.
 */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    begun += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    for (let seen = -1; open.size > 0 || seen !== begun; ) {
      seen = begun;
      await page.evaluate(PAUSE);
    }
  };
}
