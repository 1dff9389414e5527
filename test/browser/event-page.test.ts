import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { seriousFaults } from '../support/accessibility';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser, PATIENCE } from '../support/browser';
import { clicksIn, type EditorAt, EVENTS, editorAt } from '../support/editing';
import { firstOf, inFull } from '../support/extent';
import { holdAnswer, loseAnswers } from '../support/held-requests';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
  type Stored,
} from '../support/records';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** Where pictures of the pages go, when somebody wants to look at them. */
const PICTURES = process.env.WRITE_PICTURES;

let browser: Browser;
let context: BrowserContext;
let page: Page;
let editor: EditorAt;
let addresses: Record<'en' | 'ar', string>;
let fair: Stored;
const faults: string[] = [];
const asked = new Set<string>();

const addressOf = ({ slug, locale }: Stored) =>
  `${baseURL}/${locale}/calendar/event/${encodeURIComponent(String(slug))}`;

async function newPage() {
  const opened = await context.newPage();
  opened.on('pageerror', ({ message }) => faults.push(message));
  opened.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/status of 403/.test(message.text()))
      faults.push(message.text());
  });
  opened.on('request', (request) => asked.add(new URL(request.url()).origin));
  return opened;
}

const isWider = () =>
  page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );

(canBrowse ? describe : describe.skip)('the page of an event in the browser (D16)', () => {
  beforeAll(async () => {
    const venue = await buildVenue({
      venue: 'Château d’eau',
      address: '12, rue des Tanneurs',
      zip: '69001',
      city: 'Lyon',
      country: 'France',
      phone: '+33 4 00 00 00 00',
      geo_lat: 45.77,
      geo_lng: 4.83,
    });
    await buildVenue({ venue: 'برج الماء', city: 'ليون' }, { of: venue, language: 'ar' });
    const organizer = await buildOrganizer({ organizer: 'Chess club', email: 'us@example.org' });
    const category = await buildCategory({ name: 'Games', color: '#1a7f64' });
    await buildCategory({ name: 'ألعاب' }, { of: category, language: 'ar' });
    const tag = await buildTag({ name: 'outdoors' });
    const text =
      '## What happens\n\nBring a board, or play on one of ours. [All rules](https://example.org/rules).\n\n- Blitz\n- Slow games\n\n> Children play for nothing.';
    fair = await buildEvent({
      title: 'Chess in the square',
      description: text,
      start_date: '2030-06-01 18:30:00',
      end_date: '2030-06-01 21:00:00',
      timezone: 'Europe/Paris',
      cost: '12',
      event_status: 'postponed',
      attendance_mode: 'mixed',
      virtual_url: 'https://meet.example/chess',
      ticket_url: 'https://tickets.example/chess',
      website: 'https://chess.example/square',
      ...{ venue: [venue.public_id], organizer: [organizer.public_id] },
      ...{ categories: [category.public_id], tags: [tag.public_id] },
    });
    const arabic = await buildEvent(
      {
        title: 'الشطرنج في الساحة',
        description:
          '## ماذا يحدث\n\nأحضروا رقعة، أو العبوا على واحدة من رقعنا.\n\n- شطرنج سريع\n- شطرنج بطيء',
      },
      { of: fair, language: 'ar' },
    );
    addresses = { en: addressOf(fair), ar: addressOf(arabic) };
    browser = await openBrowser();
    context = await browser.newContext({ viewport: DESKTOP });
    context.setDefaultTimeout(PATIENCE);
    page = await newPage();
  });

  afterAll(() => browser?.close());

  describe.each(['en', 'ar'] as const)('in %s', (language) => {
    const themes = language === 'ar' ? (['dark', 'light'] as const) : (['light', 'dark'] as const);

    it.each(firstOf(1, themes))(
      'is accessible in the %s theme, on a desktop and a phone',
      async (colorScheme) => {
        const measured = await browser.newContext({ bypassCSP: true, colorScheme });
        measured.setDefaultTimeout(PATIENCE);
        page = await measured.newPage();
        for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
          await page.setViewportSize(size);
          await page.goto(addresses[language]);
          expect(await isWider()).toBe(false);
          expect(await seriousFaults(page, 'html')).toEqual([]);
          if (!PICTURES) continue;
          const file = `event-${language}-${colorScheme}-${name}.png`;
          await page.screenshot({ path: path.join(PICTURES, file), fullPage: true });
        }
        await measured.close();
      },
    );
  });

  it('causes no error, violates no policy and contacts no other host', async () => {
    page = await newPage();
    for (const address of Object.values(addresses)) await page.goto(address);
    const direction = 'getComputedStyle(document.querySelector("h1")).direction';
    expect(await page.evaluate(direction)).toBe('rtl');
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL(addresses.en);
    expect(await page.evaluate('document.styleSheets[0].cssRules.length')).toBeGreaterThan(20);
    expect(faults).toEqual([]);
    expect([...asked]).toEqual([baseURL]);
  });

  it('opens a protected event with the keyboard alone', async () => {
    const closed = await buildEvent({ title: 'Behind a door', password: 'sesame' });
    const asks = page.locator('#password:focus'); // Once the page is drawn for the first time.
    await page.goto(addressOf(closed));
    await asks.waitFor();
    await page.keyboard.type('open');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await asks.waitFor();
    await page.keyboard.type('sesame');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Behind a door' }).waitFor();
    expect(page.url()).toBe(addressOf(closed));
    expect(faults).toEqual([]);
  });

  describe('for an editor', () => {
    beforeAll(async () => {
      await strapi.documents(uidOf('event')).update({
        documentId: fair.documentId,
        locale: 'en',
        data: { title: 'Chess in the park' } as never,
      });
      const login = await invite(await roleOf('strapi-super-admin'));
      editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
      await editor.open(`${EVENTS}/${fair.documentId}?plugins[i18n][locale]=en`);
    });

    it('can be previewed in one click', async () => {
      const { page: form, settled } = editor;
      const link = form.getByRole('link', { name: 'Open preview' });
      await link.waitFor();
      await settled();
      const count = await clicksIn(form);
      await link.click();
      const shown = form.frameLocator('iframe[title="Preview"]');
      await shown.getByRole('heading', { name: 'Chess in the park' }).waitFor();
      expect(await count()).toBe(1);
      await shown.getByText('This is a preview, which is not public.').waitFor();
      if (PICTURES) await form.screenshot({ path: path.join(PICTURES, 'preview.png') });
    });

    it('can be shared by a link, which is ended where it was made', async () => {
      const { page: form, open } = editor;
      await open(`${EVENTS}/${fair.documentId}?plugins[i18n][locale]=en`);
      await form.getByRole('button', { name: 'Make a link' }).dblclick(); // Which means one.
      const address = form.getByRole('textbox', { name: 'Address of the link' });
      await address.waitFor();
      await editor.settled();
      if (PICTURES) await form.screenshot({ path: path.join(PICTURES, 'shared.png') });
      const url = await address.inputValue();
      await page.goto(url);
      await page.getByRole('heading', { name: 'Chess in the park' }).waitFor();
      await form.getByRole('button', { name: /^End the link that is valid until/ }).click();
      await address.waitFor({ state: 'detached' });
      await page.goto(url);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(editor.faults).toEqual([]);
    });

    describe('sharing a draft', () => {
      const SHARED = '**/calendar/admin/shared-drafts';
      const LIST = /shared-drafts\?/;
      const make = () => editor.page.getByRole('button', { name: 'Make a link' });
      const bins = () =>
        editor.page.getByRole('button', { name: /^End the link that is valid until/ });
      const told = () => editor.page.getByRole('textbox', { name: 'Address of the link' });
      const says = (words: string) => editor.page.getByText(words).first().waitFor();
      const links = () => strapi.db.getConnection('calendar_shared_drafts');
      const form = () => editor.open(`${EVENTS}/${fair.documentId}?plugins[i18n][locale]=en`);

      async function shared() {
        await form();
        await make().click();
        await told().waitFor();
        await editor.settled();
      }

      afterEach(async () => {
        await editor.page.unrouteAll();
        await links().delete();
      });

      inFull('is not possible until the existing links are loaded', async () => {
        const { stored, release } = await holdAnswer(editor.page, LIST);
        const opening = form();
        await stored;
        await make().waitFor();
        expect(await make().isDisabled()).toBe(true);
        release();
        await opening;
        await make().click();
        await told().waitFor();
      });

      inFull('ends a link once, even one that has ended meanwhile', async () => {
        await shared();
        let sent = 0;
        await editor.page.route(`${SHARED}/*`, async (route) => {
          sent += 1;
          await new Promise((done) => setTimeout(done, 1000)); // A slow network.
          await route.continue();
        });
        await links().delete();
        await bins().focus();
        for (const _ of [1, 2]) await editor.page.keyboard.press('Enter');
        await says('The link has ended.');
        await bins().waitFor({ state: 'detached' });
        await editor.settled();
        expect(sent).toBe(1);
        expect(await editor.page.getByText('This did not work.').count()).toBe(0);
      });

      inFull('replaces a lost link, and shows what has ended, after lost responses', async () => {
        await form();
        await loseAnswers(editor.page, SHARED);
        await make().click();
        await says('No response was received. The list shows whether it was done.');
        await bins().waitFor();
        expect(await told().count()).toBe(0);
        await editor.page.unroute(SHARED);
        await editor.settled();
        await make().click();
        await told().waitFor();
        await editor.settled();
        expect(await bins().count()).toBe(1); // Of the first, nobody knows the address.
        expect(await links().select('id')).toHaveLength(1);
        await loseAnswers(editor.page, `${SHARED}/*`, 'DELETE');
        await bins().click();
        await bins().waitFor({ state: 'detached' });
      });

      inFull('can be retried if the links could not be loaded', async () => {
        await editor.page.route(LIST, (route) => route.abort());
        await form();
        await says('The links cannot be loaded at the moment.');
        await editor.page.unroute(LIST);
        await editor.page.getByRole('button', { name: 'Try again' }).press('Enter');
        await says('Anyone with the link');
        await editor.page.locator('button:enabled', { hasText: 'Make a link' }).waitFor();
      });
    });
  });
});
