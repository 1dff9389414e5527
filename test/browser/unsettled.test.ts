import type { Browser } from 'playwright-core';
import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { firstOf, inFull, isExhaustive } from '../support/extent';
import { buildEvent, buildTag, type Stored } from '../support/records';

let browser: Browser;
let editor: EditorAt;
let event: Stored;

const title = () => editor.page.locator('input[name=title]');

const BUSY = { data: null, error: { status: 503, name: 'Busy', message: 'Later', details: {} } };

const SAVE = /calendar\.event\/[a-z0-9]{20,}(\/actions\/publish)?\?/;

async function stored() {
  const path = `/content-manager/collection-types/plugin::calendar.event/${event.documentId}?locale=en`;
  return (await admin('GET', path)).body.data;
}

const listOf = (type: RecordType) => EVENTS.replace(uidOf('event'), uidOf(type));

async function typeBehind(text: string) {
  await title().press('End');
  await editor.page.keyboard.type(text);
}

/** Chooses an item of the menu beside the form. */
async function chooseItem(name: string) {
  await editor.page.getByRole('button', { name: 'More document actions' }).click();
  await editor.page.getByRole('menuitem', { name, exact: true }).click();
}

/** Waits until the form says that nobody has answered, and lets requests pass again. */
async function isUnanswered() {
  await editor.page
    .getByText(/^The calendar did not answer/)
    .first()
    .waitFor();
  await editor.settled();
  await editor.page.unrouteAll();
}

function later() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, resolve] as const;
}

/** Lets changes of the event reach the server, and loses all answers about it. */
const loseAnswers = () =>
  editor.page.route(/calendar\.event\/[a-z0-9]{20,}/, async (route) => {
    if (route.request().method() !== 'GET') await route.fetch();
    return route.abort();
  });

/** A save waits, once it is `asked`, until it is released. */
async function holdSaves(of = SAVE, { page } = editor) {
  const [released, release] = later();
  const [asked, ask] = later();
  await page.route(of, async (route) => {
    if (!['PUT', 'POST'].includes(route.request().method())) return route.fallback();
    ask();
    await released;
    return route.continue();
  });
  return { asked, release };
}

