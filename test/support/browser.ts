import type { Browser, BrowserContextOptions } from 'playwright-core';
import { canBrowse, PATIENCE } from './chromium';
import { isExhaustive } from './extent';
import { send } from './http';
import { settling } from './settled';

export { canBrowse, PATIENCE };

export const openBrowser = (): Promise<Browser> => chromium.open();

export interface Visitor {
  email: string;
  password: string;
  /** The browser's time zone. */
  timezoneId: string;
  /** The browser's language; English by default. */
  locale?: string;
}

/**
 * Drawing Strapi's transitions takes a fifth of a page's processor time, so only the full cross product
 * draws them; other runs browse like somebody who asks for less motion.
 */
const LOOKS = {
  viewport: { width: 1400, height: 1000 },
  reducedMotion: isExhaustive ? 'no-preference' : 'reduce',
} as const;

/** A new page. `faults` collects its uncaught errors; `settled` waits until it is idle. */
async function pageFor(browser: Browser, options: BrowserContextOptions) {
  const page = await browser.newPage({ ...LOOKS, ...options });
  page.setDefaultTimeout(PATIENCE);
  const settled = settling(page);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  return { page, faults, settled };
}

/** Opens the admin and logs in through its form. */
export async function logIn(browser: Browser, { email, password, ...place }: Visitor) {
  const opened = await pageFor(browser, place);
  const { page, settled } = opened;
  await page.goto(`${baseURL}/admin/auth/login`);
  await settled();
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForURL(/\/admin\/?$/);
  await settled();
  return opened;
}

/** Opens a page at the admin's origin with a session already stored, which saves loading two pages. */
export async function comeBack(browser: Browser, { email, password, ...place }: Visitor) {
  const { body } = await send('POST', '/admin/login', { email, password });
  const opened = await pageFor(browser, place);
  await opened.page.goto(`${baseURL}/health`);
  // Stored as by the form with "remember me".
  await opened.page.evaluate(
    `localStorage.setItem('jwtToken', ${JSON.stringify(JSON.stringify(body.data.token))});
     localStorage.setItem('isLoggedIn', 'true')`,
  );
  return opened;
}
