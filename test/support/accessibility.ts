import fs from 'node:fs';
import type { Page } from 'playwright-core';

/** As far as it is used here. */
interface Found {
  violations: {
    id: string;
    impact: string;
    help: string;
    nodes: { html: string; failureSummary?: string }[];
  }[];
}

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Until what fades in, or moves, has come to rest; what turns without an end is left to turn. */
const AT_REST = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
  .map(({ finished }) => finished))`;

/** What axe-core finds within the element that is serious or critical, in one line each. */
export async function seriousFaults(page: Page, within: string): Promise<string[]> {
  await page.evaluate(AT_REST); // Colours are measured as people see them.
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
