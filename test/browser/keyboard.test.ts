import type { Browser, Locator, Page } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { announcements } from '../support/accessibility';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { WIDTH } from '../support/chromium';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { inFull, isExhaustive } from '../support/extent';
import { holdBehind } from '../support/held-requests';
import { buildCategory, buildEvent, buildVenue } from '../support/records';
import { pictureBytes } from '../support/uploads';

const EVENT = uidOf('event');

let browser: Browser;
let editor: EditorAt;

const focused = (page: Page): Promise<string> =>
  page.evaluate(`(({ activeElement: at }) =>
    at.getAttribute('aria-label') ?? at.innerText?.trim() ?? at.localName)(document)`);

const isFocusIn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`);

const said = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor();

/** What holds more than its width, and says so by no ellipsis: it is cut off, or has to be moved sideways. */
const widerThanTheirRoom = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((it) => it.clientWidth > 2 && getComputedStyle(it).overflowX !== 'visible')
    .filter((it) => getComputedStyle(it).textOverflow !== 'ellipsis')
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map((it) => it.innerText)`);

/** Whether something that is not of the page's own content lies over what has the focus. */
const IS_BEHIND = `(() => {
  const main = document.querySelector('main');
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  const shown = document.elementFromPoint(left + width / 2, top + height / 2);
  return main.contains(document.activeElement) && !main.contains(shown);
})()`;

async function fresh(title: string) {
  await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
  await editor.page.locator('input[name=title]').click();
  await editor.page.keyboard.type(title);
}

/**
 * Opens a URL of the admin. Once a page was narrow, as in the full cross product, it is loaded: there Chromium may
 * call nobody when it is idle, as Strapi's forms ask it to.
 */
const openWide = (address: string) => (isExhaustive ? editor.load(address) : editor.open(address));

/** Who may do all with events, in French alone. */
async function onlyFrench() {
  const role = await admin('POST', '/admin/roles', { name: 'Only French', description: '' });
  const fields = Object.keys(strapi.contentType(EVENT).attributes);
  const ofEvents = ['read', 'create', 'update', 'publish'].map((right) => ({
    action: `plugin::content-manager.explorer.${right}`,
    subject: EVENT,
    conditions: [],
    properties: { locales: ['fr'], ...(right !== 'publish' && { fields }) },
  }));
  const agenda = { action: 'plugin::calendar.agenda.read', subject: null, conditions: [] };
  const permissions = [...ofEvents, { ...agenda, properties: {} }];
  await admin('PUT', `/admin/roles/${role.body.data.id}/permissions`, { permissions });
  return invite(role.body.data.id);
}

