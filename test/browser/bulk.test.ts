import type { Browser, Route } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { seriousFaults } from '../support/accessibility';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { READERS } from '../support/calendars';
import { clicksIn, type EditorAt, editorAt } from '../support/editing';
import { inFull, isExhaustive } from '../support/extent';
import { whileTitleFails } from '../support/failing-commit';
import { holdBehind, loseAnswers } from '../support/held-requests';
import { get } from '../support/http';
import { withoutLog } from '../support/quiet';
import { buildEvent, buildVenue, type Stored } from '../support/records';
import { rowsOf } from '../support/rows';

const AGENDA = '/admin/agenda';
const BULK = '**/calendar/admin/bulk';
const FEEDS = '**/calendar/admin/feeds**';
const COUNT = 20;

/** With those, more than a page of the agenda holds. */
const BEYOND = 31;

const CANCELED = { event_status: 'canceled', publishedAt: null };

/** How each opens its dialogs; in ordinary runs of the two directions the one that is not Strapi's own. */
const LANGUAGES = [
  ['ar', /تحديد كل/, 'تغيير…', 'اشتراك'],
  ...(isExhaustive ? ([['en', /Select all/, 'Change…', 'Subscribe']] as const) : []),
] as const;

/** Where pictures of this page are put, where somebody wants to look at them. */
const PICTURES = process.env.TEST_PICTURES;

let browser: Browser;
let editor: EditorAt;
let wrong: Stored;
let right: Stored;

const button = (name: string | RegExp) => editor.page.getByRole('button', { name });

const dialog = () => editor.page.getByRole('dialog');

/** Waits until the dialog says what would happen, and does it. */
async function apply() {
  const ready = dialog().locator('button:enabled', { hasText: /^Apply$/ });
  await ready.waitFor();
  await editor.settled();
  await ready.click();
  await dialog().waitFor({ state: 'detached' });
  await editor.settled();
}

const bar = () => editor.page.getByRole('region', { name: 'Many events at once' });

/** Waits until the line of what was done says this. */
const says = (words: RegExp) => bar().getByText(words).waitFor();

async function choose(label: string, words: string) {
  const { page } = editor;
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.keyboard.type(words);
  const option = page.getByRole('option', { name: new RegExp(words) });
  await option.waitFor();
  await editor.settled();
  await option.click();
}

/** What a screen reader says of where the keys go. */
const inFocus = () =>
  editor.page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent",
  );

const picture = async (name: string) => {
  if (PICTURES) await editor.page.screenshot({ path: `${PICTURES}/${name}.png` });
};

const atVenue = ({ public_id }: Stored) =>
  strapi.db
    .query(uidOf('event'))
    .findMany({ where: { publishedAt: { $notNull: true } } })
    .then((rows) => rows.filter(({ venue }) => venue?.includes(public_id)).length);

