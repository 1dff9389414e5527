import type { Browser, Page } from 'playwright-core';

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

/** The width of a page in pixels, unless a test changes it. */
export const WIDTH = 1400;

/** Timeout in milliseconds, generous so that a slow or busy machine causes no failure. */
export const PATIENCE = 120_000;

/** A page, and what watches it. */
export interface Opened {
  page: Page;
  /** Its uncaught errors. */
  faults: string[];
  /** Waits until it is idle. */
  settled: () => Promise<void>;
  /** Whether the admin's program is loaded in it. */
  isLoaded: boolean;
}

/** Where the users of a page are: its time zone, and its language if that is not English. */
interface Place {
  timezoneId: string;
  locale?: string;
}

const nameOf = ({ timezoneId, locale }: Place) => `${timezoneId} ${locale}`;

/** The browser shared by the test files of a part, since launching it and loading Playwright takes seconds. */
export class Chromium {
  private browser: Browser | undefined;
  private end = async () => {};
  /** Pages of the current test file that a later one may take over, and those of earlier ones, by place. */
  private lent: [string, Opened][] = [];
  private readonly left = new Map<string, Opened>();

  /** Opens the browser for a test file. Closing it only closes contexts, and leaves a page of each place. */
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
      await this.leave();
      const kept = [...this.left.values()].map(({ page }) => page.context());
      const others = browser.contexts().filter((context) => !kept.includes(context));
      await Promise.all(others.map((context) => context.close()));
    };
    return Object.assign(browser, { close });
  }

  /** Lets later test files have a page. */
  lend(place: Place, opened: Opened) {
    this.lent.push([nameOf(place), opened]);
  }

  /** The page that an earlier test file has left at the place, as it was when it was loaded. */
  takeOver(place: Place): Opened | undefined {
    const left = this.left.get(nameOf(place));
    if (!left) return undefined;
    this.left.delete(nameOf(place));
    this.lend(place, left);
    left.faults.length = 0;
    return left;
  }

  /** A page that was made narrow is not left: Strapi's forms wait there for a browser that is idle. */
  private async leave() {
    for (const [place, opened] of this.lent.splice(0)) {
      const { page, isLoaded } = opened;
      if (!isLoaded || page.isClosed() || page.viewportSize()?.width !== WIDTH) continue;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.emulateMedia({ forcedColors: null });
      await page.mouse.move(0, 0);
      page.removeAllListeners('dialog');
      this.left.set(place, opened);
    }
  }

  quit(): Promise<void> {
    return this.end();
  }
}
