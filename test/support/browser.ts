import { type Browser, chromium } from 'playwright-core';
import { settling } from './settled';

/** The launcher names a Chromium when the admin is built and the run is to open it. */
const CHROMIUM = process.env.TEST_BROWSER ?? '';

export const canBrowse = CHROMIUM !== '';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Inputs of dates and times as in a browser installed in the page's language: order, clock.
  '--enable-blink-features=LangAttributeAwareFormControlUI',
];

/** For what never comes: a machine that is slow or busy is no fault. */
export const PATIENCE = 120_000;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE });

export interface Visitor {
  email: string;
  password: string;
  /** Where the browser thinks that it stands. */
  timezoneId: string;
}

/** A page of the admin, logged in; what breaks in it is collected in `faults`, `settled` waits for it. */
export async function logIn(browser: Browser, { email, password, timezoneId }: Visitor) {
  const page = await browser.newPage({ timezoneId, viewport: { width: 1400, height: 1000 } });
  page.setDefaultTimeout(PATIENCE);
  const settled = settling(page);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(`${baseURL}/admin/auth/login`);
  await settled();
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForURL(/\/admin\/?$/);
  await settled();
  return { page, faults, settled };
}
