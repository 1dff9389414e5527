import type { Browser, CDPSession } from 'playwright-core';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { firstOf, inFull } from '../support/extent';
import { withSettings } from '../support/settings';

/** The second 02:30 of a night in Paris. */
const PASTED_MOMENT = `{
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', '2027-10-31T01:30:00Z');
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}`;

let browser: Browser;
let editor: EditorAt;
let keyboard: CDPSession;

const dateOf = (field: string) => editor.page.locator(`input[type=date][name=${field}]`);

const timeOf = (field: string) => editor.page.locator(`[id="${field}-time"]`);

/** Key by key; of a keyboard that Playwright does not know it would paste. */
async function type(keys: string) {
  for (const key of keys) {
    const event = { key, text: key, unmodifiedText: key };
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }
}

/** Focuses the input of a time anew whenever its value is set, as WebKit does. */
const LIKE_WEBKIT = `((input) => {
  const { get, set } = Object.getOwnPropertyDescriptor(input, 'value')
    ?? Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const refocus = () => input.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  Object.defineProperty(input, 'value', { get, set(value) { set.call(input, value); refocus(); } });
})(document.getElementById('start_date-time'))`;

async function fresh() {
  await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
}

/** What the start of a new event holds behind these keys. */
async function startOf(day: string, hour: string) {
  await fresh();
  await dateOf('start_date').focus();
  await editor.page.keyboard.type(day, { delay: 20 });
  await timeOf('start_date').focus();
  await editor.page.keyboard.type(hour, { delay: 20 });
  await editor.page.locator('input[name=title]').click();
  return [await dateOf('start_date').inputValue(), await timeOf('start_date').inputValue()];
}

(canBrowse ? describe : describe.skip)(
  'dates and times as people are used to typing them (D5.11)',
  () => {
    beforeAll(async () => {
      browser = await openBrowser();
      const login = await invite(await roleOf('strapi-editor'));
      editor = await editorAt(browser, { ...login, timezoneId: 'Asia/Tokyo' });
      keyboard = await editor.page.context().newCDPSession(editor.page);
    });

    afterAll(() => browser?.close());

    const days = firstOf(1, [
      ['en', '2026-11-28', '2026-11-28'],
      ['fr', '2026-12-31', '2026-12-31'],
      ['ar', '٢٨١١٢٠٢٦', '2026-11-28'],
      ['en', '2026-1-05', '2026-01-05'],
      ['ar', '٢/١/٢٠٢٧', '2027-01-02'],
    ]);

    it.each(days)('in %s are read from %s', async (language, keys, date) => {
      await editor.speak(language);
      await fresh();
      await dateOf('start_date').focus();
      await type(keys);
      expect(await dateOf('start_date').inputValue()).toBe(date);
      await timeOf('start_date').focus();
      await type(language === 'ar' ? '١٩٣٠' : '1930');
      await editor.page.keyboard.press('Tab');
      expect(await timeOf('start_date').inputValue()).toBe('19:30');
      expect(await dateOf('end_date').inputValue()).toBe(date);
      expect(await timeOf('end_date').inputValue()).toBe('20:30');
    });

    inFull('take Arabic digits that are typed again in the same place', async () => {
      await editor.speak('ar');
      await fresh();
      await dateOf('start_date').focus();
      await type('٢٨١١٢٠٢٦٢٩١١٢٠٢٦');
      expect(await dateOf('start_date').inputValue()).toBe('2026-11-29');
      await timeOf('start_date').focus();
      await type('٧٣٠م٠٨٠٠م');
      expect(await timeOf('start_date').inputValue()).toBe('20:00');
    });

    inFull('accept a space before PM', async () => {
      await editor.speak('en');
      await fresh();
      await dateOf('start_date').focus();
      await editor.page.keyboard.type('11282026');
      await timeOf('start_date').focus();
      await editor.page.keyboard.type('7:30 PM', { delay: 20 });
      expect(await timeOf('start_date').inputValue()).toBe('19:30');
    });

    inFull('accept AM after a time in a browser that focuses what is written anew', async () => {
      await editor.speak('en');
      await fresh();
      await startOf('1/25/2027', '1:30 PM');
      await editor.page.evaluate(LIKE_WEBKIT);
      await editor.page.locator('input[name=title]').click();
      await timeOf('start_date').focus();
      await editor.page.keyboard.type('1:30 AM', { delay: 20 });
      expect(await timeOf('start_date').inputValue()).toBe('01:30');
    });

    const moments = firstOf(1, [
      ['1/2/2027', '2027-01-02', '1:05p', '13:05'],
      ['12/1/2027', '2027-12-01', '11:30 AM', '11:30'],
      ['1/25/2027', '2027-01-25', '1:30 PM', '13:30'],
    ]);

    it.each(moments)('read %s on a 12-hour clock as %s', async (day, date, hour, time) => {
      await editor.speak('en');
      expect(await startOf(day, hour)).toEqual([date, time]);
    });

    inFull('restore the typed end when the start it belongs to is restored', async () => {
      const { page } = editor;
      await editor.speak('en');
      await startOf('12012027', '0730P');
      await timeOf('end_date').focus();
      await page.keyboard.type('0900P');
      const ends = [];
      for (const start of ['0830P', '0730P']) {
        await page.locator('input[name=title]').click();
        await timeOf('start_date').focus();
        await page.keyboard.type(start);
        ends.push(await timeOf('end_date').inputValue());
      }
      expect(ends).toEqual(['22:00', '21:00']);
    });

    it('in a skipped hour are reported as moved, with the end after them (D5.2)', async () => {
      const { page } = editor;
      await editor.speak('en');
      await fresh();
      const zones = page.getByRole('combobox', { name: 'Time zone', exact: true });
      await zones.click();
      await zones.pressSequentially('new york');
      await page.getByRole('option', { name: /America\/New_York/ }).click();
      await dateOf('start_date').focus();
      await page.keyboard.type('03142027');
      await timeOf('start_date').focus();
      await page.keyboard.type('0230A');
      await page
        .getByText('so 2:30 AM does not exist on that day. It becomes 3:30 AM.')
        .first()
        .waitFor();
      expect(await dateOf('end_date').inputValue()).toBe('2027-03-14');
      expect(await timeOf('end_date').inputValue()).toBe('04:30');
      await page.getByText('There: Sun, Mar 14, 2027, 3:30 – 4:30 AM').waitFor();
    });

    describe('on a site in New York', () => {
      withSettings({ timezone: 'America/New_York' });

      inFull('set the end after the time that a skipped start becomes', async () => {
        expect(await startOf('03142027', '0230A')).toEqual(['2027-03-14', '02:30']);
        await editor.page.getByText('It becomes 3:30 AM.').first().waitFor();
        expect(await timeOf('end_date').inputValue()).toBe('04:30');
      });
    });

    it('cause no error on any page', () => {
      expect(editor.faults).toEqual([]);
    });
  },
);

