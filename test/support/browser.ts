import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { send } from './http';
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
export async function logIn(browser: Browser, { email, password, timezoneId }: Visitor) {
  const opened = await pageFor(browser, { timezoneId });
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
export async function comeBack(browser: Browser, { timezoneId, ...login }: Visitor) {
  const { body } = await send('POST', '/admin/login', login);
  const opened = await pageFor(browser, { timezoneId });
  await opened.page.goto(`${baseURL}/health`);
  // As the form keeps it where it is asked to.
  await opened.page.evaluate(
    `localStorage.setItem('jwtToken', ${JSON.stringify(JSON.stringify(body.data.token))});
     localStorage.setItem('isLoggedIn', 'true')`,
  );
  return opened;
}
