import { type Browser, chromium, type Page } from 'playwright-core';

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
];

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

export interface Visitor {
  email: string;
  password: string;
  /** Where the browser thinks that it stands. */
  timezoneId: string;
}

/** A page of the admin, logged in; what breaks in it is collected in `faults`. */
export async function logIn(browser: Browser, { email, password, timezoneId }: Visitor) {
  const page = await browser.newPage({ timezoneId, viewport: { width: 1400, height: 1000 } });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(`${baseURL}/admin/auth/login`);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForURL(/\/admin\/?$/);
  return { page, faults };
}

/** Types into a search box of the form until the option shows, and takes it. */
export async function pick(page: Page, label: string, words: string, name: RegExp) {
  await page.getByRole('combobox', { name: label, exact: true }).pressSequentially(words);
  const option = page.getByRole('option', { name });
  await option.click();
  // The list may have moved from under the pointer: its answer came just then.
  await option.waitFor({ state: 'hidden', timeout: 3000 }).catch(() => option.click());
  await option.waitFor({ state: 'hidden' });
}
