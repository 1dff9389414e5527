import type { Browser, Page, Response } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { comeBack, type logIn, type Visitor } from './browser';

/** Strapi's own words for the buttons of a form, where it has them in the admin's language. */
const BUTTONS = {
  Save: /^(Save|Enregistrer|حفظ)$/,
  Publish: /^(Publish|Publier|نشر)$/,
};

export type Button = keyof typeof BUTTONS;

export const EVENTS = `/admin/content-manager/collection-types/${uidOf('event')}`;

/**
 * Empty inputs of dates and times are drawn in English before Strapi names the page's language, and
 * anew when they hold something.
 */
const DRAWN_ANEW = `
  for (const input of document.querySelectorAll('input[type=date], input[type=time]')) {
    if (input.value) continue;
    input.value = input.type === 'date' ? '2000-01-01' : '00:00';
    input.value = '';
  }
`;

/** An address of the admin that shows nothing. */
const NOWHERE = '/admin/calendar-nowhere';

/** Of what Strapi keeps for a minute: what tests change behind the admin's back. */
const KEPT = ['Document', 'Relations', 'CountDocuments', 'RecentDocumentList', 'UidAvailability'];

/** Of the admin's program: what it holds. */
const STORE = `(() => {
  const root = document.getElementById('strapi');
  let fiber = root[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))];
  while (fiber && !fiber.memoizedProps?.store) fiber = fiber.child;
  return fiber.memoizedProps.store;
})()`;

/** Tells the program what the page of one's own profile tells it. */
const tellProgram = (told: [action: string, payload: string][]) => `
  for (const [type, payload] of ${JSON.stringify(told)}) ${STORE}.dispatch({ type, payload });
`;

/**
 * Goes to an address as the admin's own links do: the program stays loaded, half of the work. First
 * to where nothing is shown, so that the page at the address begins anew, and without what Strapi keeps
 * of records, as behind a save; a form with changes is left without a question, and what was told before
 * is gone, as by a load.
 */
const goInside = (address: string) => `(async () => {
  const store = ${STORE};
  const go = (to) => {
    const { idx = 0 } = history.state ?? {};
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} })); // Of an unknown place: nothing holds it.
    history.replaceState({ idx: idx + 1, key: String(idx + 1), usr: null }, '');
  };
  for (const close of document.querySelectorAll('[data-sonner-toast] button')) close.click();
  const shown = document.querySelector('main > *');
  go(${JSON.stringify(NOWHERE)});
  while (shown?.isConnected) await new Promise(requestAnimationFrame);
  store.dispatch({ type: 'adminApi/invalidateTags', payload: ${JSON.stringify(KEPT)} });
  go(${JSON.stringify(address)});
})()`;

const isSave = (answer: Response) =>
  answer.request().method() !== 'GET' && answer.url().includes('calendar.event');

/** How often somebody clicks from now on. */
export async function clicksIn(page: Page) {
  await page.evaluate(`
    window.clicked = 0;
    if (!window.counts) addEventListener('pointerdown', ({ isTrusted }) => { window.clicked += isTrusted ? 1 : 0; }, true);
    window.counts = true;
  `);
  return (): Promise<number> => page.evaluate('window.clicked');
}

/** An editor at a form of events, who has logged in before, or does by the form. */
export async function editorAt(browser: Browser, visitor: Visitor, enter: typeof logIn = comeBack) {
  const { page, faults, settled } = await enter(browser, visitor);
  let isLoaded = false;

  const wholeOf = (address: string) => (address.startsWith('/') ? `${baseURL}${address}` : address);

  async function ready() {
    isLoaded = true;
    await settled();
    await page.evaluate(DRAWN_ANEW);
  }

  /** Loads an address of the admin with the whole program, as the first visit does, and waits until it can be used. */
  async function load(address = page.url()) {
    await page.goto(wholeOf(address));
    await ready();
  }

  /** Opens an address of the admin, the same one anew, too, and waits until it can be used. */
  async function open(address = page.url()) {
    if (!isLoaded) return load(address);
    await page.evaluate(goInside(wholeOf(address)));
    await ready();
  }

  /** Speaks to the admin in another language, and by another theme, from the next page on. */
  async function speak(language: string, theme?: 'light' | 'dark') {
    const kept = { 'strapi-admin-language': language, ...(theme && { STRAPI_THEME: theme }) };
    if (!isLoaded) return page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
    const told: [string, string][] = [['admin/setLocale', language]];
    if (theme) told.push(['admin/setAppTheme', theme]);
    await page.evaluate(tellProgram(told));
  }

  const button = (name: Button) => page.getByRole('button', { name: BUTTONS[name] });

  /** Presses a button of the form; its answer. */
  async function ask(name: Button) {
    await settled();
    const [answer] = await Promise.all([page.waitForResponse(isSave), button(name).click()]);
    return answer;
  }

  /** Presses a button of the form, and waits until the form is as the server has it. */
  async function press(name: Button) {
    const answer = await ask(name);
    expect(answer.ok() || (await answer.text())).toBe(true);
    await page.waitForURL(/calendar\.event\/[a-z0-9]{20,}/);
    await page.locator('button:disabled', { hasText: BUTTONS.Save }).waitFor();
    await settled();
  }

  return { page: page as Page, faults, settled, open, load, speak, button, ask, press };
}

export type EditorAt = Awaited<ReturnType<typeof editorAt>>;
