import { randomUUID } from 'node:crypto';
import type { Browser, CDPSession } from 'playwright-core';
import { loadSite } from '../../scripts/bench/loader.cjs';
import { repairAgenda } from '../../src/plugins/calendar/server/src/listing/repair';
import {
  MAX_SELECTED,
  SUBMISSIONS_PAGE,
} from '../../src/plugins/calendar/server/src/settings/agenda';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { seriousFaults } from '../support/accessibility';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { clicksIn, type EditorAt, editorAt } from '../support/editing';
import { emptyCalendar } from '../support/empty';
import { firstOf, inFull } from '../support/extent';
import { holdBehind, loseAnswers } from '../support/held-requests';
import { api, send } from '../support/http';
import { changeUser } from '../support/program';
import { buildEvent, buildVenue, type Stored } from '../support/records';
import { withSettings } from '../support/settings';

const UID = uidOf('event');
const AGENDA = '/admin/agenda';
const MARCH = `${AGENDA}?tab=month&day=2031-03-12`;
const MODERATION = '/admin/moderation';

/** Rounds of the measurement, of which the least disturbed one counts: what else the machine does only adds. */
const ROUNDS = 3;
const MANY = 2000;

/** In all, beside the many of one month, in the whole run. */
const MOST = 10_000;

/** How many times as much as an empty month or view, in turn with it. */
const LIMITS = { painted: 10, spent: 10 };

/** As an empty calendar, minutes earlier. */
const LIMITS_ALONE = { painted: 25, spent: 20 };

const MEASURED = ['painted', 'spent'] as const;

/** Milliseconds that count as no less: an empty page may be drawn within one frame, of 17, however slow the machine. */
const LEAST = 50;

