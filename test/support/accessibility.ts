import fs from 'node:fs';
import type { Page } from 'playwright-core';

/** The part used here of axe-core's result. */
interface Found {
  violations: {
    id: string;
    impact: string;
    help: string;
    nodes: { html: string; failureSummary?: string }[];
  }[];
}

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Waits for finite animations and transitions, including those that start with the next frame, such
 * as that of a button being enabled. Does not wait for endless ones such as a spinner.
 */
const AT_REST = `(async () => {
  const moving = () => document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  do {
    await Promise.allSettled(moving().map(({ finished }) => finished));
    await nextFrame();
    await nextFrame();
  } while (moving().length > 0);
})()`;

/** The serious and critical violations that axe-core finds within the element, one line each. */
export async function seriousFaults(page: Page, within: string): Promise<string[]> {
  await page.evaluate(AT_REST); // Colours are measured after transitions.
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] })`,
  )) as Found;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
    );
}

const REGION = '[role=status], [role=alert], [role=log], [aria-live]';

/**
 * Records announcements. A screen reader announces changes within a live region, but not the
 * initial content of a new one.
 */
const LISTEN = `
  const listening = new WeakSet(document.querySelectorAll('${REGION}'));
  window.announced = [];
  new MutationObserver((records) => {
    for (const { target } of records) {
      const region = (target.closest ? target : target.parentElement)?.closest('${REGION}');
      const isHidden = region?.closest('[aria-hidden=true]');
      if (region && !isHidden && listening.has(region)) announced.push(region.innerText);
    }
    for (const region of document.querySelectorAll('${REGION}')) listening.add(region);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
`;

/** Milliseconds to wait for an announcement; longer than the calendar takes to answer. */
const PATIENCE = 30_000;

/**
 * Records the page's announcements until its next load. Returns a function that waits for one with
 * some words, and throws if it does not come.
 */
export async function announcements(page: Page) {
  await page.evaluate(`{${LISTEN}}`);
  return async (words: string) => {
    const isAnnounced = `announced.some((told) => told.includes(${JSON.stringify(words)}))`;
    const until = Date.now() + PATIENCE;
    while (!(await page.evaluate(isAnnounced))) {
      if (Date.now() > until) throw new Error(`Not announced: ${words}`);
      await page.waitForTimeout(50);
    }
  };
}