(canBrowse ? describe : describe.skip)(
  'bulk changes and subscriptions in the browser (D15.8)',
  () => {
    beforeAll(async () => {
      wrong = await buildVenue({ venue: 'Wrong Hall' });
      right = await buildVenue({ venue: 'Right House' });
      for (let at = 0; at < COUNT; at += 1) {
        await buildEvent({ title: `Evening ${at}`, venue: [wrong.public_id] });
      }
      for (const title of ['Course', 'Lecture']) {
        const times = { start_date: '2031-03-04 18:00:00', end_date: '2031-03-04 20:00:00' };
        await buildEvent({ title, ...times });
      }
      const { documentId } = await buildEvent({ title: 'Thrown away' });
      await strapi
        .documents(uidOf('event'))
        .update({ documentId, data: { trashed_at: new Date().toISOString() } as object });
      browser = await openBrowser();
      const login = await invite(await roleOf('strapi-editor'));
      editor = await editorAt(browser, { ...login, timezoneId: 'America/New_York' });
    });

    afterAll(() => browser?.close());

    it('change the venue of twenty events in at most eight clicks, and undo it', async () => {
      const { page, open } = editor;
      await open(AGENDA);
      const count = await clicksIn(page);
      await button('Filters').click();
      await choose('Venue', 'Wrong Hall');
      await page.waitForURL(/venue=\d+/);
      await editor.settled();
      await page.getByRole('checkbox', { name: `Select all on this page (${COUNT})` }).click();
      await button('Change…').click();
      await dialog().waitFor();
      await dialog().getByRole('combobox', { name: 'Venue', exact: true }).click();
      await page.keyboard.type('Right');
      const option = page.getByRole('option', { name: /Right House/ });
      await option.waitFor();
      await editor.settled();
      await option.click();
      await dialog().getByText(`Events that change: ${COUNT}. Refused: 0.`).waitFor();
      await dialog().getByText('Venue: from Wrong Hall to Right House').first().waitFor();
      await picture('bulk-set-en');
      await apply();
      await says(new RegExp(`Changed: ${COUNT}\\. Not changed: 0\\.`));
      expect(await count()).toBeLessThanOrEqual(8);
      expect([await atVenue(right), await atVenue(wrong)]).toEqual([COUNT, 0]);
      await button('Undo').click();
      await says(new RegExp(`Undone: ${COUNT}\\.`));
      expect([await atVenue(right), await atVenue(wrong)]).toEqual([0, COUNT]);
      await button('Dismiss').waitFor({ state: 'detached' });
    });

    it('repeat a course weekly for ten dates in at most six clicks', async () => {
      const { page, open } = editor;
      await open(`${AGENDA}?q=course`);
      const count = await clicksIn(page);
      await page.getByRole('checkbox', { name: 'Select: Course' }).click();
      await button('Repeat…').click();
      await dialog().getByText('New drafts: 9').waitFor();
      expect(await dialog().getByRole('listitem').textContent()).toContain(
        'Tue, Mar 11, 2031, 6:00 PM',
      );
      await picture('bulk-repeat-en');
      await apply();
      await says(/Copies created, as drafts: 9/);
      expect(await count()).toBeLessThanOrEqual(6);
      await editor.settled();
      expect(await page.locator('section li h3', { hasText: 'Course' }).count()).toBe(10);
      await picture('bulk-done-en');
    });

    inFull('create each copy once when they are retried after a lost response', async () => {
      const { page, open } = editor;
      await open(`${AGENDA}?q=lecture`);
      let asked = 0;
      const lose = async (route: Route) => {
        const { preview } = route.request().postDataJSON();
        if (preview) return route.continue();
        asked += 1;
        if (asked !== 2) return route.continue(); // Of nine copies the last four.
        await route.fetch();
        return route.abort();
      };
      await page.route(BULK, lose);
      await page.getByRole('checkbox', { name: 'Select: Lecture' }).click();
      await button('Repeat…').click();
      await dialog().getByText('New drafts: 9').waitFor();
      await apply();
      await says(/That did not work, or only in part/);
      await says(/Copies created, as drafts: 5/);
      await button('Repeat…').click();
      await dialog().getByText('New drafts: 9').waitFor();
      await apply();
      await says(/Copies created, as drafts: 9/);
      await page.unroute(BULK);
      await editor.settled();
      expect(await page.locator('section li h3', { hasText: 'Lecture' }).count()).toBe(10);
      await bar().getByRole('button', { name: 'Undo' }).click();
      await says(/Undone: 9/);
      expect(await bar().getByRole('button', { name: 'Undo' }).count()).toBe(0);
    });

    it('say after a lost response that events may have moved, and keep the settings', async () => {
      const { page, open } = editor;
      const { documentId } = await buildEvent({
        title: 'Sent off',
        start_date: '2031-06-01 18:00:00',
        end_date: '2031-06-01 19:00:00',
      });
      await open(`${AGENDA}?q=sent`);
      await page.getByRole('checkbox', { name: 'Select: Sent off' }).check();
      await page.route(BULK, async (route) => {
        if (route.request().postDataJSON().preview) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await button('Move…').press('Enter');
      const count = dialog().getByLabel('How many');
      await count.press('Control+a');
      await page.keyboard.type('2');
      await dialog()
        .getByText(/to Sun, Jun 15, 2031/)
        .first()
        .waitFor();
      await button('Apply').press('Enter');
      await dialog()
        .getByText(/^No response was received. The events may have been changed/)
        .waitFor();
      await dialog()
        .getByText(/to Sun, Jun 29, 2031/)
        .first()
        .waitFor();
      expect(await count.inputValue()).toBe('2');
      await page.unroute(BULK);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await says(/^No response was received/);
      expect(
        await bar()
          .getByText(/^Changed: 0/)
          .count(),
      ).toBe(0);
      await page.locator('section li', { hasText: 'Jun 15, 2031' }).waitFor();
      const rows = await rowsOf('event', documentId);
      expect(rows.map(({ start_date }) => start_date)).toEqual(
        rows.map(() => '2031-06-15 18:00:00'),
      );
    });

    inFull('restore an event from the trash in two clicks', async () => {
      const { page, open } = editor;
      await open(AGENDA);
      const count = await clicksIn(page);
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Trash 1$/ })
        .click();
      await button('Restore: Thrown away').click();
      await says(/Changed: 1\. Not changed: 0\./);
      expect(await count()).toBe(2);
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Trash 0$/ })
        .waitFor();
    });

    inFull('change and undo all matching events, beyond the page (D15.8)', async () => {
      const { page, open } = editor;
      for (let at = 0; at < BEYOND; at += 1) {
        const data = { title: `Walk ${at}`, venue: [wrong.public_id] } as object;
        await strapi.documents(uidOf('event')).create({ data, locale: 'en' });
      }
      const inAll = COUNT + BEYOND;
      const canceled = () => strapi.db.query(uidOf('event')).count({ where: CANCELED });
      await open(`${AGENDA}?venue=${wrong.public_id}`);
      expect(await page.locator('section li h3').count()).toBe(50);
      await button(`Select all that match (${inAll})`).click();
      await bar().getByText(`Selected: ${inAll}`).waitFor();
      await button('Change…').click();
      await dialog().getByRole('combobox', { name: 'Takes place' }).click();
      const goOn = await holdBehind(page, BULK, 1);
      await page.getByRole('option', { name: 'Canceled' }).click();
      await dialog().getByRole('progressbar').first().waitFor();
      goOn();
      await dialog().getByText(`Events that change: ${inAll}. Refused: 0.`).waitFor();
      expect(await canceled()).toBe(0);
      await apply();
      await says(new RegExp(`Changed: ${inAll}\\. Not changed: 0\\.`));
      expect(await canceled()).toBe(inAll);
      const stopped = await holdBehind(page, BULK, 1);
      await button('Undo').click();
      await bar().getByRole('button', { name: 'Stop' }).click();
      stopped();
      await says(/Undone: \d+\./);
      const left = await canceled();
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(inAll);
      await button('Undo').click();
      await says(new RegExp(`Undone: ${left}\\.`));
      expect(await canceled()).toBe(0);
    });

    inFull('select nothing if somebody has moved on to other events meanwhile', async () => {
      const { page, open, settled } = editor;
      await open(`${AGENDA}?venue=${wrong.public_id}`); // Beyond the page, as before.
      const release = await holdBehind(page, '**/agenda/matching?*', 0);
      await button(/^Select all that match/).press('Enter');
      await page.getByRole('link', { name: /^Trash/ }).click();
      await page.locator('a[aria-current=page]', { hasText: 'Trash' }).waitFor();
      release();
      await settled();
      expect(await page.getByText('The agenda cannot be loaded at the moment.').count()).toBe(0);
      expect(await bar().count()).toBe(0);
      await page.unroute('**/agenda/matching?*');
    });

    inFull('explain why an event is refused or was changed meanwhile', async () => {
      const { page, open } = editor;
      const late = await buildEvent({
        title: 'Without end',
        start_date: '2031-05-01 18:00:00',
        end_date: '2031-05-01 19:00:00',
      });
      const { documentId } = await strapi
        .documents(uidOf('event'))
        .create({ data: { title: 'Without a date' } as object, locale: 'en' });
      await open(`${AGENDA}?q=without`);
      await page.getByRole('checkbox', { name: /Select all/ }).click();
      await button('Move…').click();
      await dialog().getByText('Events that change: 1. Refused: 1.').waitFor();
      await dialog().getByText('It has no date yet.').waitFor();
      await apply();
      await says(/Changed: 1\. Not changed: 1\./);
      await bar().getByText('It has no date yet.').waitFor();
      await strapi
        .documents(uidOf('event'))
        .update({ documentId: late.documentId, locale: 'en', data: { title: 'Mine' } as object });
      await button('Undo').click();
      await says(/Undone: 0\. Not undone: 1\./);
      await bar().getByText('Somebody has changed it meanwhile.').waitFor();
      const rows = await rowsOf('event', late.documentId);
      expect(rows.map(({ start_date }) => start_date)).toEqual([
        '2031-05-08 18:00:00',
        '2031-05-08 18:00:00',
      ]);
      expect(await rowsOf('event', documentId)).toHaveLength(1);
    });

    it('list many refusals in a box that is scrolled', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Endless: dated' });
      for (let at = 0; at < BEYOND; at += 1) {
        const data = { title: `Endless ${at}` } as object;
        await strapi.documents(uidOf('event')).create({ data, locale: 'en' });
      }
      await open(`${AGENDA}?q=endless`);
      await page.getByRole('checkbox', { name: /Select all/ }).check();
      await button('Move…').press('Enter');
      await apply();
      await says(new RegExp(`Changed: 1\\. Not changed: ${BEYOND}\\.`));
      const seen = page.viewportSize()?.height ?? 0;
      expect((await bar().boundingBox())?.height).toBeLessThan(seen / 2);
      const refusals = bar().getByRole('list', { name: 'Not changed' });
      await refusals.focus();
      expect(await inFocus()).toBe('Not changed');
      expect(await seriousFaults(page, 'main')).toEqual([]);
    });

    inFull('undo one action after the other', async () => {
      const { page, open } = editor;
      const { documentId } = await buildEvent({
        title: 'Two steps',
        start_date: '2031-05-01 18:00:00',
        end_date: '2031-05-01 19:00:00',
      });
      const starts = async () =>
        (await rowsOf('event', documentId)).map(({ start_date }) =>
          String(start_date).slice(0, 10),
        );
      await open(`${AGENDA}?q=steps`);
      for (const day of ['2031-05-08', '2031-05-15']) {
        await page.getByRole('checkbox', { name: 'Select: Two steps' }).check();
        await button('Move…').click();
        await apply();
        await says(/Changed: 1\. Not changed: 0\./);
        await editor.settled();
        expect(await starts()).toEqual([day, day]);
      }
      for (const day of ['2031-05-08', '2031-05-01']) {
        await button('Undo').click();
        await says(/Undone: 1\./);
        await editor.settled();
        expect(await starts()).toEqual([day, day]);
      }
    });

    inFull('still offer the undo of an earlier action after one that changes nothing', async () => {
      const { page, open } = editor;
      const { documentId } = await buildEvent({
        title: 'Kept undo',
        start_date: '2031-05-01 18:00:00',
        end_date: '2031-05-01 19:00:00',
      });
      await open(`${AGENDA}?q=kept`);
      const move = async () => {
        await page.getByRole('checkbox', { name: 'Select: Kept undo' }).check();
        await button('Move…').click();
        await dialog().getByText('Events that change: 1. Refused: 0.').waitFor();
      };
      await move();
      await apply();
      await says(/Changed: 1\. Not changed: 0\./);
      await move();
      const goOn = await holdBehind(page, BULK, 0);
      const documents = strapi.documents(uidOf('event'));
      await dialog()
        .locator('button:enabled', { hasText: /^Apply$/ })
        .click();
      await documents.update({ documentId, locale: 'en', data: { title: 'Kept by me' } as object });
      goOn();
      await says(/Changed: 0\. Not changed: 1\./);
      await button('Undo').click();
      await says(/Undone: 0\. Not undone: 1\./); // Offered, and refused for what came between.
    });

    describe('when one of two events cannot be undone', () => {
      withoutLog();

      inFull('offer the undo again', async () => {
        const { page, open, settled } = editor;
        for (const title of ['Halfway broken', 'Halfway done']) await buildEvent({ title });
        await open(`${AGENDA}?q=halfway`);
        await page.getByRole('checkbox', { name: 'Select all on this page (2)' }).click();
        await button('Change…').click();
        const cost = dialog().getByRole('textbox', { name: 'Cost' });
        await cost.press('5');
        await cost.press('Backspace');
        expect(await cost.getAttribute('placeholder')).toBe('nothing');
        await button('Stays as it is').press('Enter');
        expect(await cost.getAttribute('placeholder')).toBe('Stays as it is');
        await dialog()
          .locator('button:disabled', { hasText: /^Apply$/ })
          .waitFor();
        await page.keyboard.type('12'); // The focus is in the field again.
        await dialog().getByText('Events that change: 2. Refused: 0.').waitFor();
        await apply();
        await says(/Changed: 2\. Not changed: 0\./);
        await whileTitleFails('Halfway broken', async () => {
          await button('Undo').press('Enter');
          await says(/Undone: 1\. Not undone: 1\./);
          await settled();
        });
        await button('Undo').press('Enter');
        await says(/Undone: 1\. Not undone: 0\./);
        const costs = await strapi.db
          .query(uidOf('event'))
          .findMany({ where: { title: { $startsWith: 'Halfway' } } });
        expect(costs.map((row) => row.cost)).toEqual(costs.map(() => null));
      });
    });

    it('leave the keys to the field in which somebody types, once they were at a button', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Typed' });
      await open(`${AGENDA}?q=typed`);
      await page.getByRole('checkbox', { name: 'Select: Typed' }).check();
      await button('Change…').click();
      const cost = dialog().getByRole('textbox', { name: 'Cost' });
      await cost.press('1');
      const ready = dialog().locator('button:enabled', { hasText: /^Apply$/ });
      await ready.waitFor();
      await ready.focus();
      await cost.focus();
      await page.keyboard.type('2'); // Apply is disabled until the dialog says what would happen.
      await dialog()
        .locator('button:disabled', { hasText: /^Apply$/ })
        .waitFor();
      await ready.waitFor();
      await page.keyboard.type('3');
      expect(await cost.inputValue()).toBe('123');
      await page.keyboard.press('Escape');
    });

    inFull('explain the limits, and do nothing beyond them', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Unlimited' });
      await open(`${AGENDA}?q=unlimited`);
      await page.getByRole('checkbox', { name: 'Select: Unlimited' }).check();
      const type = async (label: string, number: string) => {
        await dialog().getByLabel(label).press('Control+a');
        await page.keyboard.type(number);
      };
      await button('Move…').press('Enter');
      await type('How many', '523');
      await dialog().getByText('A whole number from 1 to 522.').waitFor();
      await type('How many', '522');
      await dialog().getByText('Events that change: 1. Refused: 0.').waitFor();
      await page.keyboard.press('Escape');
      await button('Repeat…').press('Enter');
      await type('Dates in all, the first included', '101');
      await dialog().getByText('A whole number from 2 to 100.').waitFor();
      await type('Dates in all, the first included', '100');
      await dialog().getByText('New drafts: 99').waitFor();
      await page.keyboard.press('Escape');
      await open(`${AGENDA}?from=2027-02-01&to=2027-01-01`);
      await page.locator('button:disabled', { hasText: 'Subscribe' }).waitFor();
    });

    inFull('return the focus to what opened a dialog, or to the result', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'In focus' });
      await open(`${AGENDA}?q=focus`);
      const opened = async (name: string) => {
        await button(name).focus();
        await page.keyboard.press('Enter');
        await dialog().waitFor();
        await editor.settled();
      };
      await opened('Subscribe');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await editor.settled(); // The focus comes back behind it.
      expect(await inFocus()).toBe('Subscribe');
      await page.getByRole('checkbox', { name: 'Select: In focus' }).check();
      await opened('Move to the trash…');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await editor.settled();
      expect(await inFocus()).toBe('Move to the trash…');
      await opened('Move to the trash…');
      await apply();
      await says(/Changed: 1\./);
      await editor.settled();
      expect(await inFocus()).toBe('Many events at once');
      await page.keyboard.press('Tab');
      expect(await inFocus()).toBe('Undo');
    });

    it('can be made with the keyboard alone', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'By keys' });
      await open(`${AGENDA}?q=keys`);
      const tabTo = async (name: RegExp) => {
        for (let at = 0; at < 60; at += 1) {
          const focused = await page.evaluate<string>(
            "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent",
          );
          if (name.test(focused ?? '')) return;
          await page.keyboard.press('Tab');
        }
        throw new Error(`No way by Tab to ${name}`);
      };
      await page.locator('input[name=agenda-search]').focus();
      await tabTo(/^Select: By keys$/);
      await page.keyboard.press('Space');
      await tabTo(/^Move to the trash…$/);
      await page.keyboard.press('Enter');
      await dialog()
        .locator('button:enabled', { hasText: /^Apply$/ })
        .waitFor();
      await tabTo(/^Apply$/);
      await page.keyboard.press('Enter');
      await says(/Changed: 1\./);
      await tabTo(/^Undo$/);
      await page.keyboard.press('Enter');
      await says(/Undone: 1\./);
    });

    it('hide no focused line behind their bar', async () => {
      const { page, open } = editor;
      await open(`${AGENDA}?q=evening`);
      const boxes = page.getByRole('checkbox', { name: /^Select: Evening/ });
      await boxes.first().check();
      await bar().waitFor();
      await boxes.first().focus();
      for (let keys = 0; keys < 60; keys += 1) {
        await page.keyboard.press('Tab');
        const hidden = await page.evaluate<string>(`(() => {
          const { activeElement: at } = document;
          const { top, bottom } = at.getBoundingClientRect();
          const bar = document.querySelector('[aria-label="Many events at once"]');
          if (!at.closest('section li')) return '';
          return bottom > bar.getBoundingClientRect().top ? at.outerHTML + top : '';
        })()`);
        expect([keys, hidden]).toEqual([keys, '']);
      }
    });

    it('leave the list visible in a low window, as at a zoom of 400 %', async () => {
      const { page, open } = editor;
      await page.setViewportSize({ width: 320, height: 256 });
      try {
        await open(`${AGENDA}?q=evening`);
        const box = page.getByRole('checkbox', { name: /^Select: Evening/ }).first();
        await box.check();
        await bar().waitFor();
        await box.focus();
        const hidden = await page.evaluate<string>(`(() => {
          const { activeElement: at } = document;
          const { left, top, width, height } = at.getBoundingClientRect();
          const shown = document.elementFromPoint(left + width / 2, top + height / 2);
          return at.contains(shown) ? '' : (shown?.textContent ?? 'outside of the window');
        })()`);
        expect(hidden).toBe('');
      } finally {
        await page.setViewportSize({ width: 1400, height: 1000 });
      }
    });

    inFull('keep the focus nearby when the focused element disappears', async () => {
      const { page, open, settled } = editor;
      const press = async (name: string) => {
        await button(name).focus();
        await page.keyboard.press('Enter');
        await settled();
      };
      for (const [at, title] of ['Left one', 'Left two', 'Left three', 'Left four'].entries()) {
        const day = `2031-06-0${at + 1}`;
        const times = { start_date: `${day} 18:00:00`, end_date: `${day} 19:00:00` };
        await buildEvent({ title, ...times });
      }
      await open(`${AGENDA}?q=left`);
      await page.getByRole('checkbox', { name: /Select all/ }).check();
      await button('Move…').click();
      await apply();
      await press('Undo');
      await says(/Undone: 4\./);
      expect(await inFocus()).toBe('Many events at once');
      await page.getByRole('checkbox', { name: /Select all/ }).check();
      await button('Move to the trash…').click();
      await apply();
      await press('Dismiss');
      await bar().waitFor({ state: 'detached' });
      expect(await inFocus()).not.toBe(await page.locator('body').textContent());
      await open(`${AGENDA}?q=left&view=trash`);
      await press('Restore: Left two');
      expect(await inFocus()).toBe('Left three');
      await press('Restore: Left four');
      expect(await inFocus()).toBe('Left three');
      await press('Delete for good: Left one');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('Deleted for good: 1.').waitFor();
      await settled();
      expect(await inFocus()).toBe('Left three');
    });

    it('name what an event lacks by the labels of its fields, in the language of the admin', async () => {
      const { page, open, speak } = editor;
      await strapi.documents(uidOf('event')).create({ data: { title: 'Undated' } as object });
      await speak('ar');
      await open(`${AGENDA}?q=undated`);
      await page.getByRole('checkbox', { name: /تحديد كل/ }).check();
      await page.getByRole('button', { name: 'نشر…', exact: true }).click();
      await dialog().getByText('هناك ما ينقص أو لا يصح في: البداية والنهاية.').waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await speak('en');
    });

    it('have no serious accessibility faults in any language', async () => {
      const { page, open, speak } = editor;
      for (const [language, all, set, subscribe] of LANGUAGES) {
        await speak(language);
        await open(`${AGENDA}?q=evening`);
        await page.getByRole('checkbox', { name: all }).click();
        expect(await seriousFaults(page, 'main')).toEqual([]);
        await picture(`bulk-bar-${language}`);
        await button(set).click();
        await dialog().waitFor();
        await editor.settled();
        expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
        await picture(`bulk-dialog-${language}`);
        await page.keyboard.press('Escape');
        await dialog().waitFor({ state: 'detached' });
        await button(subscribe).click();
        await dialog().getByRole('textbox').last().waitFor();
        await editor.settled();
        expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
        await picture(`subscribe-${language}`);
        await page.keyboard.press('Escape');
        await dialog().waitFor({ state: 'detached' });
      }
      await speak('en');
    });

    it('offer the agenda as a calendar, with personal addresses that can be revoked', async () => {
      const { page, open } = editor;
      await open(`${AGENDA}?venue=${wrong.public_id}`);
      await button('Subscribe').click();
      const outlook = dialog().getByRole('link', { name: 'Outlook' });
      await outlook.waitFor();
      const apple = await dialog().getByRole('link', { name: 'Apple' }).getAttribute('href');
      expect(apple).toMatch(/^webcal:.*\/en\/calendar\/events\/v1\/events\.ics\?venue=\d+$/);
      const name = dialog().getByLabel('Name, such as the device');
      await name.fill('My phone');
      const making = '**/calendar/admin/feeds?*';
      await page.route(making, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.fallback(),
      );
      await button('Make an address').click();
      await page
        .getByText(/^No response was received/)
        .first()
        .waitFor();
      await editor.settled();
      expect(await name.inputValue()).toBe('My phone');
      await page.unroute(making);
      await button('Make an address').click();
      const address = dialog().getByLabel('Your new address: My phone');
      await address.waitFor();
      const made = await address.inputValue();
      const read = () => get(made.replace(/^\w+:\/\/[^/]*/, ''));
      expect(READERS['ical.js']((await read()).text)).toHaveLength(COUNT);
      await picture('subscribe-made-en');
      await dialog().getByLabel('Name, such as the device').fill('My desk');
      await button('Make an address').dblclick(); // Which means one, of that name.
      await button('Revoke: My desk').waitFor();
      await editor.settled();
      await dialog().getByLabel('Your new address: My desk').waitFor();
      expect(
        await dialog()
          .getByRole('button', { name: /^Revoke/ })
          .count(),
      ).toBe(2);
      const revoked = async (name: string) => {
        await button(`Revoke: ${name}`).press('Enter');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).press('Enter');
        await page.getByText(`The address “${name}” is revoked.`).first().waitFor();
        await button(`Revoke: ${name}`).waitFor({ state: 'detached' });
        await editor.settled(); // The focus goes to what is left behind it.
      };
      await revoked('My phone');
      expect((await read()).status).toBe(401);
      expect(await inFocus()).toBe('Revoke: My desk');
      await revoked('My desk');
      expect(await inFocus()).toBe('Only for you');
    });

    inFull('replace a lost address, and show what was revoked, after lost responses', async () => {
      const { page, open } = editor;
      await open(AGENDA);
      await button('Subscribe').click();
      await loseAnswers(page, FEEDS);
      await dialog().getByLabel('Name, such as the device').fill('Unheard');
      await page.keyboard.press('Enter');
      await dialog()
        .getByText('No response was received. The list shows whether it was done.')
        .waitFor();
      await button('Revoke: Unheard').waitFor();
      await page.unroute(FEEDS);
      await loseAnswers(page, FEEDS, 'DELETE');
      await dialog().getByLabel('Name, such as the device').press('Enter');
      await dialog().getByLabel('Your new address: Unheard').waitFor();
      await editor.settled();
      expect(await button('Revoke: Unheard').count()).toBe(1); // Of the first, nobody knows the address.
      await button('Revoke: Unheard').press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).press('Enter');
      await button('Revoke: Unheard').waitFor({ state: 'detached' });
      await page.unroute(FEEDS);
    });

    inFull('keep the dialog open until the new address arrives', async () => {
      const { page, open, settled } = editor;
      await open(AGENDA);
      await button('Subscribe').press('Enter');
      await dialog().getByLabel('Name, such as the device').fill('Slow');
      await settled();
      const release = await holdBehind(page, FEEDS, 0);
      await page.keyboard.press('Enter');
      await dialog().locator('button:disabled', { hasText: 'Make an address' }).waitFor();
      await page.keyboard.press('Escape');
      release();
      await dialog().getByLabel('Your new address: Slow').waitFor();
      await page.unroute(FEEDS);
      await strapi.db.getConnection('calendar_feeds').delete();
    });

    it('are seen in a form that was looked at just before', async () => {
      const { page, open, settled } = editor;
      const times = { start_date: '2031-03-04 18:00:00', end_date: '2031-03-04 20:00:00' };
      await buildEvent({ title: 'Looked at', ...times });
      const day = page.locator('input[type=date][name=start_date]');
      await open(`${AGENDA}?q=looked`);
      await page.getByRole('link', { name: 'Looked at' }).click();
      await day.waitFor();
      await settled();
      expect(await day.inputValue()).toBe('2031-03-04');
      await page.goBack();
      await page.getByRole('checkbox', { name: 'Select: Looked at' }).check();
      await button('Move…').press('Enter');
      await apply();
      await page.getByRole('link', { name: 'Looked at' }).click();
      await day.waitFor();
      await settled();
      expect(await day.inputValue()).toBe('2031-03-11');
    });

    it('say that an address is copied', async () => {
      const { page, open } = editor;
      await open(AGENDA);
      await button('Subscribe').press('Enter');
      const copy = dialog().getByRole('button', { name: 'Copy' });
      await copy.press('Enter');
      await dialog().getByRole('button', { name: 'Copied' }).waitFor();
      await page.evaluate('new Promise((done) => setTimeout(done, 500))');
      expect(await page.getByRole('status').allTextContents()).toContain('Copied');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    });

    it('keep the name that is typed while another address is made', async () => {
      const { page, open, settled } = editor;
      await open(AGENDA);
      await button('Subscribe').press('Enter');
      const name = dialog().getByLabel('Name, such as the device');
      await name.fill('Phone');
      await settled();
      const release = await holdBehind(page, FEEDS, 0);
      await page.keyboard.press('Enter');
      await dialog().locator('button:disabled', { hasText: 'Make an address' }).waitFor();
      await name.fill('Tablet');
      release();
      await dialog().getByLabel('Your new address: Phone').waitFor();
      await settled();
      expect(await name.inputValue()).toBe('Tablet');
      await page.unroute(FEEDS);
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await strapi.db.getConnection('calendar_feeds').delete();
    });

    it('report no failure when the trash is left before its events are counted', async () => {
      const { page, open } = editor;
      await open('/admin');
      await open(`${AGENDA}?view=trash`);
      await button(/^Empty the trash/).waitFor();
      const release = await holdBehind(page, /admin\/agenda\?view=trash/, 0);
      await button(/^Empty the trash/).click();
      await page.getByRole('alertdialog').waitFor();
      await page.evaluate('history.go(-2)'); // Past the empty page between the two.
      await page.waitForURL(/\/admin\/?$/);
      await page.evaluate('new Promise((done) => setTimeout(done, 500))');
      expect(await page.getByText('This cannot be done at the moment.').count()).toBe(0);
      release();
      await page.unroute(/admin\/agenda\?view=trash/);
    });

    it('keep what was typed in a dialog when somebody clicks beside it', async () => {
      const { page, open, settled } = editor;
      await buildEvent({ title: 'Beside' });
      await open(`${AGENDA}?q=beside`);
      await page.getByRole('checkbox', { name: 'Select: Beside' }).check();
      await button('Change…').press('Enter');
      await dialog().waitFor();
      await settled();
      await page.mouse.click(5, 5);
      await dialog().waitFor({ state: 'detached' });
      await button('Change…').press('Enter');
      await dialog().getByLabel('Cost').fill('5');
      await page.mouse.click(5, 5);
      await settled();
      expect(await dialog().getByLabel('Cost').inputValue()).toBe('5');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    });

    inFull('keep what was chosen in a dialog when somebody clicks beside it', async () => {
      const { page, open, settled } = editor;
      await buildEvent({ title: 'Chosen beside' });
      await open(`${AGENDA}?q=beside`);
      await page.getByRole('checkbox', { name: 'Select: Chosen beside' }).check();
      const status = dialog().getByRole('combobox', { name: 'Takes place', exact: true });
      const postponed = () => page.getByRole('option', { name: 'Postponed' }).click();
      const byKeys = async () => {
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
      };
      for (const choice of [postponed, byKeys]) {
        await button('Change…').press('Enter');
        await dialog().waitFor();
        await settled();
        await status.press('Enter');
        await page.getByRole('option').first().waitFor();
        await choice();
        await page.getByRole('option').first().waitFor({ state: 'detached' });
        await settled();
        const chosen = await status.textContent();
        await page.mouse.click(5, 5);
        await settled();
        expect([chosen, await status.textContent()]).toEqual([chosen, chosen]);
        await page.keyboard.press('Escape');
        await dialog().waitFor({ state: 'detached' });
      }
    });

    inFull('have a Stop button that the keyboard reaches while they run', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Stoppable' });
      await open(`${AGENDA}?q=stoppable`);
      await page.getByRole('checkbox', { name: 'Select: Stoppable' }).check();
      const release = await holdBehind(page, BULK, 1); // The preview alone.
      await button('Move…').press('Enter');
      await dialog().getByText('Events that change: 1. Refused: 0.').waitFor();
      await button('Apply').press('Enter');
      await button('Stop').waitFor();
      for (let keys = 0; keys < 10 && (await inFocus()) !== 'Stop'; keys += 1) {
        await page.keyboard.press('Tab');
      }
      expect(await inFocus()).toBe('Stop');
      release();
      await dialog().waitFor({ state: 'detached' });
      await page.unroute(BULK);
    });

    /** Moves an event, and holds what takes it back. */
    const PAINTED =
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

    async function heldUndo(title: string) {
      const { page } = editor;
      await page.getByRole('checkbox', { name: `Select: ${title}` }).check();
      await button('Move…').press('Enter');
      await apply();
      const release = await holdBehind(page, BULK, 0);
      await button('Undo').press('Enter');
      await button('Stop').waitFor();
      await page.evaluate(PAINTED); // The effect that asks before leaving runs after it.
      return release;
    }

    it('ask before somebody leaves the page while they run', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Left behind' });
      await open(`${AGENDA}?q=behind`);
      const release = await heldUndo('Left behind');
      await page.getByRole('link', { name: 'Left behind' }).click();
      const asking = page.getByRole('alertdialog', { name: 'Leave this page?' });
      await asking.getByRole('button', { name: 'Cancel' }).press('Enter');
      await asking.waitFor({ state: 'detached' });
      release();
      await says(/Undone: 1\./);
      await page.unroute(BULK);
      await page.getByRole('link', { name: 'Left behind' }).click();
      await page.waitForURL(/calendar.event/);
    });

    it('ask before somebody leaves another tab of the page while they run', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Left over' });
      await open(`${AGENDA}?q=over`);
      const release = await heldUndo('Left over');
      await page.getByRole('link', { name: 'Month', exact: true }).click();
      await page.waitForURL(/tab=month/);
      await page.getByRole('link', { name: 'Moderation' }).first().click();
      const asking = page.getByRole('alertdialog', { name: 'Leave this page?' });
      await asking.getByRole('button', { name: 'Cancel' }).press('Enter');
      await asking.waitFor({ state: 'detached' });
      release();
      await page.getByRole('link', { name: 'List', exact: true }).click();
      await says(/Undone: 1\./);
      await page.unroute(BULK);
    });

    inFull("ask once if the browser's own buttons leave the page", async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Gone on' });
      await open(`${AGENDA}?q=gone`);
      await page.getByRole('link', { name: 'Gone on' }).click();
      await page.waitForURL(/calendar.event/);
      await page.goBack();
      const release = await heldUndo('Gone on');
      await page.evaluate('history.forward()');
      const asking = page.getByRole('alertdialog', { name: 'Leave this page?' });
      await asking.getByRole('button', { name: 'Confirm' }).press('Enter');
      await page.waitForURL(/calendar.event/);
      release();
      await page.unroute(BULK);
    });

    inFull('keep the focus among the days of a course', async () => {
      const { page, open } = editor;
      await buildEvent({ title: 'Seminar' });
      await open(`${AGENDA}?q=seminar`);
      await page.getByRole('checkbox', { name: 'Select: Seminar' }).check();
      await button('Repeat…').press('Enter');
      const when = dialog().getByRole('combobox', { name: 'When' });
      await when.press('Enter');
      await page.getByRole('option', { name: 'On these days' }).press('Enter');
      await when.and(page.locator(':focus')).waitFor(); // The list returns the focus as it closes.
      const day = dialog().locator('input[type=date]');
      for (const each of ['2031-04-01', '2031-04-02']) {
        await day.fill(each);
        await button('Add the day').press('Enter');
        await day.and(page.locator(':focus')).waitFor();
      }
      const removing = dialog().getByRole('button', { name: /^Remove: / });
      await removing.first().press('Enter');
      await removing.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    });

    it('cause no error in the page', () => {
      expect(editor.faults).toEqual([]);
    });
  },
);