(canBrowse ? describe : describe.skip)('the admin with the keyboard alone', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-editor'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Asia/Tokyo' });
  });

  afterAll(() => browser?.close());

  inFull('keeps the focus in the form after Expand and dialogs for pictures', async () => {
    const { page, settled } = editor;
    await fresh('Pictured');
    await page.getByRole('button', { name: 'Expand' }).press('Enter');
    await page.getByRole('button', { name: 'Collapse' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Collapse' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Expand' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: /^Click to add an asset/ }).press('Enter');
    await page
      .getByRole('button', { name: 'Add more assets' })
      .or(page.getByRole('button', { name: 'Add new assets' }))
      .first()
      .press('Enter');
    const file = {
      name: 'stage.png',
      mimeType: 'image/png',
      buffer: await pictureBytes('png', 64),
    };
    await page.locator('[role=dialog] input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: /^Upload 1 asset/ }).press('Enter');
    await page.getByRole('button', { name: 'Finish' }).press('Enter');
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    await settled();
    expect(await isFocusIn(page, 'form, main')).toBe(true);
    expect(await focused(page)).not.toBe('');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).not.toMatch(/Skip to content|Home/);
    expect(await isFocusIn(page, 'main')).toBe(true);
    await page.getByRole('button', { name: 'Edit', exact: true }).last().press('Enter');
    await page.locator('input[name=alternativeText]').fill('A stage');
    await page.route('**/upload?id=*', (route) => route.abort());
    await page.getByRole('button', { name: 'Finish' }).press('Enter');
    await page
      .getByText(/^The calendar did not answer/)
      .first()
      .waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Finish' }).press('Enter');
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete', exact: true }).last().press('Enter');
    const empty = page.getByRole('button', { name: /^Click to add an asset/ });
    await empty.and(page.locator(':focus')).waitFor();
  });

  inFull('announces chosen, moved and removed records, and keeps the focus nearby', async () => {
    const { page } = editor;
    await buildVenue({ venue: 'Pier' });
    await buildVenue({ venue: 'Quay' });
    await buildCategory({ name: 'Walks' });
    await fresh('Somewhere');
    const take = async (box: Locator, name: string) => {
      await box.pressSequentially(name);
      await page.getByRole('option', { name: new RegExp(name) }).waitFor();
      await editor.settled();
      await page.keyboard.press('Enter');
    };
    const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
    const announced = await announcements(page);
    for (const name of ['Pier', 'Quay']) {
      await take(venues, name);
      await announced(`Added: ${name}`);
    }
    await page.getByRole('button', { name: 'Move up: Quay' }).press('Enter');
    await announced('Quay: position 1 of 2');
    await page.getByRole('button', { name: 'Remove: Quay' }).press('Enter');
    await announced('Removed: Quay');
    await page.getByRole('button', { name: 'Remove: Pier' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await venues.and(page.locator(':focus')).waitFor();
    await take(page.getByRole('combobox', { name: 'Categories', exact: true }), 'Night walks');
    const dialog = page.getByRole('dialog');
    const above = dialog.getByRole('combobox');
    await take(above, 'Walks');
    await dialog
      .getByRole('button', { name: 'Remove: Walks' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await above.and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  });

  inFull('reports a lost response for a new record in plain words, keeping the focus', async () => {
    const { page, speak } = editor;
    await speak('fr');
    await fresh('Behind a proxy');
    await page.route('**/plugin::calendar.tag?*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
        : route.fallback(),
    );
    const tags = page.getByRole('combobox', { name: 'Étiquettes', exact: true });
    await tags.pressSequentially('Unanswered');
    await page.getByRole('option', { name: /^Nouvelle étiquette/ }).waitFor();
    await editor.settled();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Créer' });
    await create.press('Enter');
    await dialog.getByText('Le calendrier n’a pas répondu.').waitFor();
    await create.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.unroute('**/plugin::calendar.tag?*');
    await speak('en');
  });

  inFull('keeps the focus among the filters when one is removed', async () => {
    const { page, open } = editor;
    const names = ['North pier', 'South pier'];
    const piers = await Promise.all(names.map((venue) => buildVenue({ venue })));
    await open(`/admin/agenda?state=publish&venue=${piers.map(({ public_id }) => public_id)}`);
    const remove = (name: string) =>
      page.getByRole('button', { name: `Remove the filter: ${name}` });
    await remove('North pier').press('Enter');
    await remove('South pier').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('combobox', { name: 'Venue', exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    await page.locator('#agenda-filters').getByRole('button', { name: 'Clear' }).press('Enter');
    await page.locator('#agenda-filters:focus').waitFor();
  });

  inFull('selects with Enter the only zone of a country, but none of several', async () => {
    const { page } = editor;
    await fresh('In another zone');
    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    const type = async (words: string) => {
      await zone.press('ControlOrMeta+A');
      await zone.pressSequentially(words);
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
    };
    await type('Morocco');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await zone.inputValue()).toMatch(/^Casablanca/);
    await type('Eastern Time');
    expect(await page.getByRole('option').count()).toBeGreaterThan(1);
    await page.keyboard.press('Escape');
    expect(await zone.inputValue()).toMatch(/^Casablanca/);
  });

  it('keeps a time zone when Escape is pressed in its closed list', async () => {
    const { page, open, settled, button } = editor;
    const { documentId } = await buildEvent({ title: 'In Tokyo', timezone: 'Asia/Tokyo' });
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    for (const presses of [1, 2]) {
      if (presses === 2) await zone.click();
      else await zone.focus();
      for (let at = 0; at < presses; at += 1) await page.keyboard.press('Escape');
      await settled();
      expect(await zone.inputValue()).toMatch(/^Tokyo/);
      expect(await button('Save').isEnabled()).toBe(false);
    }
  });

  inFull('announces that a draft link is created and ended, and keeps the focus', async () => {
    const { page, open, settled } = editor;
    const event = await buildEvent({ title: 'Shared' }, { publish: false });
    await open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    for (const _ of [1, 2]) {
      const [made] = await Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith('/shared-drafts')),
        page.getByRole('button', { name: 'Make a link' }).press('Enter'),
      ]);
      expect(made.ok()).toBe(true);
      await settled(); // It can be pressed again once the list is there.
    }
    await said(page, 'The link has been created');
    const ends = page.getByRole('button', { name: /^End the link/ });
    await ends.first().press('Enter');
    await said(page, 'The link has ended');
    await settled(); // The focus goes to what is left once that is drawn.
    expect(await focused(page)).toMatch(/^End the link/);
    await page.keyboard.press('Enter');
    await ends.waitFor({ state: 'detached' });
    await settled();
    expect(await focused(page)).toBe('Show to others');
  });

  inFull('creates one draft link, however often it is requested meanwhile', async () => {
    const { page, open } = editor;
    const event = await buildEvent({ title: 'Shared once' }, { publish: false });
    await open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    const release = await holdBehind(page, '**/shared-drafts', 0);
    const make = page.getByRole('button', { name: 'Make a link' });
    await make.focus();
    for (const _ of [1, 2]) await page.keyboard.press('Enter');
    release();
    const ends = page.getByRole('button', { name: /^End the link/ });
    await ends.first().waitFor();
    await editor.settled();
    expect(await ends.count()).toBe(1);
    await page.unroute('**/shared-drafts');
  });

  inFull('saves from a search with a closed list, which an arrow opens', async () => {
    const { page, open, settled } = editor;
    const { documentId } = await buildEvent({ title: 'By keys' });
    for (const name of ['Venues', 'Time zone']) {
      await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
      await page.locator('input[name=title]').click();
      await page.keyboard.type('!');
      const search = page.getByRole('combobox', { name, exact: true });
      await search.focus();
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.keyboard.press('ControlOrMeta+S');
      expect((await saved).ok()).toBe(true);
      await settled();
      expect(await page.getByRole('listbox').count()).toBe(0);
      await search.press('ArrowDown');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('leaves an open list with Tab, taking what is highlighted and losing no search', async () => {
    const { page, open, settled } = editor;
    const { documentId } = await buildEvent({ title: 'Tabbed' });
    await buildVenue({ venue: 'Boathouse' });
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    const search = page.getByRole('combobox', { name: 'Venues', exact: true });
    const lists = page.getByRole('listbox');
    await search.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^Boathouse/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('Elsewhere altogether');
    await lists.waitFor();
    await page.keyboard.press('Tab');
    expect(await search.inputValue()).toBe('Elsewhere altogether');
    expect(await search.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('boa');
    await page.getByRole('option', { name: /^Boathouse/ }).waitFor();
    await page.keyboard.type('t'); // Each key highlights, of what is listed when it comes up.
    await settled();
    await page.locator('[role=option][data-highlighted]', { hasText: 'Boathouse' }).waitFor(); // By its beginning.
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Remove: Boathouse' }).waitFor();
    expect([await lists.count(), await search.and(page.locator(':focus')).count()]).toEqual([0, 0]);
    await search.focus();
    await page.keyboard.press('ArrowDown');
    await lists.waitFor();
    await page.keyboard.press('Escape');
    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    const shown = await zone.inputValue();
    await zone.click();
    await lists.waitFor();
    await page.keyboard.press('Tab');
    await lists.waitFor({ state: 'detached' });
    expect(await zone.inputValue()).toBe(shown);
    expect(await zone.and(page.locator(':focus')).count()).toBe(0);
    await page.evaluate('window.onbeforeunload = null');
  });

  inFull('takes with Enter what a search is about to find', async () => {
    const { page, open, settled } = editor;
    const { documentId } = await buildEvent({ title: 'Hurried' });
    await buildVenue({ venue: 'The Quickhouse' });
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    const search = page.getByRole('combobox', { name: 'Venues', exact: true });
    await search.focus();
    await page.keyboard.type('quickh');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove: The Quickhouse' }).waitFor();
    expect(await search.inputValue()).toBe('');
    await search.focus();
    await page.keyboard.type('Quickes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('t'); // Not yet what is sought.
    await settled();
    expect(await search.inputValue()).toBe('Quickest');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.evaluate('window.onbeforeunload = null');
  });

  it('aligns text typed in Arabic by its own direction in an English admin', async () => {
    const { page } = editor;
    const began = (text: string): Promise<string> =>
      fresh(text).then(() =>
        page.evaluate(`(({ unicodeBidi, textAlign }) => [unicodeBidi, textAlign].join())(
          getComputedStyle(document.querySelector('input[name=title]')))`),
      );
    expect(await began('حفل موسيقي!')).toBe('plaintext,start');
  });

  inFull('reports that the browser does not allow copying an address', async () => {
    const { page, open } = editor;
    await open('/admin/agenda');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
      document.execCommand = () => false`);
    await page.getByRole('button', { name: 'Subscribe' }).press('Enter');
    await page.getByRole('button', { name: 'Copy' }).first().press('Enter');
    await said(page, 'select it and copy it yourself');
    await page.evaluate('delete navigator.clipboard');
  });

  inFull('copies an address on pages without TLS, and selects it at every click', async () => {
    const { page, open } = editor;
    await open('/admin/agenda');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
      delete document.execCommand`);
    await page.getByRole('button', { name: 'Subscribe' }).press('Enter');
    await page.getByRole('button', { name: 'Copy' }).first().press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Copied');
    const address = page.getByRole('textbox', { name: 'Address of the calendar' });
    await address.click();
    await address.click();
    const selected = await page.evaluate(`(({ value, selectionStart, selectionEnd }) =>
      value.slice(selectionStart, selectionEnd))(document.activeElement)`);
    expect(selected).toBe(await address.inputValue());
    await page.evaluate('delete navigator.clipboard');
  });

  inFull('has room for every box of the bulk dialog on a narrow phone', async () => {
    const { page, open } = editor;
    await buildEvent();
    await page.setViewportSize({ width: 320, height: 640 });
    await open('/admin/agenda');
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .first()
      .press('Space');
    await page.getByRole('button', { name: 'Change…' }).press('Enter');
    for (const name of ['Venue', 'Organizer', 'Category', 'Tag']) {
      const box = page.getByRole('combobox', { name, exact: true });
      expect((await box.boundingBox())?.width).toBeGreaterThan(60);
    }
    await page.setViewportSize({ width: 1400, height: 1000 });
  });

  inFull('shows dialogs and the agenda uncut on a narrow phone', async () => {
    const { page, open } = editor;
    const argentine = { timezone: 'America/Argentina/Buenos_Aires' };
    await buildEvent({ title: 'Milonga', ...argentine }, { publish: false });
    await page.setViewportSize({ width: 320, height: 640 });
    await open('/admin/agenda');
    expect(await widerThanTheirRoom(page, 'main ul')).toEqual([]);
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .first()
      .press('Space');
    await page.getByRole('button', { name: 'Repeat…' }).press('Enter');
    const every = page.getByRole('combobox', { name: 'When' });
    for (let modes = 0; modes < 6; modes++) {
      expect(await widerThanTheirRoom(page, '[role=dialog], [role=dialog] *')).toEqual([]);
      await every.press('Enter');
      await page.getByRole('option', { selected: true }).press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1400, height: 1000 });
  });

  inFull('saves with Ctrl+S on an Arabic keyboard', async () => {
    const { page } = editor;
    const { documentId } = await buildEvent({ title: 'Begun' });
    await editor.open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    await page.locator('input[name=title]').press('End');
    await page.keyboard.type(' anew');
    const keyboard = await page.context().newCDPSession(page);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    const S = { key: 'س', code: 'KeyS', windowsVirtualKeyCode: 83, modifiers: 2 };
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...S });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...S });
    expect((await saved).status()).toBe(200);
    await editor.settled();
    expect(await page.locator('input[name=title]').inputValue()).toBe('Begun anew');
    await editor.open('/admin/agenda');
    await page.evaluate(`
      addEventListener('keydown', ({ key, keyCode, repeat }) => { window.got = [key, keyCode, repeat]; });
    `);
    const got = async (pressed: object) => {
      await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...S, ...pressed });
      return page.evaluate('window.got');
    };
    expect(await got({ autoRepeat: true })).toEqual(['s', 83, true]);
    expect(await got({ key: '8', windowsVirtualKeyCode: 56 })).toEqual(['8', 56, false]); // Dvorak for the right hand.
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...S });
  });

  it('changes nothing in a form that somebody only tabs through', async () => {
    const { page, settled } = editor;
    const event = await buildEvent({ title: 'Walked through', date: '2026-01-02T03:04:05.678Z' });
    await openWide(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    const time = page.getByLabel('Publication date: time');
    await page.locator('input[type=date][name=date]').focus();
    const parts = ['month', 'day', 'year', 'its picker', 'hour', 'minute', 'half', 'its picker'];
    for (const _ of parts) await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Clear: Publication date' }).press('Escape');
    await settled();
    expect(await editor.button('Save').isDisabled()).toBe(true);
    await time.focus();
    await page.keyboard.type('0737A');
    await page.keyboard.press('Tab');
    await editor.press('Save');
    const stored = await strapi.documents(EVENT).findOne({ documentId: event.documentId });
    expect(stored?.date).toBe('2026-01-01T22:37:00.000Z'); // Tokyo's.
  });

  it('leads to the empty date when a button has cleared it', async () => {
    const { page } = editor;
    const { documentId } = await buildEvent({ title: 'Cleared' });
    await openWide(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    await page.getByRole('button', { name: 'Clear: Ends' }).press('Enter');
    await page.getByRole('button', { name: 'Clear: Ends' }).waitFor({ state: 'detached' });
    await editor.settled();
    const day = page.locator('input[type=date][name=end_date]');
    expect(await day.and(page.locator(':focus')).count()).toBe(1);
    await page.evaluate('window.onbeforeunload = null');
  });

  it('keeps a publication date that the browser cannot show', async () => {
    const { page, settled } = editor;
    const { documentId } = await buildEvent({ title: 'Never', date: '9999-12-31T23:59:59.000Z' });
    await openWide(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    const day = page.locator('input[type=date][name=date]');
    await day.focus();
    await page.getByLabel('Publication date: time').focus();
    await settled();
    expect(await day.inputValue()).toBe('9999-12-31'); // In Tokyo a year of five digits has begun.
    expect(await editor.button('Save').isDisabled()).toBe(true);
  });

  inFull('selects no day when Tab leaves an opened date picker of Strapi', async () => {
    const { page } = editor;
    await openWide(`${EVENTS}?plugins[i18n][locale]=en`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Select field' }).click();
    await page.getByRole('option', { name: 'Publication date' }).click();
    const [day, time] = ['Choose date', 'Choose time'].map((name) =>
      page.getByRole('combobox', { name, exact: true }),
    );
    await day?.click();
    await day?.press('Tab');
    await time?.and(page.locator(':focus')).waitFor();
    expect(await day?.getAttribute('aria-expanded')).toBe('false');
    expect(await day?.inputValue()).toBe('');
    await time?.click();
    expect(await time?.getAttribute('aria-expanded')).toBe('true');
    await time?.press('Shift+Tab');
    await day?.and(page.locator(':focus')).waitFor();
    expect(await time?.getAttribute('aria-expanded')).toBe('false');
    await day?.pressSequentially('11/28/2026');
    await day?.press('Tab'); // What was typed is taken, and Tab leads on: the list lets nobody out by itself.
    await page.locator('button:focus').waitFor(); // The cross that clears it.
    expect(await day?.getAttribute('aria-expanded')).toBe('false');
    expect(await day?.inputValue()).toBe('11/28/2026');
  });

  it('keeps the focus when a button saves or publishes a new event', async () => {
    const { page, settled } = editor;
    for (const name of ['Save', 'Publish'] as const) {
      await fresh(`By ${name}`);
      await page.locator('input[type=date][name=start_date]').fill('2099-11-28');
      await page.locator('[id="start_date-time"]').fill('19:30');
      await page.locator('input[name=title]').focus();
      for (let stops = 0; stops < 150 && (await focused(page)) !== name; stops += 1)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/calendar\.event\/[a-z0-9]{20,}/);
      await settled();
      expect(await focused(page)).toBe(name);
      await page.keyboard.press('Tab');
      expect(await isFocusIn(page, 'aside')).toBe(true);
    }
  });

  it('leads from a selected event past all others to the bar of actions', async () => {
    const { page, open } = editor;
    for (const title of ['Skipped one', 'Skipped two']) await buildEvent({ title });
    await open('/admin/agenda?q=skipped');
    await page.getByRole('checkbox', { name: 'Select: Skipped one' }).press('Space');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('button', { name: 'To the actions for the selection' });
    await skip.and(page.locator(':focus')).waitFor();
    await page.setViewportSize({ width: 320, height: 1000 });
    const endOf = async (one: Locator) => {
      const { x = 0, width = 0 } = (await one.boundingBox()) ?? {};
      return x + width;
    };
    const RING = 4;
    expect(await endOf(skip)).toBeLessThanOrEqual(
      (await endOf(page.getByRole('list').filter({ has: skip }))) - RING,
    );
    await page.setViewportSize({ width: 1400, height: 1000 });
    await page.keyboard.press('Enter');
    expect(await isFocusIn(page, '[aria-label="Many events at once"]')).toBe(true);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Change…');
    await page.getByRole('checkbox', { name: 'Select: Skipped one' }).press('Space');
    await skip.waitFor({ state: 'detached' });
  });

  inFull('announces bulk results, a new address and a skipped hour', async () => {
    const { page, open } = editor;
    await buildEvent({ title: 'Announced' });
    await buildEvent({ title: 'Announced too' });
    await open('/admin/agenda?q=announced');
    const announced = await announcements(page);
    await page.getByRole('checkbox', { name: 'Select: Announced too' }).press('Space');
    await announced('Selected: 1');
    await page.getByRole('button', { name: 'Move to the trash…' }).press('Enter');
    await announced('Events that change: 1');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await announced('Changed: 1');
    await page.evaluate('announced.length = 0');
    await page.getByRole('checkbox', { name: 'Select: Announced', exact: true }).press('Space');
    await page.getByRole('button', { name: 'Move to the trash…' }).press('Enter');
    await announced('Events that change: 1');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await announced('Changed: 1');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await announced('Undone: 1');
    await page.getByRole('button', { name: 'Subscribe' }).press('Enter');
    await page.getByRole('button', { name: 'Make an address' }).press('Enter');
    await announced('Your new address');
    await strapi.db.getConnection('calendar_feeds').del();
    await fresh('At no hour');
    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    await zone.pressSequentially('Europe/Paris');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('input[type=date][name=start_date]').fill('2099-03-29');
    await page.locator('[id="start_date-time"]').fill('02:30');
    await announced('the clocks go forward');
    await page.evaluate('window.onbeforeunload = null');
  });

  inFull('returns the focus to a menu after its confirmation dialogs', async () => {
    const { page, load, settled } = editor;
    const event = await buildEvent({ title: 'Asked about' });
    await strapi.documents(EVENT).update({
      documentId: event.documentId,
      locale: 'en',
      data: { title: 'Unfinished' } as object,
    });
    await load(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    const choose = async (menu: string, item: string | RegExp, answer: string) => {
      await page.getByRole('button', { name: menu, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: answer }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await settled();
      return focused(page);
    };
    const [beside, above] = ['More document actions', 'More actions'];
    expect(await choose(beside, 'Discard changes', 'Cancel')).toBe(beside);
    expect(await choose(beside, 'Discard changes', 'Confirm')).toBe(beside);
    expect(await choose(above, /^Move to the trash/, 'Confirm')).toBe(above);
    expect(await choose(above, /^Take out of the trash/, 'Confirm')).toBe(above);
  });

  inFull('offers no language that the editor may not add', async () => {
    await buildEvent({ title: 'Seulement' }, { language: 'fr' });
    const french = await editorAt(browser, { ...(await onlyFrench()), timezoneId: 'Asia/Tokyo' });
    await french.open('/admin/agenda');
    await french.page
      .getByRole('link', { name: /^French:/ })
      .first()
      .waitFor();
    expect(
      await french.page.getByRole('link', { name: /^Add (Arabic|English|Spanish)$/ }).count(),
    ).toBe(0);
    expect(french.faults).toEqual([]);
  });

  it('hides no focused field behind the bar of a form in a small window', async () => {
    const { page } = editor;
    await page.setViewportSize({ width: 640, height: 400 }); // Of 1280 by 800, at a zoom of 200 %.
    await openWide(`${EVENTS}/create?plugins[i18n][locale]=en`);
    await page.locator('input[name=title]').focus();
    const hidden: string[] = [];
    for (let stops = 0; stops < 40; stops += 1) {
      if (await page.evaluate(IS_BEHIND)) hidden.push(await focused(page));
      await page.keyboard.press('Tab');
    }
    await page.setViewportSize({ width: WIDTH, height: 1000 });
    expect(hidden).toEqual([]);
  });

  it('causes no error on any page', () => {
    expect(editor.faults).toEqual([]);
  });
});
