import type { Browser, BrowserContextOptions } from 'playwright-core';
import { canBrowse, type Opened, PATIENCE, WIDTH } from './chromium';
import { isExhaustive } from './extent';
import { send } from './http';
import { changeUser, keepSession } from './program';
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

/** Files that open and leave dialogs, menus and lists, which transitions delay. */
const MOVING = /browser\/(bulk|form|keyboard)\.test/;

/**
 * Drawing Strapi's transitions takes a fifth of a page's processor time, so only the full cross product draws
 * them, in these files; all others browse like somebody who asks for less motion.
 */
const looks = () => {
  const isMoving = isExhaustive && MOVING.test(expect.getState().testPath ?? '');
  return {
    viewport: { width: WIDTH, height: 1000 },
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
  } as const;
};

/** A new page. */
async function pageFor(browser: Browser, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext({ ...looks(), ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const settled = settling(page);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  return { page, faults, settled, isLoaded: false };
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
  return Object.assign(opened, { isLoaded: true });
}

/**
 * Opens a page at the admin's origin with a session already stored, which saves loading two pages. In a place
 * where an earlier test file was, the user changes in the page that it has left, which saves loading any; the
 * full cross product loads the admin for each.
 */
export async function comeBack(browser: Browser, { email, password, ...place }: Visitor) {
  const { body } = await send('POST', '/admin/login', { email, password });
  const { token } = body.data;
  const left = chromium.takeOver(place);
  if (left) {
    await left.page.evaluate(changeUser(token));
    return left;
  }
  const opened = await pageFor(browser, place);
  if (!isExhaustive) chromium.lend(place, opened);
  await opened.page.goto(`${baseURL}/health`);
  await opened.page.evaluate(keepSession(token));
  return opened;
}
