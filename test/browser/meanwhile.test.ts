import { setTimeout } from 'node:timers/promises';
import type { Browser, Response } from 'playwright-core';
import { admin } from '../support/admin';
import { adminIn, invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { firstOf, inFull } from '../support/extent';
import { buildEvent, type Stored } from '../support/records';

type Colleague = Awaited<ReturnType<typeof adminIn>>;

let browser: Browser;
let editor: EditorAt;
let colleague: Colleague;
let event: Stored;

const SAVED = /^Somebody has saved this since you opened it/;

const title = () => editor.page.locator('input[name=title]');

const address = (language = 'en') =>
  `/content-manager/collection-types/plugin::calendar.event/${event.documentId}?locale=${language}`;

/** What the colleague sends from their own form, which was opened a moment ago. */
async function theySave(changed: object, language = 'en') {
  expect((await colleague('PUT', address(language), changed)).status).toBe(200);
}

async function stored(language = 'en') {
  const { title: name, cost } = (await admin('GET', address(language))).body.data;
  return { title: name, cost };
}

async function typeBehind(text: string) {
  await title().press('End');
  await editor.page.keyboard.type(text);
}

async function typeCost(text: string) {
  await editor.page.locator('input[name=cost]').focus();
  await editor.page.keyboard.press('ControlOrMeta+A');
  await editor.page.keyboard.type(text);
}

/** Until it is said that somebody has saved this, and the form holds what both have changed. */
async function warned() {
  await editor.page.getByText(SAVED).first().waitFor();
  await editor.settled();
}

(canBrowse ? describe : describe.skip)('two people editing one event at once (D9.9)', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-editor'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
    colleague = await adminIn('strapi-editor');
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    event = await buildEvent({ title: 'Begun', cost: '1' });
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
  });

  afterEach(() => {
    expect(editor.faults).toEqual([]);
  });

  it('lose no change of either', async () => {
    await typeCost('5');
    await theySave({ title: 'Theirs' });
    await editor.button('Save').click();
    await warned();
    expect(await title().inputValue()).toBe('Theirs');
    expect(await editor.page.locator('input[name=cost]').inputValue()).toBe('5');
    expect(await stored()).toEqual({ title: 'Theirs', cost: '1' });
    await editor.press('Save');
    expect(await stored()).toEqual({ title: 'Theirs', cost: '5' });
  });

  it('lose no change that is what a refused save had sent', async () => {
    const address = editor.page.locator('input[name=ticket_url]');
    await typeCost('5');
    await address.fill('nonsense');
    expect((await editor.ask('Save')).status()).toBe(400);
    await editor.settled();
    await typeCost('1');
    await address.fill('');
    await typeBehind('!');
    await theySave({ cost: '5' });
    await editor.button('Save').click();
    await warned();
    await editor.press('Save');
    expect(await stored()).toEqual({ title: 'Begun!', cost: '5' });
  });

  inFull('are warned by the save shortcut as well', async () => {
    await typeCost('5');
    await theySave({ title: 'Theirs' });
    await editor.page.keyboard.press('ControlOrMeta+S');
    await warned();
    expect(await title().inputValue()).toBe('Theirs');
    expect(await stored()).toEqual({ title: 'Theirs', cost: '1' });
    await Promise.all([
      editor.page.waitForResponse((answer) => answer.request().method() === 'PUT'),
      editor.page.keyboard.press('ControlOrMeta+S'),
    ]);
    expect(await stored()).toEqual({ title: 'Theirs', cost: '5' });
  });

  inFull('are told which fields both have changed', async () => {
    await typeBehind(' by me');
    await theySave({ title: 'Theirs' });
    await editor.button('Save').click();
    await editor.page
      .getByText(
        /^Somebody has saved this since you opened it. Nothing is lost. Check the form, .* You have both changed: Title/,
      )
      .first()
      .waitFor();
    await editor.settled();
    await editor.press('Save');
    expect(await stored()).toMatchObject({ title: 'Begun by me' });
  });

  inFull('keep a shared field that was saved in another language', async () => {
    await buildEvent({ title: 'Commencé' }, { of: event, language: 'fr' });
    await editor.open();
    await typeBehind('!');
    await theySave({ cost: '7' }, 'fr');
    await editor.button('Save').click();
    await warned();
    const announced = editor.page.getByText('Saving also changes this in French: Cost');
    expect(await announced.count()).toBe(0); // It is their change.
    await typeCost('8');
    await announced.waitFor();
    await typeCost('7');
    await announced.waitFor({ state: 'detached' });
    await editor.press('Save');
    expect(await stored()).toEqual({ title: 'Begun!', cost: '7' });
  });

  it('keep shared fields that were published while a new language was being written', async () => {
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=fr`);
    await typeBehind('Commencé');
    await theySave({ cost: '7', event_status: 'canceled' });
    const publish = address().replace('?', '/actions/publish?');
    expect((await colleague('POST', publish, {})).status).toBe(200);
    await editor.button('Save').click();
    await warned();
    await editor.press('Save');
    expect(await stored('fr')).toEqual({ title: 'Commencé', cost: '7' });
    expect(await stored()).toEqual({ title: 'Begun', cost: '7' });
  });

  it('are told before a deleted language is created again', async () => {
    await buildEvent({ title: 'Commencé' }, { of: event, language: 'fr' });
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=fr`);
    await typeBehind('!');
    expect((await colleague('DELETE', address('fr'))).status).toBe(200);
    await editor.button('Save').click();
    await editor.page
      .getByText(/^Somebody has deleted this language since you opened it/)
      .first()
      .waitFor();
    await editor.settled();
    expect((await admin('GET', address('fr'))).body.data.documentId).toBeUndefined();
    expect(await title().inputValue()).toBe('Commencé!');
    await editor.press('Save');
    expect(await stored('fr')).toMatchObject({ title: 'Commencé!' });
  });

  it('publish nothing that they have not seen', async () => {
    await theySave({ title: 'Theirs' });
    await typeCost('5');
    await editor.button('Publish').click();
    await warned();
    expect(await title().inputValue()).toBe('Theirs');
    await editor.press('Publish');
    expect(await stored()).toEqual({ title: 'Theirs', cost: '5' });
  });

  inFull('publish at once what they have seen after pressing Save', async () => {
    await typeCost('5');
    await theySave({ title: 'Theirs' });
    await editor.button('Save').click();
    await warned();
    await editor.press('Publish');
    expect(await stored()).toEqual({ title: 'Theirs', cost: '5' });
  });

  inFull('send one request at a time when Save and Publish are both pressed', async () => {
    const { page } = editor;
    await typeBehind(' once');
    const slow = /calendar\.event\/[a-z0-9]{20,}/;
    const sent: string[] = [];
    let underWay = 0;
    await page.route(slow, async (route) => {
      const isRead = route.request().method() === 'GET';
      if (!isRead) sent.push(`${route.request().method()} beside ${underWay++}`);
      await setTimeout(500);
      const response = await route.fetch();
      if (!isRead) underWay -= 1;
      await route.fulfill({ response });
    });
    const isPublished = (answer: Response) => answer.url().includes('/actions/publish');
    await Promise.all([
      page.waitForResponse(isPublished),
      editor
        .button('Save')
        .click()
        .then(() => editor.button('Publish').click()),
    ]);
    await editor.settled();
    await page.unroute(slow);
    expect(sent).toEqual(['PUT beside 0', 'POST beside 0']);
    expect(await stored()).toMatchObject({ title: 'Begun once' });
  });

  inFull('keep what they typed when the other deletes the event permanently', async () => {
    await typeBehind(' for an hour');
    const everyLanguage = address('*');
    expect((await colleague('DELETE', everyLanguage)).status).toBe(200);
    for (const name of ['Save', 'Publish'] as const) {
      await editor.button(name).click();
      await editor.page
        .getByText(/^Somebody has deleted this for good/)
        .first()
        .waitFor();
      await editor.settled();
    }
    expect(await title().inputValue()).toBe('Begun for an hour');
  });

  const FROM_MENUS = [
    ['Move to the trash (all languages)', 'More actions'],
    ['Unpublish', 'More document actions'],
    ['Discard changes', 'More document actions'],
    ['Unpublish multiple locales', 'More document actions'],
    ['Publish multiple locales', 'More document actions'],
  ] as const;

  /** Chooses an action of the form in one of its menus, and confirms it. */
  async function choose(item: string, menu: string) {
    const { page } = editor;
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    if (item.includes('multiple')) {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox').first().click();
      return dialog.getByRole('button', { name: /^(Unp|P)ublish/ }).click();
    }
    return page.getByRole('button', { name: 'Confirm' }).click();
  }

  it.each(firstOf(1, FROM_MENUS))(
    'keep what they typed when %s finds it deleted',
    async (...of) => {
      await theySave({ cost: '2' });
      await editor.load();
      await typeBehind(' for an hour');
      expect((await colleague('DELETE', address('*'))).status).toBe(200);
      await choose(...of);
      await editor.page
        .getByText(/^Somebody has deleted this for good/)
        .first()
        .waitFor();
      await editor.settled();
      expect(await title().inputValue()).toBe('Begun for an hour');
    },
  );

  inFull('keep what they typed when what they unpublish is deleted in its language', async () => {
    await buildEvent({ title: 'Commencé' }, { of: event, language: 'fr' });
    await theySave({ title: 'Commencé ici' }, 'fr');
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=fr`);
    await typeBehind('!');
    expect((await colleague('DELETE', address('fr'))).status).toBe(200);
    await choose('Unpublish', 'More document actions');
    await editor.page
      .getByText(/^Somebody has deleted this language since you opened it/)
      .first()
      .waitFor();
    await editor.settled();
    expect(await title().inputValue()).toBe('Commencé ici!');
    await editor.press('Save');
    expect(await stored('fr')).toMatchObject({ title: 'Commencé ici!' });
  });

  inFull('are told that what they unpublish is published no more', async () => {
    await theySave({ cost: '2' });
    await editor.load();
    await typeBehind(' unsaved');
    const unpublish = address().replace('?', '/actions/unpublish?');
    expect((await colleague('POST', unpublish, {})).status).toBe(200);
    await choose('Unpublish', 'More document actions');
    await editor.page
      .getByText(/^It is no longer published/)
      .first()
      .waitFor();
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun unsaved');
    await editor.page.getByRole('status', { name: 'Draft' }).first().waitFor({ timeout: 5000 });
    await editor.press('Save');
    expect(await stored()).toMatchObject({ title: 'Begun unsaved' });
  });

  inFull('are told in their language that what they trash or open is deleted', async () => {
    const { page, open, speak } = editor;
    const isTold = page.getByText(/^Il n’existe plus/).first();
    await speak('fr');
    await open();
    expect((await colleague('DELETE', address('*'))).status).toBe(200);
    await page
      .getByRole('button', { name: /^Plus d.actions/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /^Mettre à la corbeille/ }).click();
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await isTold.waitFor();
    await editor.load();
    await isTold.waitFor();
    await speak('en');
  });

  inFull('are not warned about their own saves', async () => {
    for (const text of [' once', ' twice', ' three times']) {
      await typeBehind(text);
      expect((await editor.ask('Save')).status()).toBe(200);
    }
    await editor.press('Publish');
    await typeBehind(' more');
    await editor.press('Save');
    expect(await editor.page.getByText(SAVED).count()).toBe(0);
    expect(await stored()).toMatchObject({ title: 'Begun once twice three times more' });
  });

  inFull('see the published values after discarding saved changes', async () => {
    await typeBehind(' and changed');
    await editor.press('Save');
    await editor.page.getByRole('button', { name: 'More document actions' }).click();
    await editor.page.getByRole('menuitem', { name: 'Discard changes' }).click();
    await editor.page.getByRole('button', { name: 'Confirm' }).click();
    await editor.settled();
    expect(await title().inputValue()).toBe('Begun');
    expect(await editor.button('Save').isEnabled()).toBe(false);
  });
});
