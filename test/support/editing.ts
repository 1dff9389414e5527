import type { Browser, Page, Response } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { logIn, type Visitor } from './browser';

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

/** An editor at a form of events. */
export async function editorAt(browser: Browser, visitor: Visitor) {
  const { page, faults, settled } = await logIn(browser, visitor);

  /** Opens an address of the admin, or the same one again, and waits until it can be used. */
  async function open(address = page.url()) {
    await page.goto(address.startsWith('/') ? `${baseURL}${address}` : address);
    await settled();
    await page.evaluate(DRAWN_ANEW);
  }

  /** Speaks to the admin in another language from now on. */
  const speak = (language: string) =>
    page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);

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

  return { page: page as Page, faults, settled, open, speak, button, ask, press };
}

export type EditorAt = Awaited<ReturnType<typeof editorAt>>;