(canBrowse ? describe : describe.skip)('dates and times in a French browser (D5.11)', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-editor'));
    const visitor = { ...login, timezoneId: 'Europe/Paris', locale: 'fr-FR' };
    editor = await editorAt(browser, visitor);
    await editor.speak('fr');
  });

  afterAll(() => browser?.close());

  const moments = firstOf(1, [
    ['1/11/2027', '2027-11-01', '2:15', '02:15'],
    ['5/2/2027', '2027-02-05', '0h30', '00:30'],
    ['31/12/2027', '2027-12-31', '20:15', '20:15'],
  ]);

  it.each(moments)('read %s as %s, and %s as %s', async (day, date, hour, time) => {
    expect(await startOf(day, hour)).toEqual([date, time]);
  });

  it('keep a skipped local time while it is typed, and report what it becomes', async () => {
    await fresh();
    const { page } = editor;
    await editor.expand('Plus');
    await dateOf('date').focus();
    await page.keyboard.type('28032027');
    await timeOf('date').focus();
    await page.keyboard.type('0230', { delay: 60 });
    expect(await timeOf('date').inputValue()).toBe('02:30');
    await page
      .getByText(/02:30.*03:30/)
      .first()
      .waitFor();
  });

  it('keep the moment that was pasted in an hour that the clocks repeat', async () => {
    await fresh();
    await editor.expand('Plus');
    await dateOf('date').focus();
    await editor.page.evaluate(PASTED_MOMENT);
    expect(await timeOf('date').inputValue()).toBe('02:30');
    await editor.press('Save');
    const [, id] = editor.page.url().match(/calendar\.event\/([a-z0-9]+)/) ?? [];
    const path = `/content-manager/collection-types/plugin::calendar.event/${id}?locale=en`;
    expect((await admin('GET', path)).body.data.date).toBe('2027-10-31T01:30:00.000Z');
  });
});