(canBrowse ? describe : describe.skip)('text typed during a save (D9.9)', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-editor'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    event = await buildEvent({ title: 'Begun', cost: '1' });
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
  });

  afterEach(async () => {
    await editor.page.unrouteAll();
    expect(editor.faults.filter((fault) => !/503/.test(fault))).toEqual([]);
  });

  it('is kept when the save returns, and is saved by the next one', async () => {
    const { asked, release } = await holdSaves();
    await typeBehind(' once');
    await editor.button('Save').click();
    await asked;
    await typeBehind(' and more');
    release();
    await editor.page.getByText('Saved document').first().waitFor();
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun once and more');
    expect(await stored()).toMatchObject({ title: 'Begun once' });
    await editor.press('Save');
    expect(await stored()).toMatchObject({ title: 'Begun once and more' });
  });

  inFull('is inserted at the caret although the form is reset', async () => {
    const { asked, release } = await holdSaves();
    await typeBehind(' once');
    await editor.button('Save').click();
    await asked;
    await title().press('Home');
    await editor.page.keyboard.type('Not ');
    release();
    await editor.page.getByText('Saved document').first().waitFor();
    await editor.settled();
    await editor.page.keyboard.type('only ');
    expect(await title().inputValue()).toBe('Not only Begun once');
  });

  inFull('is kept after publishing, and after a trailing space that is not stored', async () => {
    const { asked, release } = await holdSaves();
    await typeBehind(' once');
    await editor.button('Publish').click();
    await asked;
    await typeBehind(' and');
    release();
    await editor.page.getByText('Published document').first().waitFor();
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun once and');
    await title().press('End');
    await editor.page.keyboard.type(' ');
    await Promise.all([
      editor.page.waitForResponse((answer) => answer.request().method() === 'PUT'),
      editor.page.keyboard.press('ControlOrMeta+S'),
    ]);
    await editor.settled();
    await editor.page.keyboard.type('more');
    expect(await title().inputValue()).toBe('Begun once and more');
  });

  inFull('is kept when an earlier save is read back during the next one', async () => {
    const { page } = editor;
    await typeBehind(' once');
    const [readFirst, readNow] = later();
    const [isRead, tellRead] = later();
    let reads = 0;
    await page.route(SAVE, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      reads += 1;
      if (reads !== 2) return route.continue(); // The first asks whether somebody else has saved.
      const response = await route.fetch();
      tellRead();
      await readFirst;
      return route.fulfill({ response });
    });
    await title().press('ControlOrMeta+S');
    await isRead;
    const { asked, release } = await holdSaves();
    await page.keyboard.type(' twice');
    await title().press('ControlOrMeta+S');
    await asked;
    readNow();
    await page.waitForTimeout(500);
    await page.keyboard.type(' more');
    expect(await title().inputValue()).toBe('Begun once twice more');
    release();
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun once twice more');
    expect(await stored()).toMatchObject({ title: 'Begun once twice' });
  });

  it('is saved by shortcuts pressed before the save returns, without duplicate requests', async () => {
    const { page } = editor;
    let sent = 0;
    page.on('request', (asked) => {
      if (asked.method() === 'PUT') sent += 1;
    });
    const { asked, release } = await holdSaves();
    await typeBehind(' once');
    await page.keyboard.press('ControlOrMeta+S');
    await asked;
    await page.keyboard.press('ControlOrMeta+S');
    release();
    await page.getByText('Saved document').first().waitFor();
    await editor.settled();
    await page.waitForTimeout(2500);
    await page.keyboard.type(' twice');
    expect(sent).toBe(1);
    expect(await stored()).toMatchObject({ title: 'Begun once' });

    await page.unrouteAll();
    const again = await holdSaves();
    await page.keyboard.press('ControlOrMeta+S');
    await again.asked;
    await page.keyboard.type(' and more');
    await page.keyboard.press('ControlOrMeta+S');
    again.release();
    await page.waitForResponse(
      (answer) => answer.request().postData()?.includes('and more') ?? false,
    );
    await editor.settled();
    expect(sent).toBe(3);
    expect(await stored()).toMatchObject({ title: 'Begun once twice and more' });
    expect(await editor.button('Save').isDisabled()).toBe(true);
    await page.keyboard.type('!');
    expect(await title().inputValue()).toBe('Begun once twice and more!');
  });

  inFull.each(['', ' and more'])(
    'is published by the shortcut pressed during a save, with “%s”',
    async (more) => {
      const { page } = editor;
      const { asked, release } = await holdSaves();
      await typeBehind(' once');
      await page.keyboard.press('ControlOrMeta+S');
      await asked;
      await page.keyboard.type(more);
      await page.keyboard.press('ControlOrMeta+Shift+Enter');
      await page.keyboard.press('ControlOrMeta+S');
      const published = page.waitForResponse(/actions\/publish/);
      release();
      expect((await published).status()).toBe(200);
      await editor.settled();
      expect(await stored()).toMatchObject({ title: `Begun once${more}`, status: 'published' });
      await page.keyboard.type('!');
      expect(await title().inputValue()).toBe(`Begun once${more}!`);
    },
  );

  inFull.each(['ControlOrMeta+S', 'ControlOrMeta+Shift+Enter'])(
    'is not sent by a pending %s if it was deleted, nor is later text',
    async (keys) => {
      const { page } = editor;
      const { asked, release } = await holdSaves();
      await typeBehind(' once');
      await page.keyboard.press(keys);
      await asked;
      await page.keyboard.type('!');
      await page.keyboard.press(keys);
      await page.keyboard.press('Backspace');
      release();
      await page
        .getByText(/^(Saved|Published) document/)
        .first()
        .waitFor();
      await editor.settled();
      await page.keyboard.type('?');
      await page.waitForTimeout(1000);
      await editor.settled();
      expect(await title().inputValue()).toBe('Begun once?');
      expect(await stored()).toMatchObject({ title: 'Begun once' });
    },
  );

  inFull('is saved by an author who presses the publish shortcut without permission', async () => {
    const login = await invite(await roleOf('strapi-author'));
    const author = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
    const { page } = author;
    await author.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
    await page.locator('input[name=title]').click();
    await page.keyboard.type('Begun');
    await author.press('Save');
    const [documentId] = /[a-z0-9]{20,}/.exec(page.url()) ?? [];
    event = { ...event, documentId: String(documentId) };
    const { asked, release } = await holdSaves(SAVE, author);
    await page.locator('input[name=title]').press('End');
    await page.keyboard.type(' once');
    await page.keyboard.press('ControlOrMeta+S');
    await asked;
    await page.keyboard.type(' more');
    await page.keyboard.press('ControlOrMeta+S');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    release();
    await page.waitForResponse((answer) => answer.request().postData()?.includes('more') ?? false);
    await author.settled();
    expect(await stored()).toMatchObject({ title: 'Begun once more', status: 'draft' });
  });

  inFull('is published if the shortcut is pressed during the check for other saves', async () => {
    const { page } = editor;
    await typeBehind(' at once');
    const published = page.waitForResponse(/actions\/publish/);
    await page.keyboard.press('ControlOrMeta+S');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    expect((await published).status()).toBe(200);
    await editor.settled();
    expect(await stored()).toMatchObject({ title: 'Begun at once', status: 'published' });
  });

  inFull('is forgotten if it is deleted during the check for other saves', async () => {
    const { page } = editor;
    const [released, release] = later();
    await page.route(SAVE, async (route) => {
      await released;
      return route.continue();
    });
    await typeBehind('!');
    const asked = page.waitForRequest(SAVE);
    await page.keyboard.press('ControlOrMeta+S');
    await asked;
    await page.keyboard.press('Backspace');
    release();
    await editor.settled();
    await typeBehind(' more');
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun more');
    expect(await editor.button('Save').isEnabled()).toBe(true);
    expect(await stored()).toMatchObject({ title: 'Begun' });
  });

  inFull('overwrites nothing that somebody else has saved meanwhile', async () => {
    const { page } = editor;
    const [typed, tellTyped] = later();
    await page.route(SAVE, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await typed;
      const response = await route.fetch();
      const path = `/content-manager/collection-types/plugin::calendar.event/${event.documentId}?locale=en`;
      await admin('PUT', path, { cost: '7' });
      return route.fulfill({ response });
    });
    await typeBehind(' once');
    const first = page.waitForRequest((request) => request.method() === 'PUT');
    await page.keyboard.press('ControlOrMeta+S');
    await first;
    await page.keyboard.type(' and more');
    await page.keyboard.press('ControlOrMeta+S');
    tellTyped();
    await page
      .getByText(/^Somebody has saved this/)
      .first()
      .waitFor();
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun once and more');
    expect(await stored()).toMatchObject({ title: 'Begun once', cost: '7' });
  });

  inFull('is restored if the form was left for another language during the save', async () => {
    const { page } = editor;
    await buildEvent({ title: 'Commence' }, { of: event, language: 'fr' });
    const turn = async (to: RegExp) => {
      await page.getByRole('combobox', { name: 'Locales' }).click();
      await page.getByRole('option', { name: to }).click();
    };
    const { asked, release } = await holdSaves();
    await typeBehind(' once');
    await page.keyboard.press('ControlOrMeta+S');
    await asked;
    await page.keyboard.type(' and more');
    await page.keyboard.press('ControlOrMeta+S');
    await turn(/fr\b/i);
    await page.waitForURL(/locale(\]|%5D)=fr/);
    release();
    await editor.settled();
    expect(await title().inputValue()).toBe('Commence');
    await turn(/en\b/i);
    await page
      .getByText(/^What you typed here has been restored/)
      .first()
      .waitFor();
    expect(await title().inputValue()).toBe('Begun once and more');
    expect(await stored()).toMatchObject({ title: 'Begun once' });
  });

  inFull.each(['stand-in', 'form'])(
    'is saved by the shortcut in the %s after a new event',
    async (where) => {
      const { page } = editor;
      await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
      const { asked, release } = await holdSaves(/calendar\.event\?/);
      const [read, readNow] = later();
      await page.route(/calendar\.event\/[a-z0-9]{20,}\?/, async (route) => {
        if (route.request().method() === 'GET') await read;
        return route.continue();
      });
      await title().focus();
      await page.keyboard.type('New');
      await page.keyboard.press('ControlOrMeta+S');
      await asked;
      await page.keyboard.type(' and');
      if (where === 'form') await page.keyboard.press('ControlOrMeta+S');
      release();
      await page.waitForURL(/calendar\.event\/[a-z0-9]{20,}/);
      await page.waitForTimeout(500);
      await page.keyboard.type(' more');
      if (where === 'stand-in') await page.keyboard.press('ControlOrMeta+S');
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      readNow();
      await saved;
      await editor.settled();
      expect(await title().inputValue()).toBe('New and more');
      const [documentId] = /[a-z0-9]{20,}/.exec(page.url()) ?? [];
      event = { ...event, documentId: String(documentId) };
      expect(await stored()).toMatchObject({ title: 'New and more' });
    },
  );

  inFull(
    'is kept in the form of a copy, and saved by the shortcut in that of the new event',
    async () => {
      const { page } = editor;
      await editor.open(`${EVENTS}/clone/${event.documentId}?plugins[i18n][locale]=en`);
      const { asked, release } = await holdSaves(/calendar\.event\/clone\//);
      await typeBehind(' again');
      await page.keyboard.press('ControlOrMeta+S');
      await asked;
      await page.keyboard.type(' and more');
      await page.keyboard.press('ControlOrMeta+S');
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      release();
      await saved;
      await editor.settled();
      expect(await title().inputValue()).toBe('Begun again and more');
      expect(await stored()).toMatchObject({ title: 'Begun' });
      expect(await page.evaluate(`sessionStorage.getItem('calendar-unsaved-edits')`)).toBeNull(); // For the next copy.
      const [documentId] = /[a-z0-9]{20,}/.exec(page.url()) ?? [];
      event = { ...event, documentId: String(documentId) };
      expect(await stored()).toMatchObject({ title: 'Begun again and more' });
    },
  );

  inFull.each(['event', 'tag'] as const)(
    'is kept while a second save of a new %s is pending',
    async (type) => {
      const { page } = editor;
      const field = type === 'event' ? 'title' : 'name';
      await editor.open(`${listOf(type)}/create?plugins[i18n][locale]=en`);
      const { asked, release } = await holdSaves(/calendar\.(event|tag)\?/);
      const input = page.locator(`input[name=${field}]`);
      await input.focus();
      await page.keyboard.type('New');
      await page.keyboard.press('ControlOrMeta+S');
      await asked;
      await page.keyboard.type(' and');
      await page.keyboard.press('ControlOrMeta+S');
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      release();
      await page.waitForURL(/[a-z0-9]{20,}/);
      await page.keyboard.type(' still more', { delay: 60 });
      await saved;
      await editor.settled();
      await page.keyboard.type('!');
      expect(await input.inputValue()).toBe('New and still more!');
    },
  );

  inFull('is saved by the save shortcut after a publish shortcut without effect', async () => {
    const { page } = editor;
    const { documentId } = await buildTag({ name: 'Begun' });
    const address = `${listOf('tag')}/${documentId}`;
    await editor.open(`${address}?plugins[i18n][locale]=en`);
    const { asked, release } = await holdSaves(/calendar\.tag/);
    await page.locator('input[name=name]').press('End');
    await page.keyboard.type(' once');
    await page.keyboard.press('ControlOrMeta+S');
    await asked;
    await page.keyboard.type(' more');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await page.keyboard.press('ControlOrMeta+S');
    release();
    const name = async () =>
      (await admin('GET', `${address.replace('/admin', '')}?locale=en`)).body.data.name;
    for (let tries = 0; tries < 100 && (await name()) !== 'Begun once more'; tries += 1)
      await page.waitForTimeout(100);
    expect(await name()).toBe('Begun once more');
  });

  inFull('is kept after the first save of a new event', async () => {
    await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
    const { asked, release } = await holdSaves(/calendar\.event\?/);
    await title().focus();
    await editor.page.keyboard.type('New');
    await editor.page.keyboard.press('ControlOrMeta+S');
    await asked;
    await editor.page.keyboard.type(' and');
    release();
    await editor.page.waitForURL(/calendar\.event\/[a-z0-9]{20,}/);
    await editor.settled();
    await editor.page.keyboard.type(' more');
    expect(await title().inputValue()).toBe('New and more');
  });

  inFull("is kept while a new event's form is replaced, also in the description", async () => {
    const { page } = editor;
    await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
    await title().focus();
    await page.keyboard.type('New');
    await page.route(/calendar\.event\/[a-z0-9]{20,}\?/, async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      return route.continue();
    });
    await page.keyboard.press('ControlOrMeta+S');
    const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(2);
    await page.keyboard.type(letters, { delay: 40 });
    await editor.settled();
    await page.keyboard.type('!');
    expect(await title().inputValue()).toBe(`New${letters}!`);

    await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
    await title().focus();
    await page.keyboard.type('Described');
    await page.locator('.CodeMirror-code').first().click();
    await page.keyboard.type('One');
    await page.keyboard.press('ControlOrMeta+S');
    await page.keyboard.type(letters, { delay: 40 });
    await editor.settled();
    await page.keyboard.type('!');
    await editor.press('Save');
    const [documentId] = /[a-z0-9]{20,}/.exec(page.url()) ?? [];
    event = { ...event, documentId: String(documentId) };
    expect(await stored()).toMatchObject({ description: `One${letters}!` });
  });

  inFull('is inserted at the caret when a save is rejected for another field', async () => {
    const { page } = editor;
    const { asked, release } = await holdSaves();
    await page.locator('input[name=ticket_url]').fill('nonsense');
    await typeBehind(' and');
    await title().press('ControlOrMeta+S');
    await asked;
    await page.keyboard.type(' some');
    release();
    await page.getByText('must be a full address').first().waitFor();
    await editor.settled();
    await page.keyboard.type(' more');
    expect(await title().inputValue()).toBe('Begun and some more');
    expect(await page.locator('input[name=ticket_url]').inputValue()).toBe('nonsense');
  });

  inFull('leaves the caret in its part of a date', async () => {
    const { page } = editor;
    const date = page.locator('input[name=start_date]').first();
    await date.click({ position: { x: 15, y: 15 } });
    await page.keyboard.type('11282026');
    await page.keyboard.press('ControlOrMeta+S');
    await editor.settled();
    await page.keyboard.press('ArrowUp'); // The year.
    expect(await date.inputValue()).toBe('2027-11-28');
  });

  inFull('is complete although a slow machine processes the save', async () => {
    const session = await editor.page.context().newCDPSession(editor.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(2);
    await typeBehind(' ');
    await title().press('ControlOrMeta+S');
    await editor.page.keyboard.type(letters, { delay: 15 });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await editor.settled();
    expect(await title().inputValue()).toBe(`Begun ${letters}`);
    await editor.press('Save');
    expect(await stored()).toMatchObject({ title: `Begun ${letters}` });
  });

  inFull('can be saved again after a server error', async () => {
    await editor.page.route(SAVE, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: BUSY })
        : route.continue(),
    );
    await typeBehind(' again');
    expect((await editor.ask('Save')).status()).toBe(503);
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun again');
    expect(await editor.button('Save').isEnabled()).toBe(true);
    await editor.page.unrouteAll();
    await editor.press('Save');
    expect(await stored()).toMatchObject({ title: 'Begun again' });
  });

  it.each(
    (
      [
        ['a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
        ['nobody', undefined],
      ] as const
    ).slice(0, isExhaustive ? undefined : 1),
  )('is kept, with a message in one language, if %s answers', async (_who, answer) => {
    await editor.speak('fr');
    await editor.open();
    await editor.page.route(SAVE, (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      return answer ? route.fulfill(answer) : route.abort();
    });
    await typeBehind(' in vain');
    await editor.button('Save').click();
    await editor.page
      .getByText(/^Le calendrier n’a pas répondu/)
      .first()
      .waitFor();
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun in vain');
    expect(await editor.button('Save').isEnabled()).toBe(true);
    await editor.page.unrouteAll();
    await editor.press('Save');
    await editor.speak('en');
  });

  it('stays in its form while nobody answers, also when it was stored', async () => {
    const { page } = editor;
    await page.route(SAVE, async (route) => {
      if (route.request().method() === 'PUT') await route.fetch();
      return route.abort();
    });
    await typeBehind(' unheard');
    await editor.button('Save').click();
    await page
      .getByText(/^The calendar did not answer/)
      .first()
      .waitFor();
    await editor.settled();
    await typeBehind(', and on');
    await page.unroute(SAVE);
    await page.route(SAVE, (route) => route.abort());
    const [lost] = await Promise.all([
      page.waitForEvent('requestfailed', (each) => each.method() === 'PUT'),
      editor.button('Save').click(),
    ]);
    expect(lost.postDataJSON()).toMatchObject({ title: 'Begun unheard, and on' });
    await editor.settled();
    await typeBehind(' and on');
    await page.unrouteAll();
    await editor.press('Save');
    expect(await page.getByText(/^Somebody has saved this/).count()).toBe(0);
    expect(await stored()).toMatchObject({ title: 'Begun unheard, and on and on' });
  });

  it.each(
    firstOf<[string, object]>(2, [
      ['Publish', {}],
      ['Discard changes', { title: 'Begun changed and on' }],
    ]),
  )('is nobody else’s change after an unheard %s', async (action, expected) => {
    const { page } = editor;
    const isPublished = action !== 'Publish';
    event = await buildEvent({ title: 'Begun', cost: '1' }, { publish: isPublished });
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    if (action === 'Discard changes') {
      await typeBehind(' changed');
      await editor.press('Save');
    }
    if (action === 'Publish') await typeBehind(' ');
    await loseAnswers();
    if (action === 'Publish') await editor.button(action).click();
    else {
      await chooseItem(action);
      await page.getByRole('button', { name: 'Confirm' }).click();
    }
    await isUnanswered();
    const before = await stored();
    await typeBehind(' and on');
    await editor.press('Save');
    expect(await page.getByText(/^Somebody has saved this/).count()).toBe(0);
    expect(await stored()).toMatchObject({ date: before.date, ...expected });
  });

  it('is nobody else’s change after an unheard move to the trash', async () => {
    const { page } = editor;
    await loseAnswers();
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Move to the trash (all languages)' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await isUnanswered();
    await typeBehind(' and on');
    await editor.press('Save');
    expect(await page.getByText(/^Somebody has saved this/).count()).toBe(0);
    expect(await stored()).toMatchObject({
      title: 'Begun and on',
      trashed_at: expect.any(String),
    });
  });

  it('is nobody else’s change after an unheard unpublication that replaced the draft', async () => {
    const { page } = editor;
    event = await buildEvent({ title: 'Begun', cost: '1' }, { publish: true });
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    await typeBehind(' changed');
    await editor.press('Save');
    await loseAnswers();
    await chooseItem('Unpublish');
    await page.getByText('Unpublish and replace last draft').click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await isUnanswered();
    expect(await stored()).toMatchObject({ title: 'Begun', status: 'draft' });
    await typeBehind(' and on');
    await editor.press('Save');
    expect(await page.getByText(/^Somebody has saved this/).count()).toBe(0);
    expect(await stored()).toMatchObject({ title: 'Begun changed and on', status: 'draft' });
  });

  it('is nobody else’s change if a save whose answer was lost has stored it otherwise', async () => {
    const { page } = editor;
    await typeBehind(' unheard');
    await page.getByRole('switch', { name: 'All day' }).click();
    await editor.expand('More');
    await page.locator('input[name=slug]').fill('Begun again');
    await page.route(SAVE, async (route) => {
      if (route.request().method() === 'PUT') await route.fetch();
      return route.request().method() === 'PUT' ? route.abort() : route.continue();
    });
    await editor.button('Save').click();
    await isUnanswered();
    expect(await stored()).toMatchObject({ title: 'Begun unheard', slug: 'begun-again' });
    await typeBehind(' and on');
    await editor.press('Save');
    expect(await page.getByText(/^Somebody has saved this/).count()).toBe(0);
    expect(await stored()).toMatchObject({ title: 'Begun unheard and on', slug: 'begun-again' });
  });

  it.each([503, 400])(
    'is kept when its save fails with %s while somebody saves',
    async (status) => {
      const { page } = editor;
      await typeBehind(' once');
      await page.route(SAVE, async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        const data = { ...route.request().postDataJSON(), title: 'Begun', cost: '7' };
        const path = route
          .request()
          .url()
          .replace(/^.*(?=\/content-manager)/, '');
        expect((await admin('PUT', path, data)).status).toBe(200);
        return route.fulfill({ status, json: { ...BUSY, error: { ...BUSY.error, status } } });
      });
      expect((await editor.ask('Save')).status()).toBe(status);
      await editor.settled();
      expect(await title().inputValue()).toBe('Begun once');
      await page.unrouteAll();
      await editor.button('Save').click();
      await page
        .getByText(/^Somebody has saved this/)
        .first()
        .waitFor();
      await editor.press('Save');
      expect(await stored()).toMatchObject({ title: 'Begun once', cost: '7' });
    },
  );

  it('is not shown as published when the published version cannot be loaded', async () => {
    const { page } = editor;
    await typeBehind(' once');
    const { asked, release } = await holdSaves();
    await editor.button('Save').click();
    await asked;
    await page.getByRole('tab', { name: 'Published' }).click();
    await page.locator('input[name=title][value="Begun"]:disabled').waitFor();
    await page.route(SAVE, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    );
    const unread = page.waitForEvent('requestfailed', (each) => each.method() === 'GET');
    release();
    await unread;
    await editor.settled();
    expect(await page.locator('input[name=title][value="Begun once"]').count()).toBe(0);
  });

  it('stays in its form as it was saved when the event cannot be loaded afterwards', async () => {
    const { page } = editor;
    await typeBehind(' once');
    let isSaved = false;
    await page.route(SAVE, (route) => {
      const isRead = route.request().method() === 'GET';
      if (isRead && isSaved) return route.abort();
      isSaved ||= !isRead;
      return route.continue();
    });
    expect((await editor.ask('Save')).status()).toBe(200);
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun once');
    await typeBehind(' and more');
    await page.unrouteAll();
    await editor.press('Save');
    expect(await page.getByText(/^Somebody has saved this/).count()).toBe(0);
    expect(await stored()).toMatchObject({ title: 'Begun once and more' });
  });

  it('stays in its form when the event cannot be loaded after it was unpublished', async () => {
    const { page } = editor;
    await typeBehind(' unsaved');
    let isDone = false;
    await page.route(/calendar\.event\/[a-z0-9]{20,}\?|actions\/\w*publish\?/i, (route) => {
      const isRead = route.request().method() === 'GET';
      if (isRead && isDone) return route.fulfill({ status: 503, json: BUSY });
      isDone ||= !isRead;
      return route.continue();
    });
    const unread = page.waitForResponse((answer) => answer.status() === 503);
    await chooseItem('Unpublish');
    await unread;
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun unsaved');
    await page.getByRole('status', { name: 'Draft' }).first().waitFor();
    await page.unrouteAll();
    await editor.press('Save');
    expect(await page.getByText(/^Somebody has saved this/).count()).toBe(0);
    expect(await stored()).toMatchObject({ title: 'Begun unsaved' });
  });

  inFull('stays in its form when unpublishing is not answered', async () => {
    const { page } = editor;
    await typeBehind(' unheard');
    await page.route(/calendar\.event\/[a-z0-9]{20,}/, (route) => route.abort());
    await chooseItem('Unpublish');
    await isUnanswered();
    expect(await title().inputValue()).toBe('Begun unheard');
    await editor.press('Save');
  });

  inFull('is said to be still there only where the form keeps it', async () => {
    const { page } = editor;
    await page.route('**/content-manager/**', (route) => route.abort());
    const told = (type: string) =>
      page.evaluate(
        `fetch('/content-manager/collection-types/${type}/x', { method: 'PUT' }).catch(({ message }) => message)`,
      );
    expect(await told(uidOf('event'))).toMatch(/What you typed is still here/);
    expect(await told('api::page.page')).toMatch(/answer\. Check whether it was done/);
  });

  inFull('leads to no new venue while the search is unavailable', async () => {
    const { page } = editor;
    await page.route('**/calendar/admin/references/venue?*', (route) =>
      route.fulfill({ status: 503, json: BUSY }),
    );
    const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
    await venues.click();
    await venues.pressSequentially('Harbour');
    await page.getByText('This cannot be loaded at the moment.').first().waitFor();
    expect(await page.getByRole('option', { name: 'New venue' }).count()).toBe(0);
    await venues.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.unrouteAll();
    await page.context().setOffline(true);
    await page.context().setOffline(false); // Whoever is online again is answered by itself.
    await page.getByRole('option', { name: 'New venue: Harbour' }).waitFor();
  });

  inFull('is restored once after a failed save and a reload', async () => {
    await editor.page.route(SAVE, (route) => route.fulfill({ status: 503, json: BUSY }));
    await typeBehind(' at last');
    await editor.ask('Save');
    await editor.settled();
    await editor.page.unrouteAll();
    await editor.load();
    await editor.page
      .getByText(/^What you typed here has been restored/)
      .first()
      .waitFor();
    expect(await title().inputValue()).toBe('Begun at last');
    await editor.press('Save');
    await editor.load();
    expect(await title().inputValue()).toBe('Begun at last');
    expect(await editor.button('Save').isEnabled()).toBe(false);
  });

  inFull('is restored after a reload about which a phone did not ask', async () => {
    const { page } = editor;
    const restored = page.getByText(/^What you typed here has been restored/).first();
    await page.evaluate(
      `addEventListener('beforeunload', (asking) => asking.stopImmediatePropagation())`,
    );
    await editor.open(); // The form listens after it.
    await typeBehind(' on a phone');
    await editor.load();
    await restored.waitFor();
    expect(await title().inputValue()).toBe('Begun on a phone');
    await typeBehind(' and given up');
    await editor.load(); // The browser asks, and is told to leave.
    expect(await title().inputValue()).toBe('Begun');
  });

  inFull('is restored in the form of a copy, and not in that of its original', async () => {
    const { page } = editor;
    const form = page.url();
    const copy = form.replace('calendar.event/', 'calendar.event/clone/');
    await page.evaluate(
      `addEventListener('beforeunload', (asking) => asking.stopImmediatePropagation())`,
    );
    await editor.open(copy);
    await typeBehind(' as a copy');
    await editor.load(form);
    expect(await title().inputValue()).toBe('Begun');
    await editor.load(copy);
    await page
      .getByText(/^What you typed here has been restored/)
      .first()
      .waitFor();
    expect(await title().inputValue()).toBe('Begun as a copy');
    await page.evaluate('window.onbeforeunload = null');
  });

  inFull('is kept when the event is moved to the trash', async () => {
    const { page } = editor;
    await typeBehind(' unsaved');
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Move to the trash (all languages)' }).click();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect((await saved).status()).toBe(200);
    await page
      .getByText(/is in the trash since/)
      .first()
      .waitFor();
    expect(await title().inputValue()).toBe('Begun unsaved');
    expect(await stored()).toMatchObject({ title: 'Begun', trashed_at: expect.any(String) });
  });
});
