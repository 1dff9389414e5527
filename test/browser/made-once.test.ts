import type { Browser, Page, Route } from 'playwright-core';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { inFull } from '../support/extent';
import { holdBehind } from '../support/held-requests';
import { buildEvent } from '../support/records';

let browser: Browser;
let editor: EditorAt;

const NEW = `${EVENTS}/create?plugins[i18n][locale]=en`;

/** Where new records are sent to, and where copies are asked for. */
const MADE =
  /collection-types\/plugin::calendar\.(event|venue)(\/actions\/publish|\/(auto-)?clone\/[a-z0-9]+)?(\?|$)/;

const MADE_VENUE = /collection-types\/plugin::calendar\.venue(\?|$)/;

const title = (page = editor.page) => page.locator('input[name=title]');

const BAD_GATEWAY = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

/** What is sent to make a record is stored, and its answer is lost, once. */
async function loseAnswer(lose: (route: Route) => Promise<void> = (route) => route.abort()) {
  const { page } = editor;
  let isLost = false;
  let tell: (status: number) => void = () => {};
  const lost = new Promise<number>((told) => {
    tell = told;
  });
  await page.route(MADE, async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback();
    isLost = true;
    const answer = await route.fetch();
    await lose(route);
    tell(answer.status());
  });
  return { lost };
}

const unanswered = (page: Page) =>
  page
    .getByText(/^The calendar did not answer/)
    .first()
    .waitFor();

const FORMS = '/content-manager/collection-types/plugin::calendar';

async function found(words: string, type = 'event'): Promise<Record<string, string>[]> {
  return (await admin('GET', `${FORMS}.${type}?_q=${words}&locale=en`)).body.results;
}

const stored = async (words: string, type = 'event', name = 'title') =>
  (await found(words, type)).map((row) => row[name]).sort();

async function begin(text: string) {
  await editor.open(NEW);
  await title().click();
  await editor.page.keyboard.type(text);
}

/** A new event that is stored, and of which its editor does not know so. */
async function saveUnheard(text: string, lose?: (route: Route) => Promise<void>) {
  await begin(text);
  const { lost } = await loseAnswer(lose);
  await editor.settled(); // The button waits for the form.
  await editor.button('Save').press('Enter');
  expect(await lost).toBe(201);
  await unanswered(editor.page);
  await editor.settled();
  expect(await stored(text)).toEqual([text]);
}

/** Presses *Duplicate* in the list's menu of an event. */
async function duplicate(text: string, presses = 1) {
  const { page } = editor;
  await page.getByRole('row').filter({ hasText: text }).first().getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click({ clickCount: presses });
}

async function typeBehind(text: string) {
  await title().press('End');
  await editor.page.keyboard.type(text);
}

