import type { Browser } from 'playwright-core';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { inFull } from '../support/extent';
import { send } from '../support/http';
import { buildPicture } from '../support/pictures';
import { buildEvent, type Stored } from '../support/records';
import { pictureBytes } from '../support/uploads';

type Login = Awaited<ReturnType<typeof invite>>;

let browser: Browser;
let editor: EditorAt;
let event: Stored;
let first: Login;
let second: Login;
const told: string[] = [];

const WARNING = /^Somebody else has logged in to this browser/;

const title = () => editor.page.locator('input[name=title]');

/** In a second tab of the browser, as the form of the login keeps it. */
async function logInBeside(login: Login) {
  const tab = await editor.page.context().newPage();
  await tab.goto(`${baseURL}/health`);
  await tab.evaluate(`(async () => {
    const headers = { 'Content-Type': 'application/json' };
    const options = { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify(login))} };
    const { data } = await (await fetch('/admin/login', options)).json();
    localStorage.setItem('jwtToken', JSON.stringify(data.token));
  })()`);
  await tab.close();
}

async function stored() {
  const path = `/content-manager/collection-types/plugin::calendar.event/${event.documentId}?locale=en`;
  const { title: name, status, updatedBy } = (await admin('GET', path)).body.data;
  const person = updatedBy && (await admin('GET', `/admin/users/${updatedBy.id}`)).body.data.email;
  return { title: name, status, person };
}

(canBrowse ? describe : describe.skip)('two people in the tabs of one browser (D9.13)', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    event = await buildEvent({ title: 'Begun' });
    first = await invite(await roleOf('strapi-editor'));
    second = await invite(await roleOf('strapi-editor'));
    const visitor = { ...first, timezoneId: 'Europe/Paris' };
    editor = await editorAt(browser, visitor);
    editor.page.on('dialog', (dialog) => {
      told.push(dialog.message());
      void dialog.dismiss();
    });
  });

  afterAll(() => browser?.close());

  it("save nothing in each other's name, and lose nothing they typed", async () => {
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    await logInBeside(second);
    await title().press('End');
    await editor.page.keyboard.type(' by the first');
    for (const name of ['Save', 'Publish'] as const) {
      await editor.settled();
      await editor.button(name).click();
      await editor.page.locator('[data-sonner-toast]').getByText(WARNING).first().waitFor();
    }
    expect(await stored()).toMatchObject({ title: 'Begun', status: 'published' });
    expect(await title().inputValue()).toBe('Begun by the first');
    expect(told).toEqual([expect.stringMatching(WARNING)]);
    await logInBeside(first);
    await editor.press('Save');
    expect(await stored()).toEqual({
      title: 'Begun by the first',
      status: 'modified',
      person: first.email,
    });
  });

  it('create no feed keys for each other, and see none', async () => {
    const { page } = editor;
    const { body } = await send('POST', '/admin/login', second);
    const authorization = `Bearer ${body.data.token}`;
    const made = await send('POST', '/calendar/admin/feeds', { name: 'Theirs' }, { authorization });
    expect(made.status).toBe(201);
    const dialog = page.getByRole('dialog');
    const theirs = dialog.getByRole('button', { name: 'Revoke: Theirs' });
    const subscribe = () => page.getByRole('button', { name: 'Subscribe' }).click();
    await editor.open('/admin/agenda');
    await subscribe();
    await dialog.getByLabel('Name, such as the device').pressSequentially('My phone');
    await logInBeside(second);
    await page.getByRole('button', { name: 'Make an address' }).click();
    await dialog.getByText(/^That did not work/).waitFor();
    await editor.settled();
    expect(await theirs.count()).toBe(0);
    await page.keyboard.press('Escape');
    await subscribe();
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await theirs.count()).toBe(0);
    const feeds = strapi.db.getConnection('calendar_feeds');
    expect(await feeds.clone().where({ name: 'My phone' })).toEqual([]);
    await feeds.del();
  });

  inFull('delete no files for each other', async () => {
    const id = await buildPicture();
    await editor.open('/admin/agenda');
    await logInBeside(second);
    const status = await editor.page.evaluate<number>(`(async () => {
      const authorization = 'Bearer ' + JSON.parse(localStorage.getItem('jwtToken'));
      const options = { method: 'DELETE', headers: { authorization } };
      return (await fetch('/upload/files/${id}', options)).status;
    })()`); // What the media library sends.
    expect(status).toBe(412);
    expect(await strapi.db.query('plugin::upload.file').count({ where: { id } })).toBe(1);
  });

  inFull('upload no files for each other', async () => {
    const { page } = editor;
    await editor.load('/admin/plugins/upload');
    await logInBeside(first);
    const files = page.locator('main input[type=file]').first();
    await files.waitFor({ state: 'attached' });
    const ended = { status: 401, json: { data: null, error: { status: 401 } } };
    await page.route('**/upload/files', (route) => route.fulfill(ended), { times: 1 });
    const buffer = await pictureBytes('png', 64);
    await files.setInputFiles({ name: 'theirs.png', mimeType: 'image/png', buffer });
    await page.getByText(WARNING).first().waitFor();
    expect(
      await strapi.db.query('plugin::upload.file').count({ where: { name: 'theirs.png' } }),
    ).toBe(0);
    await logInBeside(second);
  });

  inFull('continue as the other person once the page is reloaded', async () => {
    await editor.load(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    await title().press('End');
    await editor.page.keyboard.type(', then by the second');
    await editor.press('Save');
    expect(await stored()).toMatchObject({ person: second.email });
    expect(editor.faults).toEqual([]);
  });
});
