import fs from 'node:fs';
import type { Page } from 'playwright-core';

/** As far as it is used here. */
interface Found {
  violations: { id: string; impact: string; help: string; nodes: { html: string }[] }[];
}

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds within the element that is serious or critical, in one line each. */
export async function seriousFaults(page: Page, within: string): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] })`,
  )) as Found;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}
