import type { Browser } from 'playwright-core';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, logIn, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { inFull } from '../support/extent';
import { buildEvent, type Stored } from '../support/records';
import { pictureBytes } from '../support/uploads';

let browser: Browser;
let editor: EditorAt;
let event: Stored;
let login: { email: string; password: string };

const BACK = /^What you typed here has been restored/;

const title = () => editor.page.locator('input[name=title]');

const formOf = (path: string) => `${EVENTS}/${path}?plugins[i18n][locale]=en`;

/** As when they have not worked for hours, or an administrator ends it. */
async function endSessions() {
  const { id } = await strapi.db.query('admin::user').findOne({ where: { email: login.email } });
  await strapi.db.query('admin::session').deleteMany({ where: { userId: String(id) } });
}

/** Logs in at the form that the page shows. */
async function enter({ email, password } = login, page = editor.page) {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForURL(({ pathname }) => !pathname.includes('/auth/'));
  await editor.settled();
}

/** Logs in, and opens the form, where the login has not led back to it. */
async function comeBackTo(form: string, person = login) {
  const { page } = editor;
  // "Your unsaved changes will be lost", says Strapi.
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/auth\/login/);
  await enter(person);
  if (!page.url().includes('calendar.event')) await editor.open(form);
}

async function typeBehind(text: string) {
  await title().press('End');
  await editor.page.keyboard.type(text);
}

(canBrowse ? describe : describe.skip)('a session that ends while somebody types (D9.9)', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    event = await buildEvent({ title: 'Begun' });
    login = await invite(await roleOf('strapi-editor'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' }, logIn);
  });

  afterAll(() => browser?.close());

  inFull('restores a new event when the same person opens its form again', async () => {
    await editor.open(formOf('create'));
    await title().click();
    await editor.page.keyboard.type('Out of nothing');
    await endSessions();
    await editor.button('Save').click();
    await comeBackTo(formOf('create'));
    await editor.page.getByText(BACK).first().waitFor();
    expect(await title().inputValue()).toBe('Out of nothing');
    await editor.press('Save');
  });

  it('restores the changes to a stored event', async () => {
    const form = formOf(event.documentId);
    await editor.open(form);
    await typeBehind(', and on');
    await endSessions();
    await editor.button('Save').click();
    await comeBackTo(form);
    await editor.page.getByText(BACK).first().waitFor();
    expect(await title().inputValue()).toBe('Begun, and on');
    await editor.press('Save');
  });

  it('restores a new event that was begun at an hour of the calendar', async () => {
    const times = 'start_date=2031-03-20+18:30:00&end_date=2031-03-20+19:30:00&timezone=UTC';
    const form = `${formOf('create')}&${times}`;
    await editor.open(form);
    await title().click();
    await editor.page.keyboard.type('At half past six');
    await endSessions();
    await editor.button('Save').click();
    await comeBackTo(form);
    await editor.page.getByText(BACK).first().waitFor();
    await editor.settled();
    expect(await title().inputValue()).toBe('At half past six');
    expect(await editor.page.locator('[id="start_date-time"]').inputValue()).toBe('18:30');
    await editor.press('Save');
  });

  it('names what somebody else has saved in the meantime', async () => {
    const both = await buildEvent({ title: 'Both', cost: '1' });
    const form = formOf(both.documentId);
    await editor.open(form);
    await typeBehind(' of us');
    await endSessions();
    const path = `/content-manager/collection-types/plugin::calendar.event/${both.documentId}?locale=en`;
    expect((await admin('PUT', path, { title: 'Theirs', cost: '2' })).status).toBe(200);
    await editor.button('Save').click();
    await comeBackTo(form);
    await editor.page
      .getByText(/^You have both changed: Title\./)
      .first()
      .waitFor();
    expect(await title().inputValue()).toBe('Both of us');
    expect(await editor.page.locator('input[name=cost]').inputValue()).toBe('2');
    await editor.press('Save');
  });

  it('shows nobody else what was typed', async () => {
    await editor.open(formOf(event.documentId));
    await typeBehind(', secretly');
    await endSessions();
    await editor.button('Save').click();
    await comeBackTo(formOf(event.documentId), await invite(await roleOf('strapi-editor')));
    expect(await title().inputValue()).toBe('Begun, and on');
  });

  it('causes no error on any page', () => {
    expect(editor.faults).toEqual([]);
  });
});

