import type { Browser, BrowserContextOptions } from 'playwright-core';
import { canBrowse, PATIENCE } from './chromium';
import { send } from './http';
import { settling } from './settled';

export { canBrowse, PATIENCE };

export const openBrowser = (): Promise<Browser> => chromium.open();

export interface Visitor {
  email: string;
  password: string;
  /** Where the browser thinks that it stands. */
  timezoneId: string;
  /** The language that the browser itself is in; English unless said otherwise. */
  locale?: string;
}

/** A page of a context; what breaks in it is collected in `faults`, `settled` waits for it. */
async function pageFor(browser: Browser, options: BrowserContextOptions) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, ...options });
  page.setDefaultTimeout(PATIENCE);
  const settled = settling(page);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  return { page, faults, settled };
}

/** A page of the admin, logged in by its form. */
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

/** A page of somebody who has logged in before, at the admin's origin: two pages less to load and draw. */
export async function comeBack(browser: Browser, { email, password, ...place }: Visitor) {
  const { body } = await send('POST', '/admin/login', { email, password });
  const opened = await pageFor(browser, place);
  await opened.page.goto(`${baseURL}/health`);
  // As the form keeps it where it is asked to.
  await opened.page.evaluate(
    `localStorage.setItem('jwtToken', ${JSON.stringify(JSON.stringify(body.data.token))});
     localStorage.setItem('isLoggedIn', 'true')`,
  );
  return opened;
}
