import type { Browser, Page, Response } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { comeBack, type logIn, type Visitor } from './browser';
import { goInside, tellProgram } from './program';

/** The labels of a form's buttons in Strapi's translations. */
const BUTTONS = {
  Save: /^(Save|Enregistrer|حفظ)$/,
  Publish: /^(Publish|Publier|نشر)$/,
};

export type Button = keyof typeof BUTTONS;

export const EVENTS = `/admin/content-manager/collection-types/${uidOf('event')}`;

/**
 * Forces empty date and time inputs to be redrawn: they are drawn in English before Strapi sets the
 * page's language, and again only when their value changes.
 */
const DRAWN_ANEW = `
  for (const input of document.querySelectorAll('input[type=date], input[type=time]')) {
    if (input.value) continue;
    input.value = input.type === 'date' ? '2000-01-01' : '00:00';
    input.value = '';
  }
`;

const isSave = (answer: Response) =>
  answer.request().method() !== 'GET' && answer.url().includes('calendar.event');

/** Starts counting the user's clicks; returns a function that reads the count. */
export async function clicksIn(page: Page) {
  await page.evaluate(`
    window.clicked = 0;
    if (!window.counts) addEventListener('pointerdown', ({ isTrusted }) => { window.clicked += isTrusted ? 1 : 0; }, true);
    window.counts = true;
  `);
  return (): Promise<number> => page.evaluate('window.clicked');
}

/** Logs in and returns helpers for a form of events. `enter`: with a stored session, or through the login form. */
export async function editorAt(browser: Browser, visitor: Visitor, enter: typeof logIn = comeBack) {
  const opened = await enter(browser, visitor);
  const { page, faults, settled } = opened;

  const wholeOf = (address: string) => (address.startsWith('/') ? `${baseURL}${address}` : address);

  async function ready() {
    opened.isLoaded = true;
    await settled();
    await page.evaluate(DRAWN_ANEW);
  }

  /** Loads a URL of the admin like a first visit, and waits until it is usable. */
  async function load(address = page.url()) {
    await page.goto(wholeOf(address));
    await ready();
  }

  /** Opens a URL of the admin, even if it is the current one, and waits until it is usable. */
  async function open(address = page.url()) {
    if (!opened.isLoaded) return load(address);
    await page.evaluate(goInside(wholeOf(address)));
    await ready();
  }

  /** Changes the admin's language and theme, effective from the next page. */
  async function speak(language: string, theme?: 'light' | 'dark') {
    const kept = { 'strapi-admin-language': language, ...(theme && { STRAPI_THEME: theme }) };
    if (!opened.isLoaded)
      return page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
    const told: [string, string][] = [['admin/setLocale', language]];
    if (theme) told.push(['admin/setAppTheme', theme]);
    await page.evaluate(tellProgram(told));
  }

  const button = (name: Button) => page.getByRole('button', { name: BUTTONS[name] });

  /** Clicks a button of the form; returns the response. */
  async function ask(name: Button) {
    await settled();
    const [answer] = await Promise.all([page.waitForResponse(isSave), button(name).click()]);
    return answer;
  }

  /** Which page, headings, dialogs and buttons are shown, for the message of a rare failure. */
  const shown = (): Promise<string> =>
    page.evaluate(`[location.href, ...[...document.querySelectorAll('h1, h2, [role*=dialog], form button')]
      .map((one) => (one.disabled ? 'disabled: ' : '') + one.innerText)].join(' | ')`);

  /** Clicks a button of the form, expects success, and waits until the form shows the saved state. */
  async function press(name: Button) {
    const answer = await ask(name);
    expect(answer.ok() || (await answer.text())).toBe(true);
    await page.waitForURL(/calendar\.event\/[a-z0-9]{20,}/);
    const saved = page.locator('button:disabled', { hasText: BUTTONS.Save });
    await saved.waitFor().catch(async ({ message }: Error) => {
      throw new Error(`${message}\n${await shown()}`);
    });
    await settled();
  }

  /** Opens a group of fields. A text editor may have a menu of the same name, of what its toolbar has no room for. */
  const expand = (group: string) =>
    page
      .getByRole('button', { name: group, exact: true })
      .and(page.locator(':not([aria-haspopup])'))
      .click();

  return { page: page as Page, faults, settled, open, load, speak, button, expand, ask, press };
}

export type EditorAt = Awaited<ReturnType<typeof editorAt>>;