// Another person, because the server refuses a sixth log-in.
(canBrowse ? describe : describe.skip)('a session that ends beside a save', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    event = await buildEvent({ title: 'Begun' });
    login = await invite(await roleOf('strapi-editor'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
  });

  afterAll(() => browser?.close());

  inFull('restores what was typed after a reload that leads to the login', async () => {
    const { page } = editor;
    const form = formOf(event.documentId);
    await editor.open(form);
    await typeBehind(', kept');
    const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
    await venues.click();
    await venues.pressSequentially('Late hall');
    await page.getByRole('option', { name: 'New venue: Late hall' }).click();
    await endSessions();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Your session has ended. Log in again in this tab.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${baseURL}/admin`); // The browser asks whether to leave, and is told to.
    await enter();
    await editor.open(form);
    await page.getByText(BACK).first().waitFor();
    expect(await title().inputValue()).toMatch(/, kept$/);
    await editor.press('Save');
  });

  inFull('restores what was typed before a picture could not be uploaded', async () => {
    const { page } = editor;
    const form = formOf(event.documentId);
    await editor.open(form);
    await typeBehind(', with a picture');
    await page.getByText('Click to add an asset').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add more assets' }).click();
    const buffer = await pictureBytes('png', 300);
    const files = { name: 'late.png', mimeType: 'image/png', buffer };
    await dialog.locator('input[type=file]').setInputFiles(files);
    await endSessions();
    await dialog.getByRole('button', { name: 'Upload 1 asset to the library' }).click();
    await dialog.getByText('Your session has ended. Log in again in this tab.').waitFor();
    editor.faults.length = 0; // Strapi's dialog leaves the rejections of uploads unhandled.
    page.once('dialog', (asked) => void asked.accept()); // Strapi asks whether to give up the file.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape'); // Of the dialog behind it.
    await page.getByRole('link', { name: 'Agenda', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended.' }).waitFor();
    await page.goto(`${baseURL}/admin`);
    await enter();
    await editor.open(form);
    await page.getByText(BACK).first().waitFor();
    expect(await title().inputValue()).toMatch(/, with a picture$/);
    await editor.press('Save');
  });

  inFull('is named on the agenda as what prevents it from being read', async () => {
    const { page } = editor;
    await editor.open('/admin/agenda');
    await endSessions();
    await page.getByRole('link', { name: /^Past/ }).click();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended.' }).waitFor();
    await page.goto(`${baseURL}/admin`);
    await enter();
  });

  it('keeps a bulk action until somebody logs in again in another tab', async () => {
    const { page, open } = editor;
    const { documentId, start_date } = await buildEvent({ title: 'Late one' });
    await open('/admin/agenda?q=Late');
    await page.getByRole('checkbox', { name: /Late one/ }).click();
    await page.getByRole('button', { name: 'Move…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Events that change: 1.').waitFor();
    await endSessions();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText(/^Your session has ended. Log in again in another tab/).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${baseURL}/admin`);
    await enter(login, other);
    await other.close();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Changed: 1.').waitFor();
    const path = `/content-manager/collection-types/plugin::calendar.event/${documentId}?locale=en`;
    expect((await admin('GET', path)).body.data.start_date).not.toBe(start_date);
    expect(await page.getByText('Your session has ended.').count()).toBe(0);
  });

  inFull('is not named once the page reads again', async () => {
    const { page } = editor;
    await editor.open('/admin/agenda');
    await page.evaluate(`fetch('/admin/access-token', { method: 'POST', credentials: 'omit' })`); // Another tab was first.
    await page.getByRole('link', { name: /^Past/ }).click();
    await editor.settled();
    await page.route('**/calendar/admin/agenda?**', (route) => route.abort());
    await page.getByRole('link', { name: /^Drafts/ }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByText('Your session has ended.').count()).toBe(0);
    await page.unrouteAll();
  });

  it('causes no error on any page', () => {
    expect(editor.faults).toEqual([]);
  });
});
