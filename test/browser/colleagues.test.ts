import type { Browser } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, logIn, openBrowser } from '../support/browser';
import { type Button, type EditorAt, EVENTS, editorAt } from '../support/editing';
import { inFull } from '../support/extent';
import { elsewhere } from '../support/processes/run';
import { buildEvent, type Stored } from '../support/records';

/** What is lost at a start is lost behind it; the full cross product looks before it as well. */
const MOMENTS = ['before', 'after'];

const ROLES = { 'strapi-editor': true, 'strapi-author': false };

let browser: Browser;
let theirs: Stored;

const rowsNamed = (title: string) =>
  strapi.db.query(uidOf('event')).findMany({ where: { title }, orderBy: { id: 'asc' } });

async function canPress({ button }: EditorAt, name: Button) {
  return (await button(name).count()) > 0 && (await button(name).isEnabled());
}

/** Makes an event key by key; whether it could be published, and is. */
async function makes(editor: EditorAt, title: string) {
  const { page, open, press } = editor;
  await open(`${EVENTS}/create`);
  await page.locator('input[name=title]').pressSequentially(title);
  for (const [field, hour] of [
    ['start_date', '0930A'],
    ['end_date', '1130A'],
  ]) {
    await page.locator(`input[type=date][name=${field}]`).pressSequentially('03142027');
    await page.locator(`[id="${field}-time"]`).pressSequentially(`${hour}`);
  }
  await press('Save');
  if (await canPress(editor, 'Publish')) await press('Publish');
  return (await rowsNamed(title)).map(({ publishedAt }) => Boolean(publishedAt));
}

/** What the server answers when somebody saves a colleague's event from its form, who is told of a refusal. */
async function changes({ page, open, ask }: EditorAt) {
  await open(`${EVENTS}/${theirs.documentId}?plugins[i18n][locale]=en`);
  await page.locator('input[name=title]').press('End');
  await page.keyboard.type('!');
  const status = (await ask('Save')).status();
  if (status === 403)
    await page.getByText('Your role does not allow you to do this here.').waitFor();
  return status;
}

async function reads({ page, open }: EditorAt) {
  await open(EVENTS);
  return page.getByText('Everybody’s').first().isVisible();
}

/** Whether the menu leads to where drafts are reviewed: for those who may publish them. */
async function isLedToModeration({ page }: EditorAt) {
  await page.getByRole('link', { name: 'Agenda', exact: true }).first().waitFor();
  return (await page.getByRole('link', { name: 'Moderation', exact: true }).count()) > 0;
}

(canBrowse ? describe : describe.skip)('an Editor and an Author in the browser (D10.10)', () => {
  beforeAll(async () => {
    theirs = await buildEvent({ title: 'Everybody’s' });
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  inFull('can do what their roles allow before and after a restart', async () => {
    const editors: Record<string, EditorAt> = {};
    for (const code of Object.keys(ROLES)) {
      const login = await invite(await roleOf(code));
      editors[code] = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' }, logIn);
    }
    for (const moment of MOMENTS) {
      if (moment === 'after') await elsewhere(['read']);
      for (const [code, editor] of Object.entries(editors)) {
        const publishes = ROLES[code as keyof typeof ROLES];
        expect([moment, code, await reads(editor)]).toEqual([moment, code, true]);
        expect([code, await isLedToModeration(editor)]).toEqual([code, publishes]);
        const rows = await makes(editor, `${code} ${moment}`);
        expect([moment, code, rows]).toEqual([moment, code, publishes ? [false, true] : [false]]);
        const changed = await changes(editor);
        expect([moment, code, changed]).toEqual([moment, code, publishes ? 200 : 403]);
      }
    }
    expect(Object.values(editors).flatMap(({ faults }) => faults)).toEqual([]);
  });
});
