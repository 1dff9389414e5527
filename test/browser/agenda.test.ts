import type { Browser } from 'playwright-core';
import { firstWeekday, namedSpans } from '../../src/plugins/calendar/server/src/kinds/dates/parts';
import { AGENDA_PAGE } from '../../src/plugins/calendar/server/src/settings/agenda';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { seriousFaults } from '../support/accessibility';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { clicksIn, type EditorAt, editorAt } from '../support/editing';
import { inFull, isExhaustive } from '../support/extent';
import { pastMidnight } from '../support/midnight';
import { buildCategory, buildEvent, buildVenue, type Stored } from '../support/records';

const AGENDA = '/admin/agenda';
const DAY = 24 * 60 * 60 * 1000;

/** Milliseconds that all of this may take on a busy machine. */
const LONGEST = 5 * 60 * 1000;

/** Beside a calendar's own, which are looked at in both. */
const LANGUAGES = [
  ['ar', 'rtl', 'الأسبوع القادم'],
  ...(isExhaustive ? ([['en', 'ltr', 'Next week']] as const) : []),
] as const;

/** The widths of the lines beside the name of a chosen filter. */
const LINES_OF_TAG = `{
  const tag = document.querySelector('#agenda-filters span:has(> bdi)');
  const { borderLeftWidth, borderRightWidth } = getComputedStyle(tag);
  [borderLeftWidth, borderRightWidth];
}`;

/** The pixels of the last event below the end of the page. */
const CUT_OFF = `{
  const { bottom } = [...document.querySelectorAll('section li')].at(-1).getBoundingClientRect();
  const { scrollHeight, scrollTop } = document.scrollingElement;
  Math.max(0, bottom + scrollTop - scrollHeight);
}`;

let browser: Browser;
let editor: EditorAt;
let concert: Stored;

const wall = (instant: Date) => instant.toISOString().slice(0, 19).replace('T', ' ');

const lasting = (from: Date, hours: number) => ({
  start_date: wall(from),
  end_date: wall(new Date(+from + hours * 60 * 60 * 1000)),
  timezone: 'UTC',
});

const inDays = (days: number) => new Date(Date.now() + days * DAY);

const clicks = () => clicksIn(editor.page);

const list = () => editor.page.locator('section li h3');

const titles = async () => (await list().allInnerTexts()).map((title) => title.trim());

/** Waits until these are the events that the page shows, in whatever order. */
async function shows(wanted: string[]) {
  await editor.settled();
  expect((await titles()).sort()).toEqual([...wanted].sort());
}

const searchBox = () => editor.page.locator('input[name=agenda-search]');

const rowOf = (title: string) => editor.page.locator('section li', { hasText: title });

const view = (name: RegExp) => editor.page.getByRole('navigation').getByRole('link', { name });