/** One language and theme in every run. */
const LOOKS = firstOf(1, [
  ['ar', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
  ['ar', 'light'],
] as const);

let browser: Browser;
let editor: EditorAt;
let concert: Stored;
let chromium: CDPSession;

/** In the page: what is kept of notes about drafts. */
const NOTES = "Object.keys(sessionStorage).filter((key) => key.startsWith('calendar-note'))";

const utc = (start_date: string, end_date: string) => ({ start_date, end_date, timezone: 'UTC' });

const change = ({ documentId }: Stored, data: object) =>
  strapi.documents(UID).update({ documentId, locale: 'en', data: data as never });

const link = (name: string | RegExp) => editor.page.getByRole('link', { name }).first();

/** Gives the month of May 2031 this many events, by copies of one. */
async function fill(many: number) {
  const { connection } = strapi.db;
  const { tableName } = strapi.db.metadata.get(UID);
  const clip = await buildEvent({
    title: 'Clip',
    ...utc('2033-01-01 10:00:00', '2033-01-01 11:00:00'),
  });
  const [row] = await strapi.db.getConnection(tableName).where({ public_id: clip.public_id });
  const { id: _, ...model } = row;
  const two = (part: number) => String(part).padStart(2, '0');
  const rows = Array.from({ length: many }, (__, at) => {
    const [day, hour] = [two(1 + (at % 31)), two(8 + (at % 12))];
    const starts = new Date(`2031-05-${day}T${hour}:00:00Z`);
    return {
      ...model,
      document_id: randomUUID().replaceAll('-', '').slice(0, 24),
      public_id: 10_000_000 + at,
      slug: `copy-${at}`,
      title: `Copy ${at}`,
      start_date: `2031-05-${day} ${hour}:00:00`,
      end_date: `2031-05-${day} ${hour}:30:00`,
      utc_start_date: starts,
      utc_end_date: new Date(+starts + 30 * 60 * 1000),
    };
  });
  await connection.batchInsert(tableName, rows, 100);
  await repairAgenda();
}

interface Measured {
  /** Milliseconds from a click until what is behind the link is painted. */
  painted: number;
  /** Milliseconds of processor time that the page itself took meanwhile. */
  spent: number;
}

/** A link, and what is true of the page when it is there; both in the page's own words. */
interface Place {
  link: string;
  ready: string;
}

const monthOf = (day: string, title: string): Place => ({
  link: `document.querySelector('nav a[href*="day=${day}"]')`,
  ready: `document.querySelector('main h2').textContent.includes('${title}')
    && document.querySelector('[role=table]') && !document.querySelector('[data-busy=true]')`,
});

/** A link to where one is already, and the page's being busy, are drawn at once. */
const viewOf = (name: string, ready: string): Place => {
  const link = `[...document.querySelectorAll('nav a')].find(({ textContent }) => textContent.startsWith('${name} '))`;
  const isThere = `${link}?.ariaCurrent === 'page' && document.querySelector('main[aria-busy=false]')`;
  return { link, ready: `${isThere} && ${ready}` };
};

const NOTHING = viewOf(
  'Trash',
  `document.querySelector('main').textContent.includes('No events here.')`,
);
const EVERYTHING = viewOf('All', `document.querySelectorAll('section li h3').length === 50`);

/** In the page: what is done, and what is true when it is drawn. */
async function drawing(work: string, ready: string): Promise<Measured> {
  const before = await processorTime();
  const painted: number = await editor.page.evaluate(`new Promise((done, fail) => {
    const begun = performance.now();
    ${work};
    const look = (now) => {
      if (${ready}) return requestAnimationFrame((last) => done(last - begun));
      if (now - begun > 100000) return fail(new Error('never painted'));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
  return { painted, spent: (await processorTime()) - before };
}

/** Milliseconds of the processor that the page's main thread has taken: not what it waited for others. */
async function processorTime() {
  const { metrics } = await chromium.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

async function goTo({ link, ready }: Place): Promise<Measured> {
  await editor.settled();
  return drawing(`${link}.click()`, ready);
}

/** As many links that are nothing but links: what this machine can draw now, and no page of so many sooner. */
async function plainLinks(): Promise<Measured> {
  const list = `<ul id="plain">${'<li><a href="#">Copy</a></li>'.repeat(MANY)}</ul>`;
  const took = await drawing(`document.body.insertAdjacentHTML('beforeend', '${list}')`, 'true');
  await editor.page.evaluate(`document.getElementById('plain').remove()`);
  return took;
}

/** What we show on the home page, within Strapi's frames and below its headings. */
const WIDGETS = '[aria-labelledby^="plugin::calendar"] [data-radix-scroll-area-viewport] > *';

(canBrowse ? describe : describe.skip)(
  'the week, the month and the moderation in the browser',
  () => {
    beforeAll(async () => {
      const { public_id: venue } = await buildVenue({ venue: 'Café Hinoki' });
      const evening = utc('2031-03-12 18:00:00', '2031-03-12 20:00:00');
      concert = await buildEvent({ title: 'Concert', ...evening, venue: [venue] });
      await buildEvent({
        title: 'Exhibition',
        ...utc('2031-03-03 09:00:00', '2031-03-21 18:00:00'),
      });
      const whole = utc('2031-03-13 00:00:00', '2031-03-14 23:59:59');
      await buildEvent({ title: 'Fair', ...whole, all_day: true });
      await buildEvent({ title: 'Sketch', ...evening }, { publish: false });
      const off = utc('2031-03-18 18:00:00', '2031-03-18 19:00:00');
      await buildEvent({ title: 'Called off', ...off, event_status: 'canceled' });
      browser = await openBrowser();
      const login = await invite(await roleOf('strapi-super-admin'));
      editor = await editorAt(browser, { ...login, timezoneId: 'America/New_York' });
    });

    afterAll(() => browser?.close());

    it('are tabs of the agenda that keep its filters in the URL', async () => {
      const { page, open, settled } = editor;
      await open(`${AGENDA}?q=hinoki&view=this-month`);
      await link('Month').click();
      await page.waitForURL((url) => url.searchParams.get('tab') === 'month');
      expect(new URL(page.url()).searchParams.get('q')).toBe('hinoki');
      expect(new URL(page.url()).searchParams.has('view')).toBe(false);
      await open(`${MARCH}&q=hinoki`);
      await page.getByRole('heading', { name: 'March 2031' }).waitFor();
      expect(await page.locator('[data-calendar-event]').allInnerTexts()).toEqual([
        expect.stringContaining('Concert'),
      ]);
      await link('Following month').click();
      await page.getByRole('heading', { name: 'April 2031' }).waitFor();
      await link('Week').click();
      await page.waitForURL((url) => url.searchParams.get('tab') === 'week');
      expect(new URL(page.url()).searchParams.get('day')).toBe('2031-04-01');
      await settled();
      await link('List').click();
      await page.waitForURL((url) => !url.searchParams.has('tab') && !url.searchParams.has('day'));
    });

    it('go on from the month that was asked for while it is still loading', async () => {
      const { page, open } = editor;
      await open(MARCH);
      const release = await holdBehind(page, '**/agenda/calendar?*', 0);
      for (const day of ['2031-04-01', '2031-05-01']) {
        await link('Following month').click();
        await page.evaluate('new Promise(requestAnimationFrame)');
        expect(new URL(page.url()).searchParams.get('day')).toBe(day);
      }
      release();
      await page.getByRole('heading', { name: 'May 2031' }).waitFor();
      await page.unroute('**/agenda/calendar?*');
    });

    it('go on from today while it is still loading', async () => {
      const { page, open } = editor;
      await open(MARCH);
      const release = await holdBehind(page, '**/agenda/calendar?*', 0);
      for (const name of ['Today', 'Following month']) {
        await link(name).click();
        await page.evaluate('new Promise(requestAnimationFrame)');
      }
      expect(new URL(page.url()).searchParams.get('day')).toMatch(/^20(?!31)..-..-01$/);
      release();
      await page.unroute('**/agenda/calendar?*');
    });

    it("show times in the site's zone, long events as bars, and states as text", async () => {
      const { page, open } = editor;
      await open(MARCH);
      const texts = await page.locator('[data-calendar-event]').allInnerTexts();
      const all = texts.join('\n');
      expect(all).toMatch(/6p\w* Concert/);
      expect(texts.filter((text) => text.includes('Exhibition'))).toHaveLength(3);
      expect(texts.filter((text) => text.includes('Fair'))).toHaveLength(1);
      expect(all).toContain('Sketch (Draft)');
      expect(all).toContain('Called off (Canceled)');
    });

    inFull('announce the month that the keyboard leads to', async () => {
      await editor.open(MARCH);
      await link('Following month').press('Enter');
      await editor.page.locator('[aria-live=polite]', { hasText: 'April 2031' }).waitFor();
    });

    it('open an event in one click', async () => {
      const { page, open } = editor;
      await open(MARCH);
      await page.locator('[data-calendar-event]', { hasText: 'Concert' }).click();
      await page.waitForURL((url) => url.pathname.includes(concert.documentId));
      await page.locator('input[name=title]').waitFor();
    });

    it('start a new event at a clicked hour, and with the keyboard', async () => {
      const { page, open, settled } = editor;
      await open(`${AGENDA}?tab=week&day=2031-03-26`);
      const lane = page.locator('[data-date="2031-03-26"]').last();
      const { height = 0 } = (await lane.boundingBox()) ?? {};
      await lane.click({ position: { x: 20, y: height * (18.6 / 24) } });
      await page.waitForURL(/calendar.event\/create/);
      await settled();
      expect(await page.locator('input[type=date][name=start_date]').inputValue()).toBe(
        '2031-03-26',
      );
      expect(await page.locator('[id="start_date-time"]').inputValue()).toBe('18:30');
      expect(await page.locator('[id="end_date-time"]').inputValue()).toBe('19:30');
      await page.locator('input[name=title]').pressSequentially('From the week');
      await editor.press('Save');
      const [row] = await strapi.db.query(UID).findMany({ where: { title: 'From the week' } });
      expect(row).toMatchObject({ start_date: '2031-03-26 18:30:00', timezone: 'UTC' });

      await open(MARCH);
      await page.getByRole('link', { name: /New event on .*March 27/ }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/calendar.event\/create/);
      await settled();
      expect(await page.locator('input[type=date][name=start_date]').inputValue()).toBe(
        '2031-03-27',
      );
      await page.evaluate('window.onbeforeunload = null');
    });

    inFull('start an all-day event with a click beside the hours', async () => {
      const { page, load, settled } = editor;
      await load(`${AGENDA}?tab=week&day=2031-03-26`);
      await page.locator('[role=cell][data-date="2031-03-26"]').first().click();
      await page.waitForURL(/calendar.event\/create/);
      await settled();
      expect(await page.getByRole('switch', { name: 'All day' }).isChecked()).toBe(true);
      await page.locator('input[name=title]').pressSequentially('The whole day');
      await editor.press('Save');
      const [row] = await strapi.db.query(UID).findMany({ where: { title: 'The whole day' } });
      expect(row).toMatchObject({
        ...utc('2031-03-26 00:00:00', '2031-03-26 23:59:59'),
        all_day: true,
      });
    });

    inFull('show the events that do not fit into a day in a narrow dialog', async () => {
      const { page, open } = editor;
      const long = { title: 'W'.repeat(200), ...utc('2032-04-20 10:00:00', '2032-04-20 11:00:00') };
      await Promise.all(Array.from({ length: 6 }, () => buildEvent(long)));
      await open(`${AGENDA}?tab=month&day=2032-04-20`);
      await page.getByTitle(/more events of this day/).click();
      const day = page.getByRole('dialog');
      expect((await day.boundingBox())?.width).toBeLessThan(500);
      const border = `getComputedStyle(document.querySelector('[role=dialog] [data-calendar-event]')).borderInlineStartWidth`;
      expect(await page.evaluate(border)).toBe('4px');
      await page.keyboard.press('Escape');
      await day.waitFor({ state: 'detached' });
    });

    it('approve in at most three clicks, and send back with a note', async () => {
      const { page, open, settled } = editor;
      const date = '2026-01-05T12:00:00.000Z';
      await change(concert, { title: 'Concert in the park', post_status: 'pending', date });
      const late = { ...utc('2031-03-30 10:00:00', '2031-03-30 11:00:00'), post_status: 'pending' };
      const poor = await buildEvent({ title: 'Poor', ...late }, { publish: false });
      await open(AGENDA);
      const count = await clicksIn(page);
      await link('Moderation').click();
      const card = page.getByRole('article', { name: 'Concert in the park' });
      await card.waitFor();
      await settled(); // What has changed is asked for by itself.
      expect(await card.locator('tbody tr').allInnerTexts()).toEqual([
        expect.stringMatching(/Title\s+Concert\s+Concert in the park/),
        expect.stringMatching(/Publication date\s.*Monday, January 5, 2026 at 7:00\sAM EST$/s),
      ]);
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.waitFor({ state: 'detached' });
      expect(await count()).toBeLessThanOrEqual(3);
      const { body } = await send('GET', api(`/events/${concert.public_id}`));
      expect(body.title).toBe('Concert in the park');

      const other = page.getByRole('article', { name: 'Poor' });
      await other.getByRole('link', { name: 'Poor' }).and(page.locator(':focus')).waitFor();
      await other.getByRole('button', { name: 'Send back' }).click();
      for (let times = 0; times < 2; times += 1) {
        await other.getByRole('button', { name: /with this note/ }).click();
        await other.locator('textarea:focus[aria-invalid=true]').waitFor();
      }
      await page.keyboard.type('Where is it?');
      await other.getByRole('button', { name: /with this note/ }).click();
      await other.waitFor({ state: 'detached' });
      await page.getByText('Nothing waits for review.').waitFor();
      await settled();
      await open(
        `/admin/content-manager/collection-types/${UID}/${poor.documentId}?plugins[i18n][locale]=en`,
      );
      await page.getByText('Where is it?').waitFor();
    });

    inFull("name in the admin's language what an unapprovable draft lacks", async () => {
      const { page, open, speak } = editor;
      const values = { title: 'Undated', start_date: null, end_date: null, post_status: 'pending' };
      const { documentId } = await buildEvent(values, { publish: false });
      await speak('fr');
      await open('/admin/moderation');
      const card = page.getByRole('article', { name: 'Undated' });
      await card.getByRole('button', { name: 'Approuver' }).click();
      await page.getByText(/^Non approuvé .* : Début et Fin\./).waitFor();
      await card.getByRole('button', { name: 'Approuver' }).and(page.locator(':focus')).waitFor();
      await strapi.documents(UID).delete({ documentId, locale: '*' });
      await speak('en');
    });

    inFull('keep a note being written while another language is approved', async () => {
      const { page, open } = editor;
      const late = { ...utc('2031-03-30 10:00:00', '2031-03-30 11:00:00'), post_status: 'pending' };
      const event = await buildEvent({ title: 'Two languages', ...late }, { publish: false });
      await buildEvent({ title: 'Deux langues' }, { of: event, language: 'fr', publish: false });
      await strapi.documents(UID).update({
        documentId: event.documentId,
        locale: 'fr',
        data: { post_status: 'pending' } as never,
      });
      await open(MODERATION);
      const [english, french] = ['Two languages', 'Deux langues'].map((name) =>
        page.getByRole('article', { name }),
      );
      await english?.getByRole('button', { name: 'Send back' }).click();
      await page.keyboard.type('A long note');
      await french?.getByRole('button', { name: 'Approve' }).click();
      await french?.waitFor({ state: 'detached' });
      expect(await english?.getByRole('textbox').inputValue()).toBe('A long note');
      await english?.getByRole('button', { name: /with this note/ }).click();
      await english?.waitFor({ state: 'detached' });
    });

    const waiting = async (title: string) => {
      const late = { ...utc('2031-03-30 10:00:00', '2031-03-30 11:00:00'), post_status: 'pending' };
      const event = await buildEvent({ title, ...late }, { publish: false });
      await editor.open(MODERATION);
      return Object.assign(editor.page.getByRole('article', { name: title }), { event });
    };

    it('keep language and date in their order in Arabic, and fit a phone with a long title', async () => {
      const { page, open, speak, settled } = editor;
      const title = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);
      const { event } = await waiting(title);
      await speak('ar');
      await open(MODERATION);
      const card = page.getByRole('article', { name: title });
      const parts = await card.locator('p bdi, span bdi').all();
      const boxes = await Promise.all(parts.slice(0, 2).map((part) => part.boundingBox()));
      const [language, date] = boxes.map((box) => box?.x ?? Number.NaN);
      expect(language).toBeGreaterThan(date as number);
      await page.setViewportSize({ width: 390, height: 844 });
      await settled();
      const wider = await page.evaluate<number>(
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('article'))",
      );
      await page.setViewportSize({ width: 1400, height: 1000 });
      await speak('en');
      await strapi.documents(UID).delete({ documentId: event.documentId, locale: '*' });
      expect(wider).toBeLessThanOrEqual(0);
    });

    it('report after a lost response that the list shows whether it was approved', async () => {
      const card = await waiting('Unheard');
      await loseAnswers(editor.page, '**/approve');
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.waitFor({ state: 'detached' });
      await editor.page
        .getByText('No response was received. The list shows whether it was done.')
        .first()
        .waitFor();
      await editor.page.unroute('**/approve');
    });

    inFull('report that a colleague has deleted what is reviewed meanwhile', async () => {
      const card = await waiting('Deleted meanwhile');
      await strapi.documents(UID).delete({ documentId: card.event.documentId, locale: '*' });
      await card.getByRole('button', { name: 'Approve' }).click();
      await editor.page
        .getByText(/^It no longer exists/)
        .first()
        .waitFor();
      await card.waitFor({ state: 'detached' });
    });

    inFull('lead back to pending events from a page beyond the last', async () => {
      const card = await waiting('On the first page');
      await editor.open(`${MODERATION}?page=2`);
      await card.waitFor();
      expect(await editor.page.getByText('Nothing waits for review.').count()).toBe(0);
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.waitFor({ state: 'detached' });
    });

    inFull('begin the next page at its top, with the keyboard too', async () => {
      const late = { ...utc('2031-03-30 10:00:00', '2031-03-30 11:00:00'), post_status: 'pending' };
      const turned: Stored[] = [];
      for (let at = 0; at < 2 * SUBMISSIONS_PAGE; at += 1)
        turned.push(await buildEvent({ title: `Turned ${at}`, ...late }, { publish: false }));
      const { page, open, settled } = editor;
      await open(MODERATION);
      await page.getByRole('link', { name: 'Next page' }).press('Enter');
      await page.getByRole('link', { name: 'Previous page' }).waitFor();
      await page
        .getByRole('article')
        .nth(SUBMISSIONS_PAGE - 1)
        .waitFor();
      await settled();
      const first = await page.getByRole('article').first().boundingBox();
      expect(first?.y).toBeGreaterThan(0);
      expect(first?.y).toBeLessThan(500);
      await page.keyboard.press('Tab');
      const card = page.getByRole('article').first();
      await card.getByRole('link').first().and(page.locator(':focus')).waitFor();
      for (const { documentId } of turned) await strapi.documents(UID).delete({ documentId });
    });

    inFull('report an approval to somebody who has left the page', async () => {
      const card = await waiting('Left alone');
      const release = await holdBehind(editor.page, '**/approve', 0);
      await card.getByRole('button', { name: 'Approve' }).click();
      await link('Agenda').click();
      await card.waitFor({ state: 'detached' });
      release();
      await editor.page.getByText('Approved: Left alone').first().waitFor();
      await editor.page.unroute('**/approve');
    });

    inFull('cannot cancel a note that is being sent', async () => {
      const card = await waiting('Noted');
      const release = await holdBehind(editor.page, '**/send-back', 0);
      await card.getByRole('button', { name: 'Send back' }).click();
      await editor.page.keyboard.type('Who plays?');
      await card.getByRole('button', { name: /with this note/ }).press('Enter');
      await card.locator('button:disabled', { hasText: 'Cancel' }).waitFor();
      release();
      await card.waitFor({ state: 'detached' });
      await editor.page.unroute('**/send-back');
    });

    it('keep a note being written while somebody looks at the form', async () => {
      const { page } = editor;
      const card = await waiting('Looked at');
      const note = card.getByRole('textbox');
      await card.getByRole('button', { name: 'Send back' }).click();
      await page.keyboard.type('Who plays,\nand until when?');
      await card.getByRole('link', { name: 'Looked at' }).click();
      await page.waitForURL(/calendar.event/);
      await page.goBack();
      expect(await note.inputValue()).toBe('Who plays,\nand until when?');
      await card.getByRole('button', { name: /with this note/ }).click();
      await card.waitFor({ state: 'detached' });
      expect(await page.evaluate(NOTES)).toEqual([]);
    });

    inFull('discard a note if a colleague reviews the draft meanwhile', async () => {
      const { page } = editor;
      const card = await waiting('Reviewed twice');
      const say = async (words: string) => {
        await card.getByRole('button', { name: 'Send back' }).click();
        await page.keyboard.type(words);
      };
      await say('Mine');
      await change(card.event, { post_status: null });
      await editor.open(MODERATION);
      expect(await page.evaluate(NOTES)).toEqual([]);
      await change(card.event, { post_status: 'pending' });
      await editor.open(MODERATION);
      await say('Mine again');
      const [{ revision }] = (await admin('GET', '/calendar/admin/moderation')).body.results;
      const sent = { language: 'en', revision, note: 'Theirs' };
      const path = `/calendar/admin/moderation/${card.event.documentId}/send-back`;
      expect((await admin('POST', path, sent)).status).toBe(200);
      await change(card.event, { post_status: 'pending' });
      await editor.open(MODERATION);
      await card.getByText('Theirs').waitFor();
      expect(await card.getByRole('textbox').count()).toBe(0);
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.waitFor({ state: 'detached' });
    });

    describe('on a site whose zone is an offset', () => {
      withSettings({ timezone: 'UTC-3.5' });

      inFull('show the hours of the zone, and start a new event in it', async () => {
        const { page, open, settled } = editor;
        await open(MARCH);
        const all = (await page.locator('[data-calendar-event]').allInnerTexts()).join('\n');
        expect(all).toMatch(/2:30p\w* Concert/);
        expect(all).toContain('Exhibition');
        await open(`${AGENDA}?tab=week&day=2031-03-26`);
        await page.locator('[data-date="2031-03-26"]').last().waitFor();
        await open(MARCH);
        await page.getByRole('link', { name: /New event on .*March 27/ }).focus();
        await page.keyboard.press('Enter');
        await page.waitForURL(/calendar.event\/create/);
        await settled();
        expect(await page.locator('input[type=date][name=start_date]').inputValue()).toBe(
          '2031-03-27',
        );
        expect(await page.getByText('UTC-3.5').count()).toBeGreaterThan(0);
        await page.evaluate('window.onbeforeunload = null');
      });
    });

    it('show upcoming, pending and untranslated events on the home page', async () => {
      const { page, open } = editor;
      await open('/admin');
      for (const title of ['Next seven days', 'Pending', 'Not translated', 'Publishing soon']) {
        await page.getByText(title, { exact: true }).first().waitFor();
      }
      await link(/^French: \d+/).click();
      await page.waitForURL((url) => url.searchParams.get('missing') === 'fr');
    });

    inFull('show a user who logs in without a reload what they may read', async () => {
      const visitor = async () => invite(await roleOf('calendar-moderator'));
      const { page, open } = await editorAt(browser, {
        ...(await visitor()),
        timezoneId: 'Asia/Tokyo',
      });
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/agenda/summary')) asked.push(request.url());
      });
      await open('/admin');
      const { body } = await send('POST', '/admin/login', await visitor());
      await page.evaluate(changeUser(body.data.token));
      await open('/admin');
      expect(asked).toHaveLength(2);
    });

    it('have no serious accessibility faults in English and Arabic, light and dark', async () => {
      const { page, open, speak } = editor;
      const waits = {
        ...utc('2031-03-30 10:00:00', '2031-03-30 11:00:00'),
        post_status: 'pending',
      };
      await buildEvent({ title: 'Waits', ...waits }, { publish: false });
      const found: Record<string, string[]> = {};
      for (const [language, theme] of LOOKS) {
        await speak(language, theme);
        for (const address of [AGENDA, MARCH, MARCH.replace('month', 'week'), MODERATION]) {
          await open(address);
          const direction = language === 'ar' ? 'rtl' : 'ltr';
          expect(await page.locator('main[dir]').getAttribute('dir')).toBe(direction);
          const faults = await seriousFaults(page, 'main');
          if (faults.length > 0) found[`${address} ${language} ${theme}`] = faults;
        }
        await open('/admin');
        await page.locator('main a[href*="missing="]').first().waitFor();
        const faults = await seriousFaults(page, WIDGETS);
        if (faults.length > 0) found[`home ${language} ${theme}`] = faults;
      }
      await speak('en', 'light');
      expect(found).toEqual({});
    });

    inFull('do not scroll sideways on a phone, where days are stacked', async () => {
      const { page, open } = editor;
      await page.setViewportSize({ width: 390, height: 844 });
      for (const address of [MARCH, MARCH.replace('month', 'week'), MODERATION]) {
        await open(address);
        const width = await page.evaluate('document.scrollingElement.scrollWidth');
        expect([address, width]).toEqual([address, 390]);
      }
      expect(await page.getByRole('link', { name: /Concert/ }).count()).toBe(0);
      await open(MARCH);
      expect(await page.getByRole('link', { name: /Concert/ }).count()).toBeGreaterThan(0);
      expect(await seriousFaults(page, 'main')).toEqual([]);

      const day = page.getByRole('link', { name: /New event on .*March 12/ });
      await day.click();
      await page.waitForURL(/calendar.event\/create/);
      await editor.settled();
      expect(await page.locator('input[type=date][name=start_date]').inputValue()).toBe(
        '2031-03-12',
      );
      expect(await page.locator('[id="start_date-time"]').inputValue()).toBe('09:00');
      expect(await page.locator('[id="end_date-time"]').inputValue()).toBe('10:00');
      await page.evaluate('window.onbeforeunload = null');
      await page.setViewportSize({ width: 1400, height: 1000 });
    });

    describe('with many events', () => {
      const alone: Measured[] = [];
      const plain: Measured[] = [];

      /** The pages of an empty calendar, or of a part of one that is, and those of a full one, in turn. */
      async function measured() {
        const { page, open } = editor;
        const times = { empty: [], full: [], none: [], list: [] } as Record<string, Measured[]>;
        const keep = async (name: string, place: Place) => times[name]?.push(await goTo(place));
        for (let round = 0; round < ROUNDS; round += 1) {
          await open(`${AGENDA}?tab=month&day=2031-08-01`);
          await keep('empty', monthOf('2031-07-01', 'July'));
          await link('Previous month').click();
          await page.getByRole('heading', { name: 'June 2031' }).waitFor();
          await keep('full', monthOf('2031-05-01', 'May'));
          await open(`${AGENDA}?view=draft`);
          await keep('none', NOTHING);
          await keep('list', EVERYTHING);
          plain.push(await plainLinks());
        }
        return times as Record<'empty' | 'full' | 'none' | 'list', Measured[]>;
      }

      const shortest = (times: Measured[], of: keyof Measured) =>
        Math.max(LEAST, Math.min(...times.map((one) => one[of])));

      /** How many times as much one takes as the other, or as the plain links, by the shortest ones. */
      const ratios = (full: Measured[], empty: Measured[]): [keyof Measured, number][] =>
        MEASURED.map((of) => [
          of,
          shortest(full, of) / Math.max(shortest(empty, of), shortest(plain, of)),
        ]);

      function expectSoon({ empty, full, none, list }: Awaited<ReturnType<typeof measured>>) {
        const found = {
          month: ratios(full, empty),
          list: ratios(list, none),
          all: ratios(list, alone),
        };
        console.log(JSON.stringify({ found, alone, plain, empty, full, none, list }));
        for (const [name, measures] of Object.entries(found)) {
          const limits = name === 'all' ? LIMITS_ALONE : LIMITS;
          for (const [of, times] of measures) expect(times).toBeLessThan(limits[of]);
        }
      }

      beforeAll(async () => {
        chromium = await editor.page.context().newCDPSession(editor.page);
        await chromium.send('Performance.enable', { timeDomain: 'threadTicks' });
        await emptyCalendar();
        for (let round = 0; round < ROUNDS; round += 1) {
          await editor.open(`${AGENDA}?view=draft`);
          alone.push(await goTo(NOTHING));
        }
      });

      inFull(
        `draw a month of ${MANY} events and their list within relative time limits`,
        async () => {
          const { page, open } = editor;
          await fill(MANY);
          expectSoon(await measured());
          await open(`${AGENDA}?tab=month&day=2031-05-01`);
          expect(await page.getByRole('status').allInnerTexts()).toContain(`Events: ${MANY}`);
        },
      );

      inFull('select no more matching events than one action may change (D15.8)', async () => {
        const { page, open } = editor;
        await open(AGENDA);
        const words = `Select the first ${MAX_SELECTED} of ${MANY + 1} that match`;
        await page.getByRole('button', { name: words }).click();
        await page.getByText(`Selected: ${MAX_SELECTED}`).waitFor();
      });

      inFull(`draw them within the same limits beside ${MOST} in all`, async () => {
        await emptyCalendar();
        await loadSite(strapi, { events: MOST });
        await fill(MANY);
        expectSoon(await measured());
      });
    });

    it('cause no error in the page', () => {
      expect(editor.faults).toEqual([]);
    });
  },
);
