import type { Browser } from 'playwright-core';

/** The path of Chromium, set by the launcher if the admin is built and the run includes browser tests. */
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
  // Young objects of a keystroke are mostly garbage: larger semi-spaces halve the number of
  // collections. Pages are too short-lived for optimising compilation: without it a load takes a
  // seventh less, a keystroke a third.
  '--js-flags=--max-semi-space-size=64 --min-semi-space-size=32 --no-opt',
  // Draws date and time inputs in the page's language (order, 12 or 24 hours), like a browser
  // installed in it.
  '--enable-blink-features=LangAttributeAwareFormControlUI',
];

/** Timeout in milliseconds, generous so that a slow or busy machine causes no failure. */
export const PATIENCE = 120_000;

/** The browser shared by the test files of a part, since launching it and loading Playwright takes seconds. */
export class Chromium {
  private browser: Browser | undefined;
  private end = async () => {};

  /** Opens the browser for a test file. Closing it only closes the contexts that the file has opened. */
  async open(): Promise<Browser> {
    if (!this.browser?.isConnected()) this.browser = await this.launched();
    return this.browser;
  }

  private async launched(): Promise<Browser> {
    const { chromium } = await import('playwright-core'); // Only if a file uses it.
    const options = { executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE };
    const browser = await chromium.launch(options);
    this.end = browser.close.bind(browser);
    const close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    };
    return Object.assign(browser, { close });
  }

  quit(): Promise<void> {
    return this.end();
  }
}