(canBrowse ? describe : describe.skip)('the agenda in the browser (D15)', () => {
  beforeAll(async () => {
    await pastMidnight(LONGEST); // Behind the last night of a week, the next week is another.
    const { 'next-week': next } = namedSpans(new Date(), 'UTC', firstWeekday('en'));
    const { public_id: venue } = await buildVenue({ venue: 'Café Hinoki' });
    const { public_id: category } = await buildCategory({ name: 'Music', color: '#1a7f64' });
    const at = new Date(+next.from + 2 * DAY);
    concert = await buildEvent({
      title: 'Concert of next week',
      ...lasting(at, 2),
      venue: [venue],
      categories: [category],
    });
    await buildEvent({ title: 'حفلة الأسبوع القادم' }, { language: 'ar', of: concert });
    await buildEvent({ title: 'Running on', ...lasting(inDays(-40), 24 * 90) });
    const far = lasting(inDays(300), 2);
    await buildEvent({ title: 'Later', ...far, date: inDays(100).toISOString() });
    await buildEvent({ title: 'Discreet', ...far, post_status: 'private' });
    await buildEvent({ title: 'Waiting', ...far, post_status: 'pending' }, { publish: false });
    await buildEvent({ title: 'Invisible', ...far, hide_from_listings: true });
    await buildEvent({ title: 'Called off', ...far, event_status: 'canceled' });
    const { documentId } = await buildEvent({ title: 'Thrown away', ...far });
    await strapi
      .documents(uidOf('event'))
      .update({ documentId, data: { trashed_at: new Date().toISOString() } as never });
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    editor = await editorAt(browser, { ...login, timezoneId: 'America/New_York' });
  });

  afterAll(() => browser?.close());

  it('opens from the menu, with running events first', async () => {
    const { page, open } = editor;
    await open('/admin');
    await page.getByRole('link', { name: 'Agenda' }).first().click();
    await page.waitForURL(/\/admin\/agenda$/);
    await editor.settled();
    expect((await titles()).slice(0, 2)).toEqual(['Running on', 'Concert of next week']);
    expect(await titles()).toHaveLength(7);
  });

  it('shows next week in one click, with running events and both time zones', async () => {
    await editor.open(AGENDA);
    const count = await clicks();
    await view(/^Next week 2$/).click();
    await shows(['Concert of next week', 'Running on']);
    expect(await count()).toBe(1);
    const row = await rowOf('Concert of next week').textContent();
    expect(row).toContain('Café Hinoki');
    expect(row).toContain('Music');
    expect(row).toContain('Here:');
  });

  it('filters by venue in at most three clicks, and keeps it in the URL', async () => {
    const { page, open } = editor;
    await open(AGENDA);
    const count = await clicks();
    await page.getByRole('button', { name: 'Filters' }).click();
    const box = page.getByRole('combobox', { name: 'Venue' });
    await box.click();
    await page.keyboard.type('hinoki');
    const option = page.getByRole('option', { name: /Café Hinoki/ });
    await option.waitFor();
    await editor.settled();
    await option.click();
    await page.waitForURL(/venue=\d+/);
    await shows(['Concert of next week']);
    expect(await count()).toBeLessThanOrEqual(3);
    await open();
    await shows(['Concert of next week']);
    await page.getByRole('button', { name: 'Remove the filter: Café Hinoki' }).click();
    await editor.settled();
    expect(await titles()).toHaveLength(7);
  });

  inFull('searches texts of every language and venue names while typing', async () => {
    const { page, open } = editor;
    await open(AGENDA);
    for (const [words, found] of [
      ['hinoki', 'Concert of next week'],
      ['الأسبوع', 'Concert of next week'],
      ['called', 'Called off'],
    ] as const) {
      const box = searchBox();
      await box.press('ControlOrMeta+A');
      await box.pressSequentially(words, { delay: 30 });
      await page.waitForURL((url) => url.searchParams.get('q') === words);
      await shows([found]);
      expect(await box.inputValue()).toBe(words);
    }
    await searchBox().fill('nothing like it');
    await page.getByText('No events here.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await editor.settled();
    expect(await titles()).toHaveLength(7);
  });

  it('filters by a day typed key by key', async () => {
    const { page, open } = editor;
    await open(AGENDA);
    await page.getByRole('button', { name: 'Filters' }).click();
    const [year = '', month = '', day = ''] = wall(inDays(299)).slice(0, 10).split('-');
    await page.getByLabel('From the day').pressSequentially(`${month}${day}${year}`);
    await page.waitForURL((url) => url.searchParams.get('from') === `${year}-${month}-${day}`);
    await shows(['Later', 'Discreet', 'Waiting', 'Invisible', 'Called off']);
    expect(await page.getByLabel('From the day').inputValue()).toBe(`${year}-${month}-${day}`);
  });

  inFull('reports days in the wrong order, and filters once they are correct', async () => {
    const { page, open } = editor;
    const [one, other, last] = [inDays(10), inDays(299), inDays(301)].map((date) =>
      wall(date).slice(0, 10),
    );
    const type = (label: string, date = '') => {
      const [year, month, day] = date.split('-');
      return page.getByLabel(label).pressSequentially(`${month}${day}${year}`);
    };
    await open(`${AGENDA}?to=${one}`);
    await type('From the day', other);
    await page.getByText('“To the day” must not be before “From the day”.').waitFor();
    await editor.settled();
    expect(await page.getByText('cannot be read').count()).toBe(0);
    expect(await titles()).not.toEqual([]);
    await type('To the day', last);
    await page.waitForURL((url) => url.searchParams.get('to') === last);
    await shows(['Later', 'Discreet', 'Waiting', 'Invisible', 'Called off']);
    expect(await page.getByText('must not be before').count()).toBe(0);
  });

  inFull('shows the days in the URL, also after going back and forward', async () => {
    const { page, open } = editor;
    await open(AGENDA);
    await page.getByRole('button', { name: 'Filters' }).click();
    const from = page.getByLabel('From the day');
    await from.pressSequentially('03042031');
    await page.waitForURL(/from=2031-03-04/);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('from'));
    await editor.settled();
    expect(await from.inputValue()).toBe('');
    await page.goForward();
    await page.waitForURL(/from=2031-03-04/);
    await editor.settled();
    expect(await from.inputValue()).toBe('2031-03-04');
  });

  inFull('leads to the last page from one beyond it', async () => {
    const { page, open } = editor;
    await open(`${AGENDA}?q=concert&page=2`);
    await rowOf('Concert of next week').waitFor();
    expect(new URL(page.url()).search).toBe('?q=concert');
  });

  it('labels scheduled, private, pending, hidden, canceled and trashed events', async () => {
    const { open } = editor;
    await open(AGENDA);
    for (const [title, words] of [
      ['Later', 'Scheduled'],
      ['Discreet', 'Private'],
      ['Waiting', 'Pending'],
      ['Invisible', 'Hidden from lists'],
      ['Called off', 'Canceled'],
    ]) {
      expect([title, await rowOf(title as string).textContent()]).toEqual([
        title,
        expect.stringContaining(words as string),
      ]);
    }
    expect(await rowOf('Later').textContent()).toMatch(/from [^·]+[AP]M E[SD]T/);
    await view(/^Trash 1$/).click();
    await shows(['Thrown away']);
    expect(await rowOf('Thrown away').textContent()).toContain('In the trash');
    await view(/^Pending 1$/).click();
    await shows(['Waiting']);
    await view(/^Scheduled 1$/).click();
    await shows(['Later']);
  });

  inFull('opens the form of an existing or missing language in one click', async () => {
    const { page, open } = editor;
    for (const [name, language] of [
      [/^Arabic: Published/, 'ar'],
      [/^Add French/, 'fr'],
    ] as const) {
      await open(`${AGENDA}?q=concert`);
      await rowOf('Concert of next week').getByRole('link', { name }).click();
      await page.waitForURL((url) => url.pathname.includes(concert.documentId));
      expect(new URL(page.url()).searchParams.get('plugins[i18n][locale]')).toBe(language);
      await page.locator('input[name=title]').waitFor();
    }
  });

  it('can be used with the keyboard from the search to the form', async () => {
    const { page, open } = editor;
    await open(`${AGENDA}?view=next-week`);
    await searchBox().focus();
    for (let at = 0; at < 12; at += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate('document.activeElement.textContent');
      if (focused === 'Running on') break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/collection-types\/plugin::calendar.event\/[a-z0-9]{20,}/);
  });

  it('has no serious accessibility faults with many events, and supports right-to-left', async () => {
    const { page, open, speak } = editor;
    for (const [language, direction, week] of LANGUAGES) {
      await speak(language);
      await open(`${AGENDA}?from=2020-01-01`);
      expect(await page.locator('main[dir]').getAttribute('dir')).toBe(direction);
      await page.getByRole('link', { name: week }).first().waitFor();
      expect(await seriousFaults(page, 'main')).toEqual([]);
    }
    await speak('en');
  });

  it('separates the name of a filter from the cross that removes it, in both directions', async () => {
    const { page, open, speak } = editor;
    const { public_id } = await buildVenue({ venue: 'Between' });
    const [line, none] = ['1px', '0px'];
    const lines = () => page.evaluate(LINES_OF_TAG);
    await open(`${AGENDA}?venue=${public_id}`);
    expect(await lines()).toEqual([none, line]); // Left and right.
    await speak('ar');
    await open(`${AGENDA}?venue=${public_id}`);
    expect(await lines()).toEqual([line, none]);
    await speak('en');
  });

  it('shows what it understands of an address that was changed by hand', async () => {
    const { page, open, settled } = editor;
    const mistaken = 'from=2026-02-31&to=31.12.2026&state=drafts&view=tomorrow&page=x&tag=y';
    await open(`${AGENDA}?q=concert&${mistaken}`);
    await settled();
    expect(await titles()).toEqual(['Concert of next week']);
    await open(`${AGENDA}?q=concert&tab=month&day=2026-13-01&${mistaken}`);
    await settled();
    await page
      .getByText(/^Events: \d+$/)
      .first()
      .waitFor();
    expect(await page.locator('main').getByRole('alert').allInnerTexts()).toEqual([]);
  });

  inFull('does not scroll sideways at the width of a phone', async () => {
    const { page, open } = editor;
    await page.setViewportSize({ width: 390, height: 844 });
    await open(AGENDA);
    const width = await page.evaluate('document.scrollingElement.scrollWidth');
    await page.setViewportSize({ width: 1400, height: 1000 });
    expect(width).toBeLessThanOrEqual(390);
  });

  it('begins the next page at the top of its list', async () => {
    const { page, open, settled } = editor;
    for (let at = 0; at < AGENDA_PAGE + 10; at += 1) {
      const data = { title: `Turned ${at}` } as object;
      await strapi.documents(uidOf('event')).create({ data, locale: 'en' });
    }
    await open(`${AGENDA}?q=turned`);
    await page.getByRole('link', { name: 'Next page' }).click();
    await rowOf('Turned').nth(9).waitFor();
    await settled();
    await page.getByRole('link', { name: 'Previous page' }).click();
    await rowOf('Turned').nth(49).waitFor();
    await settled();
    const first = await page.locator('section h2').first().boundingBox();
    expect(first?.y).toBeGreaterThan(0);
    expect(first?.y).toBeLessThan(500);
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(
      /^Select: Turned/,
    );
  });

  it('is printed as a whole, without the menu', async () => {
    const { page, open } = editor;
    await open(`${AGENDA}?q=turned`);
    await rowOf('Turned').nth(49).waitFor();
    await page.emulateMedia({ media: 'print' });
    const menu = page.getByRole('link', { name: 'Content Manager' });
    expect([await page.evaluate(CUT_OFF), await menu.count()]).toEqual([0, 0]);
    await page.emulateMedia({ media: null });
    expect(await menu.count()).toBe(1);
  });

  it('causes no error in the page', () => {
    expect(editor.faults).toEqual([]);
  });
});
