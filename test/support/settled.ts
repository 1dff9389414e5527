import type { Page, Request } from 'playwright-core';

/** Longer than the pause after a key, of the page's own time: a slow machine lengthens both. */
const PAUSE = 'new Promise((done) => setTimeout(done, 600))';

/**
 * A function that waits until the page asks nothing more and has drawn what it was told. Strapi
 * empties a form and draws it anew when all about it has come: until then, keys and clicks are lost.
 */
export function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let changes = 0; // Of what is open: behind the last answer, too, a whole pause begins.
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
