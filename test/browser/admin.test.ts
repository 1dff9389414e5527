import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';
import { admin } from '../support/admin';
import { canBrowse, logIn, openBrowser, pick } from '../support/browser';
import { buildCategory, buildVenue, type Stored } from '../support/records';

const EVENTS = '/admin/content-manager/collection-types/plugin::calendar.event';
const password = `Aa1${randomBytes(12).toString('hex')}`;

let browser: Browser;
let page: Page;
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

/** Presses a button of the form until the form is as the server has it. */
async function press(button: 'Save' | 'Publish') {
  const isSave = (request: Request) =>
    request.method() !== 'GET' && request.url().includes('calendar.event');
  const sent = page.waitForRequest(isSave, { timeout: 60_000 });
  const answered = page.waitForResponse((answer) => isSave(answer.request()), { timeout: 60_000 });
  const pressed = page.getByRole('button', { name: button, exact: true });
  await pressed.click();
  // A click is lost when the form is drawn anew just then, as Strapi does after loading.
  const lost = await Promise.race([sent.then(() => false), pause(8000, true)]);
  if (lost) await pressed.click();
  const answer = await answered;
  expect(answer.ok() || (await answer.text())).toBe(true);
  await page.waitForURL(/calendar\.event\/[a-z0-9]{20,}/);
  await page.locator('button:disabled', { hasText: /^Save$/ }).waitFor();
}

(canBrowse ? describe : describe.skip)('an editor in the browser', () => {
  beforeAll(async () => {
    venue = await buildVenue({ venue: 'Town Hall' });
    second = await buildVenue({ venue: 'دار البلدية' }, { language: 'ar' });
    category = await buildCategory({ name: 'Music' });
    browser = await openBrowser();
    ({ page, faults } = await logIn(browser, await makeEditor()));
  }, 120_000);

  afterAll(() => browser?.close());

  it('makes a whole event and publishes it', async () => {
    // Strapi empties a new form once more when all about it has been loaded.
    await page.goto(`${baseURL}${EVENTS}/create`, { waitUntil: 'networkidle' });
    await page.getByLabel('Title').fill('Spring concert');
    await page.getByLabel(/^Starts\*?$/).fill('2027-03-14');
    await page.getByLabel('Starts: time').fill('02:30');
    await page.getByLabel(/^Ends\*?$/).fill('2027-03-15');
    await pick(page, 'Time zone', 'tokyo', /Asia\/Tokyo/);
    await pick(page, 'Venues', 'town', /Town Hall/);
    await pick(page, 'Venues', 'دار', /دار البلدية/);
    await pick(page, 'Categories', 'mus', /Music/);
    expect(await page.getByLabel('Title').inputValue()).toBe('Spring concert');
    await press('Save');
    // The form is drawn anew some time after its first save.
    await page.reload({ waitUntil: 'networkidle' });
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
  }, 120_000);

  it('finds everything again, and changes order, zone and times', async () => {
    await page.reload();
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
  }, 120_000);

  it('keeps an id that leads nowhere until it is removed', async () => {
    const [{ documentId }] = await storedEvents();
    await admin('PUT', `/content-manager/collection-types/plugin::calendar.event/${documentId}`, {
      tags: [999_999],
    });
    await page.goto(`${baseURL}${EVENTS}/${documentId}`);
    await page.getByText('#999999 (not found)').waitFor();
    await page.getByLabel('Title').fill('Summer concert');
    await press('Save');
    expect((await storedEvents())[0]).toMatchObject({ title: 'Summer concert', tags: [999_999] });
    await page.getByRole('button', { name: 'Remove: #999999' }).click();
    await press('Save');
    expect((await storedEvents())[0].tags).toEqual([]);
  }, 120_000);

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
      await page.goto(
        `${baseURL}/admin/content-manager/collection-types/plugin::calendar.${type}/create`,
      );
      await page.getByLabel('Slug').waitFor();
      expect(await page.getByText('Unsupported').count()).toBe(0);
    },
    120_000,
  );

  it('reads Arabic from right to left', async () => {
    const [{ documentId }] = await storedEvents();
    await page.evaluate("localStorage.setItem('strapi-admin-language', 'ar')");
    await page.goto(`${baseURL}${EVENTS}/${documentId}?plugins[i18n][locale]=ar`);
    const zone = page.getByRole('combobox', { name: 'المنطقة الزمنية', exact: true });
    await zone.waitFor();
    expect(await zone.locator('xpath=ancestor::*[@dir][1]').getAttribute('dir')).toBe('rtl');
    await page.getByText('الوقت المحلي في مكان الفعالية.').waitFor();
  }, 120_000);

  it('meets no error in any page', () => {
    expect(faults).toEqual([]);
  });
});
