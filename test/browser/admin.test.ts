import type { Browser, Request } from 'playwright-core';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { firstOf, inFull } from '../support/extent';
import { buildCategory, buildVenue, type Stored } from '../support/records';

let browser: Browser;
let editor: EditorAt;
let venue: Stored;
let second: Stored;
let category: Stored;

const storedEvents = () =>
  strapi.db.query('plugin::calendar.event').findMany({ orderBy: { id: 'asc' } });

/** Types into a search box of the form until the option shows, and takes it. */
async function pick(label: string, words: string, name: RegExp) {
  const { page, settled } = editor;
  await page.getByRole('combobox', { name: label, exact: true }).pressSequentially(words);
  const option = page.getByRole('option', { name });
  await option.waitFor();
  await settled();
  await option.click();
  await option.waitFor({ state: 'hidden' });
}

(canBrowse ? describe : describe.skip)('an editor in the browser', () => {
  beforeAll(async () => {
    venue = await buildVenue({ venue: 'Town Hall' });
    second = await buildVenue({ venue: 'دار البلدية' }, { language: 'ar' });
    category = await buildCategory({ name: 'Music' });
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    editor = await editorAt(browser, { ...login, timezoneId: 'America/Los_Angeles' });
  });

  afterAll(() => browser?.close());

  it('creates an event with all its references, and publishes it', async () => {
    const { page, open, press } = editor;
    await open(`${EVENTS}/create`);
    await page.getByLabel('Title').fill('Spring concert');
    await page.getByLabel(/^Starts\*?$/).pressSequentially('03142027');
    await page.getByLabel('Starts: time').pressSequentially('0230AM');
    await page.getByLabel(/^Ends\*?$/).pressSequentially('03152027');
    await page.getByLabel('Ends: time').pressSequentially('1200AM');
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

  it('finds the stored values again, and changes order, zone and times', async () => {
    const { page, open, press } = editor;
    await open();
    await page.getByRole('button', { name: 'Move up: دار البلدية' }).click();
    await page.getByRole('button', { name: 'Remove: Music' }).click();
    const zone = page.getByRole('combobox', { name: 'Time zone', exact: true });
    expect(await zone.inputValue()).toBe('Tokyo (UTC+9)');
    await page.getByRole('button', { name: 'Clear: Time zone' }).click();
    expect(await page.getByLabel('Starts: time').inputValue()).toMatch(/^02:30/);
    await page.getByLabel('Starts: time').pressSequentially('0405AM');
    await press('Save');

    const [draft] = await storedEvents();
    expect(draft).toMatchObject({
      start_date: '2027-03-14 04:05:00',
      timezone: 'UTC',
      venue: [second.public_id, venue.public_id],
      categories: [],
    });
  });

  it('sees an invalid URL reported at its field, and loses nothing (D4.9)', async () => {
    const { page, ask, expand, settled } = editor;
    const before = await storedEvents();
    await expand('More');
    const website = page.getByLabel('Website', { exact: true });
    await website.pressSequentially('javascript:alert(1)');
    expect((await ask('Save')).status()).toBe(400);
    await settled(); // Strapi shows what is stored for a moment, before what was typed stands there again.
    const error = page.locator('[data-strapi-field-error]');
    await error.waitFor();
    expect(await error.textContent()).toMatch(/must be a full address/);
    expect(await website.getAttribute('aria-describedby')).toContain(
      await error.getAttribute('id'),
    );
    expect(await website.inputValue()).toBe('javascript:alert(1)');
    expect(await storedEvents()).toEqual(before);
  });

  inFull('keeps an id that matches no record until it is removed', async () => {
    const { page, open, press } = editor;
    const [{ documentId }] = await storedEvents();
    await admin('PUT', `/content-manager/collection-types/plugin::calendar.event/${documentId}`, {
      tags: [999_999],
    });
    await open(`${EVENTS}/${documentId}`);
    await page.getByText('#999999 (not found)').waitFor();
    await page.getByLabel('Title').fill('Summer concert');
    await press('Save');
    expect((await storedEvents())[0]).toMatchObject({ title: 'Summer concert', tags: [999_999] });
    await page.getByRole('button', { name: 'Remove: #999999' }).click();
    await press('Save');
    expect((await storedEvents())[0].tags).toEqual([]);
  });

  it('moves an event to the trash, and takes it out again', async () => {
    const { page, open, settled } = editor;
    const [{ documentId }] = await storedEvents();
    await open(`${EVENTS}/${documentId}`);
    const title = await page.getByLabel('Title').inputValue();
    const inTrash = async () => (await storedEvents()).map(({ trashed_at }) => Boolean(trashed_at));
    for (const [way, trashed] of [
      ['Move to the trash (all languages)', true],
      ['Take out of the trash (all languages)', false],
    ] as const) {
      await page.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: way }).click();
      const sent: string[] = [];
      const note = (request: Request) => request.method() === 'PUT' && sent.push(request.url());
      page.on('request', note);
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.getByRole('button', { name: 'Confirm' }).dblclick();
      expect((await saved).status()).toBe(200);
      page.removeListener('request', note);
      expect(sent).toHaveLength(1);
      expect(await inTrash()).toEqual([trashed, trashed]);
      await settled(); // Strapi draws the form anew behind what is saved.
    }
    expect(await page.getByLabel('Title').inputValue()).toBe(title);
  });

  it.each(firstOf(1, ['venue', 'organizer', 'category', 'tag']))(
    'opens an empty form of type %s',
    async (type) => {
      const { page, open } = editor;
      await open(`/admin/content-manager/collection-types/plugin::calendar.${type}/create`);
      await page.getByLabel('Slug').waitFor();
      expect(await page.getByText('Unsupported').count()).toBe(0);
    },
  );

  it('configures the form and the list, and changes nothing else of either', async () => {
    const { page, open, settled } = editor;
    const path = '/content-manager/content-types/plugin::calendar.event/configuration';
    const stored = async () => (await admin('GET', path)).body.data.contentType;
    const save = async () => {
      const answer = page.waitForResponse((each) => each.request().method() === 'PUT');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect((await answer).status()).toBe(200);
      await settled();
    };
    const { uid: _, ...before } = await stored();
    const key = 'configuration_content_types::plugin::calendar.event';
    const configuration = strapi.store({ type: 'plugin', name: 'content_manager', key });
    const value = await configuration.get();
    const after = structuredClone(before);
    try {
      await open(`${EVENTS}/configurations/edit`);
      await page.getByRole('button', { name: 'Edit Title', exact: true }).click();
      await page.getByRole('textbox', { name: 'Label' }).fill('Headline');
      await page.getByRole('button', { name: 'Finish' }).click();
      await save();
      await open(`${EVENTS}/configurations/list`);
      await page.getByRole('combobox', { name: 'Default sort order' }).click();
      await page.getByRole('option', { name: 'ASC' }).click();
      await save();
      after.metadatas.title.edit.label = 'Headline';
      after.settings.defaultSortOrder = 'ASC';
      expect(await stored()).toMatchObject(after);
      await open(`${EVENTS}/create`);
      await page.getByLabel('Headline').waitFor();
    } finally {
      await configuration.set({ value });
      expect(await stored()).toMatchObject(before);
      await editor.load(EVENTS); // The admin keeps a type's configuration.
    }
  });

  it("keeps a rejected new event in its form, but not in another language's", async () => {
    const { page, open, ask, expand, settled } = editor;
    await open(`${EVENTS}/create?plugins[i18n][locale]=en`);
    const title = page.getByLabel('Title');
    await title.pressSequentially('Refused');
    await expand('More');
    await page.getByLabel('Website', { exact: true }).pressSequentially('javascript:alert(1)');
    expect((await ask('Save')).status()).toBe(400);
    await page.locator('[data-strapi-field-error]').waitFor();
    await settled(); // What was typed stands there again behind what is stored.
    expect(await title.inputValue()).toBe('Refused');
    await page.getByRole('combobox', { name: 'Locales' }).click();
    await page.getByRole('option', { name: /Français/ }).click();
    await page.getByRole('button', { name: 'Confirm' }).click(); // What is typed will be lost.
    await page.waitForURL(/locale(\]|%5D)=fr/);
    await settled();
    expect(await title.inputValue()).toBe('');
  });

  it('sees the Arabic form from right to left', async () => {
    const { page, open } = editor;
    const [{ documentId }] = await storedEvents();
    await editor.speak('ar');
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=ar`);
    const zone = page.getByRole('combobox', { name: 'المنطقة الزمنية', exact: true });
    await zone.waitFor();
    expect(await zone.locator('xpath=ancestor::*[@dir][1]').getAttribute('dir')).toBe('rtl');
    await page.getByText('الوقت المحلي في مكان الفعالية.').waitFor();
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('loads the admin script with the encoding it accepts: %s', async (taken, packed) => {
    const page = await (await fetch(`${baseURL}/admin/`)).text();
    const [program] = page.match(/\/admin\/strapi-[\w-]+\.js/) ?? [];
    const { status, headers } = await fetch(`${baseURL}${program}`, {
      method: 'HEAD',
      headers: { 'accept-encoding': taken },
    });
    expect([status, headers.get('content-encoding')]).toEqual([200, packed]);
    expect(headers.get('content-type')).toMatch(/javascript/);
    expect(headers.get('cache-control')).toMatch(/immutable/);
    expect(headers.get('vary')).toMatch(/accept-encoding/i); // It may be kept by a proxy, for all.
  });

  it('sees no error on any page', () => {
    expect(editor.faults).toEqual([]);
  });
});
