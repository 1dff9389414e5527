import type { Browser } from 'playwright-core';

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
  // Of what a key draws little stays: half as many looks for it. No page lives so long that optimizing its
  // program pays: without it a load costs a seventh less, and a key a third.
  '--js-flags=--max-semi-space-size=64 --min-semi-space-size=32 --no-opt',
  // Inputs of dates and times as in a browser installed in the page's language: order, clock.
  '--enable-blink-features=LangAttributeAwareFormControlUI',
];

/** For what never comes: a machine that is slow or busy is no fault. */
export const PATIENCE = 120_000;

/** The one browser of all test files of a part: to launch it, and to load what drives it, takes seconds. */
export class Chromium {
  private browser: Browser | undefined;
  private end = async () => {};

  /** Of the file that asks: closed, it goes on without what was opened in it. */
  async open(): Promise<Browser> {
    if (!this.browser?.isConnected()) this.browser = await this.launched();
    return this.browser;
  }

  private async launched(): Promise<Browser> {
    const { chromium } = await import('playwright-core'); // Only where a file asks.
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
