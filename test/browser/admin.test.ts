import { randomBytes } from 'node:crypto';
import type { Browser, Page, Response } from 'playwright-core';
import { admin } from '../support/admin';
import { canBrowse, logIn, openBrowser } from '../support/browser';
import { buildCategory, buildVenue, type Stored } from '../support/records';

const EVENTS = '/admin/content-manager/collection-types/plugin::calendar.event';
const password = `Aa1${randomBytes(12).toString('hex')}`;

let browser: Browser;
let page: Page;
let settled: () => Promise<void>;
let faults: string[];
let venue: Stored;
let second: Stored;
let category: Stored;

async function makeEditor() {
  const { body } = await admin('GET', '/admin/roles');
  const { id } = body.data.find(({ code }: { code: string }) => code === 'strapi-super-admin');
  const editor = { firstname: 'Edith', lastname: 'Or', email: 'edith@example.org', roles: [id] };
  const made = await admin('POST', '/admin/users', editor);
  await admin('PUT', `/admin/users/${made.body.data.id}`, { password, isActive: true });
  return { email: editor.email, password, timezoneId: 'America/Los_Angeles' };
}

const storedEvents = () =>
  strapi.db.query('plugin::calendar.event').findMany({ orderBy: { id: 'asc' } });

/** Opens an address of the admin, or the same one again, and waits until it can be used. */
async function open(address = page.url()) {
  await page.goto(address);
  await settled();
}

/** Types into a search box of the form until the option shows, and takes it. */
async function pick(label: string, words: string, name: RegExp) {
  await page.getByRole('combobox', { name: label, exact: true }).pressSequentially(words);
  const option = page.getByRole('option', { name });
  await option.waitFor();
  await settled();
  await option.click();
  await option.waitFor({ state: 'hidden' });
}

const isSave = (answer: Response) =>
  answer.request().method() !== 'GET' && answer.url().includes('calendar.event');

/** Presses a button of the form, and waits until the form is as the server has it. */
async function press(button: 'Save' | 'Publish') {
  await settled();
  const [answer] = await Promise.all([
    page.waitForResponse(isSave),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  expect(answer.ok() || (await answer.text())).toBe(true);
  await page.waitForURL(/calendar\.event\/[a-z0-9]{20,}/);
  await page.locator('button:disabled', { hasText: /^Save$/ }).waitFor();
  await settled();
}

(canBrowse ? describe : describe.skip)('an editor in the browser', () => {
  beforeAll(async () => {
    venue = await buildVenue({ venue: 'Town Hall' });
    second = await buildVenue({ venue: 'دار البلدية' }, { language: 'ar' });
    category = await buildCategory({ name: 'Music' });
    browser = await openBrowser();
    ({ page, faults, settled } = await logIn(browser, await makeEditor()));
  });

  afterAll(() => browser?.close());

  it('makes a whole event and publishes it', async () => {
    await open(`${baseURL}${EVENTS}/create`);
    await page.getByLabel('Title').fill('Spring concert');
    await page.getByLabel(/^Starts\*?$/).fill('2027-03-14');
    await page.getByLabel('Starts: time').fill('02:30');
    await page.getByLabel(/^Ends\*?$/).fill('2027-03-15');
    await pick('Time zone', 'tokyo', /Asia\/Tokyo/);
    await pick('Venues', 'town', /Town Hall/);
    await pick('Venues', 'دار', /دار البلدية/);
    await pick('Categories', 'mus', /Music/);
    expect(await page.getByLabel('Title').inputValue()).toBe('Spring concert');
    await press('Save');
    await press('Publish');

    const rows = await storedEvents();
    expect(rows.map(({ publishedAt }) => Boolean(publishedAt))).toEqual([false, true]);
    for (const row of rows) {
      expect(row).toMatchObject({
        title: 'Spring concert',
        start_date: '2027-03-14 02:30:00',
        end_date: '2027-03-15 00:00:00',
        timezone: 'Asia/Tokyo',
        venue: [venue.public_id, second.public_id],
        categories: [category.public_id],
      });
      expect(new Date(row.utc_start_date).toISOString()).toBe('2027-03-13T17:30:00.000Z');
    }
  });

  it('finds everything again, and changes order, zone and times', async () => {
    await open();
    await page.getByRole('button', { name: 'Move up: دار البلدية' }).click();
    await page.getByRole('button', { name: 'Remove: Music' }).click();
    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    expect(await zone.inputValue()).toBe('Asia/Tokyo');
    await page.getByRole('button', { name: 'Clear: Time zone' }).click();
    expect(await page.getByLabel('Starts: time').inputValue()).toMatch(/^02:30/);
    await page.getByLabel('Starts: time').fill('04:05:06');
    await press('Save');

    const [draft] = await storedEvents();
    expect(draft).toMatchObject({
      start_date: '2027-03-14 04:05:06',
      timezone: 'UTC',
      venue: [second.public_id, venue.public_id],
      categories: [],
    });
  });

  it('keeps an id that leads nowhere until it is removed', async () => {
    const [{ documentId }] = await storedEvents();
    await admin('PUT', `/content-manager/collection-types/plugin::calendar.event/${documentId}`, {
      tags: [999_999],
    });
    await open(`${baseURL}${EVENTS}/${documentId}`);
    await page.getByText('#999999 (not found)').waitFor();
    await page.getByLabel('Title').fill('Summer concert');
    await press('Save');
    expect((await storedEvents())[0]).toMatchObject({ title: 'Summer concert', tags: [999_999] });
    await page.getByRole('button', { name: 'Remove: #999999' }).click();
    await press('Save');
    expect((await storedEvents())[0].tags).toEqual([]);
  });

  it('sends an event to the trash, and takes it out', async () => {
    const [{ documentId }] = await storedEvents();
    await page.goto(`${baseURL}${EVENTS}/${documentId}`);
    const inTrash = async () => (await storedEvents()).map(({ trashed_at }) => Boolean(trashed_at));
    for (const [way, trashed] of [
      ['Move to the trash (all languages)', true],
      ['Take out of the trash (all languages)', false],
    ] as const) {
      await page.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: way }).click();
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.getByRole('button', { name: 'Confirm' }).click();
      expect((await saved).status()).toBe(200);
      expect(await inTrash()).toEqual([trashed, trashed]);
    }
    expect(await page.getByLabel('Title').inputValue()).toBe('Summer concert');
  }, 120_000);

  it.each(['venue', 'organizer', 'category', 'tag'])(
    'opens an empty form of type %s',
    async (type) => {
      await open(
        `${baseURL}/admin/content-manager/collection-types/plugin::calendar.${type}/create`,
      );
      await page.getByLabel('Slug').waitFor();
      expect(await page.getByText('Unsupported').count()).toBe(0);
    },
  );

  it('reads Arabic from right to left', async () => {
    const [{ documentId }] = await storedEvents();
    await page.evaluate("localStorage.setItem('strapi-admin-language', 'ar')");
    await open(`${baseURL}${EVENTS}/${documentId}?plugins[i18n][locale]=ar`);
    const zone = page.getByRole('combobox', { name: 'المنطقة الزمنية', exact: true });
    await zone.waitFor();
    expect(await zone.locator('xpath=ancestor::*[@dir][1]').getAttribute('dir')).toBe('rtl');
    await page.getByText('الوقت المحلي في مكان الفعالية.').waitFor();
  });

  it('meets no error in any page', () => {
    expect(faults).toEqual([]);
  });
});