(canBrowse ? describe : describe.skip)('a form whose response was lost (D9.12)', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-editor'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
  });

  afterAll(() => browser?.close());

  afterEach(async () => {
    await editor.page.unrouteAll();
    await editor.page.evaluate('sessionStorage.clear()'); // What was left behind.
  });

  it('creates one event, continues with it, and creates another afterwards', async () => {
    await saveUnheard('Lostonce');
    await typeBehind(' and more');
    await editor.press('Save');
    await typeBehind(' and on');
    await editor.press('Save');
    expect(await stored('Lostonce')).toEqual(['Lostonce and more and on']);
    await begin('Lostonce not');
    await editor.press('Save');
    expect(await stored('Lostonce')).toEqual(['Lostonce and more and on', 'Lostonce not']);
  });

  inFull('publishes the event it has saved after a gateway error', async () => {
    const { page } = editor;
    await saveUnheard('Lostbefore', (route) => route.fulfill(BAD_GATEWAY));
    await page.locator('input[type=date][name=start_date]').focus();
    await page.keyboard.type('05012031');
    await page.locator('[id="start_date-time"]').focus();
    await page.keyboard.type('1000AM');
    await editor.press('Publish');
    expect(await stored('Lostbefore')).toEqual(['Lostbefore']);
    await page.getByText('Published').first().waitFor();
  });

  inFull('creates one event if it is reloaded and sent unchanged', async () => {
    await saveUnheard('Lostloaded');
    await editor.load();
    await editor.page
      .getByText(/^What you typed here has been restored/)
      .first()
      .waitFor();
    await editor.press('Save');
    expect(await stored('Lostloaded')).toEqual(['Lostloaded']);
  });

  inFull('creates another event if restored values are changed', async () => {
    await saveUnheard('Lostused');
    await editor.open('/admin/agenda');
    await editor.open(NEW);
    await editor.page
      .getByText(/^What you typed here has been restored/)
      .first()
      .waitFor();
    await typeBehind(' again');
    await editor.press('Save');
    expect(await stored('Lostused')).toEqual(['Lostused', 'Lostused again']);
  });

  inFull('creates one venue within it, and another one afterwards', async () => {
    const { page } = editor;
    await begin('With venues');
    const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
    const dialog = page.getByRole('dialog');
    const make = async (name: string) => {
      await venues.click();
      await venues.pressSequentially(name);
      // With all of the name: that for its first letters is drawn before.
      await page.getByRole('option', { name: `New venue: ${name}` }).click();
      await dialog.getByLabel('City').click();
      await page.keyboard.type('Paris');
    };
    await make('Lostplace');
    const { lost } = await loseAnswer();
    await editor.settled();
    await page.keyboard.press('Enter');
    expect(await lost).toBe(201);
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await stored('Lostplace', 'venue', 'venue')).toEqual(['Lostplace']);
    await make('Lostplace too');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await stored('Lostplace', 'venue', 'venue')).toEqual(['Lostplace', 'Lostplace too']);
    await editor.press('Save');
  });

  inFull('keeps the dialog open while a venue is created, and selects it', async () => {
    const { page } = editor;
    await begin('With a slow venue');
    const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
    await venues.click();
    await venues.pressSequentially('Slowplace');
    await page.getByRole('option', { name: 'New venue: Slowplace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('City').click();
    const release = await holdBehind(page, MADE_VENUE, 0);
    await page.keyboard.press('Enter');
    await dialog.locator('button:disabled', { hasText: 'Create' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.locator('button:disabled', { hasText: 'Cancel' }).waitFor();
    release();
    await page.getByRole('button', { name: 'Remove: Slowplace' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await editor.press('Save');
  });

  describe('of a copy in the list', () => {
    const isForm = /calendar\.event\/[a-z0-9]{20,}/;
    const dialog = () => editor.page.getByRole('dialog', { name: 'Duplicate' });
    const list = (text: string) => editor.open(`${EVENTS}?plugins[i18n][locale]=en&_q=${text}`);

    async function listOf(text: string) {
      await buildEvent({ title: text });
      await list(text);
    }

    /** How many there are once the form of a copy is open. */
    async function inForm(text: string) {
      await editor.page.waitForURL(isForm);
      await editor.settled();
      return (await stored(text)).length;
    }

    inFull('creates one copy on a double click, and another from the reloaded list', async () => {
      await listOf('Copiedtwice');
      await duplicate('Copiedtwice', 2);
      expect(await inForm('Copiedtwice')).toBe(2);
      await list('Copiedtwice');
      await duplicate('Copiedtwice');
      expect(await inForm('Copiedtwice')).toBe(3);
    });

    /** A copy that is made, and of which nobody knows; Strapi offers a form. */
    async function copyUnheard(text: string) {
      await listOf(text);
      const { lost } = await loseAnswer();
      await duplicate(text);
      expect(await lost).toBe(200);
      await dialog().waitFor();
      expect(await stored(text)).toHaveLength(2);
    }

    inFull('leads to the same copy when it is requested again', async () => {
      await copyUnheard('Copiedagain');
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await duplicate('Copiedagain');
      expect(await inForm('Copiedagain')).toBe(2);
    });

    /** From the dialog to the form of a copy, with other words. */
    async function typeCopy(words: string) {
      await dialog().getByRole('link', { name: 'Create' }).click();
      await editor.settled();
      await typeBehind(words);
      await editor.settled();
    }

    inFull('saves the same copy from the form that is offered then', async () => {
      await copyUnheard('Copiedbelow');
      await typeCopy(' by its form');
      await editor.button('Save').click();
      await inForm('Copiedbelow');
      expect(await stored('Copiedbelow')).toEqual(['Copiedbelow', 'Copiedbelow by its form']);
    });

    inFull.each([
      ['the button', () => editor.button('Save').click()],
      ['the shortcut', () => editor.page.keyboard.press('ControlOrMeta+S')],
    ])('saves an unchanged copy from that form by %s', async (_how, save) => {
      const text = `Copied${_how.replace(' ', '')}`;
      const event = await buildEvent({ title: text });
      await editor.open(`${EVENTS}/clone/${event.documentId}?plugins[i18n][locale]=en`);
      await editor.settled();
      await save();
      expect(await inForm(text)).toBe(2);
    });

    inFull(
      'saves the same copy after another lost response, and a new one afterwards',
      async () => {
        const { page, button, settled } = editor;
        await copyUnheard('Copiedstill');
        await typeCopy(' once');
        const { lost } = await loseAnswer();
        await button('Save').click();
        expect(await lost).toBe(200);
        await unanswered(page);
        await settled();
        await button('Save').click();
        await inForm('Copiedstill');
        expect(await stored('Copiedstill')).toEqual(['Copiedstill', 'Copiedstill once']);
        while (!page.url().includes('/clone/')) await page.goBack();
        await settled();
        await typeBehind(' more');
        await settled();
        await button('Save').click();
        await inForm('Copiedstill');
        expect(await stored('Copiedstill')).toEqual([
          'Copiedstill',
          'Copiedstill more',
          'Copiedstill once',
        ]);
      },
    );
  });

  it('causes no error on any page', () => {
    expect(editor.faults.filter((fault) => !/502|did not answer/.test(fault))).toEqual([]);
  });
});
