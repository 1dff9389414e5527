import type { Browser, Locator, Response } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { seriousFaults } from '../support/accessibility';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { clicksIn, type EditorAt, EVENTS, editorAt } from '../support/editing';
import { firstOf, inFull, isExhaustive } from '../support/extent';
import { holdBehind } from '../support/held-requests';
import { buildCategory, buildEvent, buildVenue, type Stored } from '../support/records';

const VENUES = EVENTS.replace(uidOf('event'), uidOf('venue'));

const IN_2099 = '2099-12-20T09:00:00.000Z';

const WORDS = {
  en: {
    publish: 'Published',
    future: 'Scheduled',
    private: 'Private',
    pending: 'Pending',
    draft: 'Draft',
    trash: 'In the trash',
  },
  ar: {
    publish: 'منشور',
    future: 'مجدول',
    private: 'خاص',
    pending: 'قيد المراجعة',
    draft: 'مسودة',
    trash: 'في سلة المهملات',
  },
};

/** By which fields a list is filtered, those that Strapi adds among them. */
const FILTERED_BY = {
  en: ['Publication date', 'Title', 'Changed', 'Created by'],
  ar: ['تاريخ النشر', 'العنوان', 'آخر تعديل', 'أنشأه'],
};

/** Why readers find it, or not, in the same words of both languages. */
const REASONS = {
  en: {
    publish: 'Public: everybody can see it.',
    future: 'Not yet: scheduled for December 20, 2099',
    private: 'Hidden: it is private,',
    pending: 'Not yet: it waits for review.',
    draft: 'Not yet: it is a draft.',
    trash: 'Hidden: the event is in the trash since',
  },
  ar: {
    publish: 'منشور: يراه الجميع.',
    future: 'ليس بعد: مجدول في',
    private: 'مخفي: خاص بمن يحق له',
    pending: 'ليس بعد: ينتظر المراجعة.',
    draft: 'ليس بعد: هو مسودة.',
    trash: 'مخفي: الفعالية في سلة المهملات منذ',
  },
};

/** How an address runs in the form, a paragraph of its description, and a placeholder. */
const RUNS = `[
  getComputedStyle(document.querySelector('[name=virtual_url]')).direction,
  getComputedStyle(document.querySelector('.CodeMirror-line')).unicodeBidi,
  getComputedStyle(document.querySelector('input[type=text]:placeholder-shown')).unicodeBidi,
]`;

type State = keyof (typeof WORDS)['en'];

/** Each form that is opened takes seconds: of those, one whose word is Strapi’s own, and one of ours in each. */
const SHOWN: Record<string, State[]> = { en: ['draft', 'trash'], ar: ['future'] };

let browser: Browser;
let editor: EditorAt;
let events: Record<State, Stored>;

async function buildAll() {
  const trash = await buildEvent({ title: 'trash' });
  await strapi.documents(uidOf('event')).update({
    documentId: trash.documentId,
    locale: 'en',
    data: { trashed_at: IN_2099 } as object,
  });
  return {
    publish: await buildEvent({ title: 'publish', custom_fields: { kept: [1, 2] } }),
    future: await buildEvent({ title: 'future', date: IN_2099 }),
    private: await buildEvent({ title: 'private', post_status: 'private' }),
    pending: await buildEvent({ title: 'pending', post_status: 'pending' }, { publish: false }),
    draft: await buildEvent({ title: 'draft' }, { publish: false }),
    trash,
  };
}

const formOf = (state: State) => `${EVENTS}/${events[state].documentId}?plugins[i18n][locale]=en`;

(canBrowse ? describe : describe.skip)('the form and the list of events in the browser', () => {
  beforeAll(async () => {
    events = await buildAll();
    await buildCategory({ name: 'Walks' });
    await buildVenue({ venue: 'The Pier' });
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
  });

  afterAll(() => browser?.close());

  describe.each(Object.entries(WORDS))('in %s', (language, words) => {
    const states = Object.entries(words) as [State, string][];

    beforeAll(() => editor.speak(language));

    it('name the state of a new record in the language of the admin', async () => {
      await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
      await editor.page.getByRole('status', { name: words.draft, exact: true }).waitFor();
    });

    it('show the state of each record in the list (D6.8)', async () => {
      await editor.open(`${EVENTS}?plugins[i18n][locale]=en&sort=title:ASC`);
      const shown = states.map(async ([state]) => {
        const row = editor.page.getByRole('row').filter({ hasText: state });
        return [state, await row.getByRole('status').textContent()];
      });
      expect(await Promise.all(shown)).toEqual(states);
    });

    it('name the fields by which the list is filtered', async () => {
      const { page } = editor;
      await page.getByRole('button', { name: /^(Filters|المرشحات)$/ }).click();
      await page.locator('[role=combobox][name=name]').click();
      const offered = await page.getByRole('option').allTextContents();
      expect(offered).toEqual(expect.arrayContaining(FILTERED_BY[language as 'en']));
      for (const _ of ['options', 'filters']) await page.keyboard.press('Escape');
    });

    it.each(states.filter(([state]) => isExhaustive || SHOWN[language]?.includes(state)))(
      'show in the header of the form that it is %s',
      async (state, word) => {
        await editor.open(formOf(state));
        const badge = editor.page.locator('main').getByRole('status').first();
        expect(await badge.textContent()).toBe(word);
        await editor.page.getByText(REASONS[language as 'en'][state]).waitFor();
      },
    );
  });

  describe('with the keyboard', () => {
    beforeAll(() => editor.speak('en'));

    it('let Tab go from the title to Publish', async () => {
      await editor.open(formOf('draft'));
      await editor.page.locator('input[name=title]').focus();
      const focused = () => editor.page.evaluate('document.activeElement.textContent.trim()');
      for (let stops = 0; stops < 150 && (await focused()) !== 'Publish'; stops += 1) {
        await editor.page.keyboard.press('Tab');
      }
      expect(await focused()).toBe('Publish');
    });

    inFull(
      'stay idle without input, and format no zones while another field is typed',
      async () => {
        const { page, open } = editor;
        await open(`${EVENTS}/create?plugins[i18n][locale]=en`);
        const session = await page.context().newCDPSession(page);
        await session.send('Performance.enable', { timeDomain: 'threadTicks' });
        const busy = async () => {
          const { metrics } = await session.send('Performance.getMetrics');
          return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
        };
        const seconds = [];
        for (let second = 0; second < 3; second += 1) {
          const before = await busy();
          await page.waitForTimeout(1000);
          seconds.push((await busy()) - before);
        }
        expect(Math.min(...seconds)).toBeLessThan(0.03); // What is drawn anew without an end takes 0.1 of each.
        await page.evaluate(`
        window.formatted = 0;
        const { formatToParts } = Intl.DateTimeFormat.prototype;
        Intl.DateTimeFormat.prototype.formatToParts = function (...given) {
          window.formatted += 1;
          return formatToParts.apply(this, given);
        };
      `);
        await page.getByLabel('Tickets address').pressSequentially('exam');
        expect(await page.evaluate('window.formatted')).toBe(0); // With the offset of each zone anew, hundreds.
      },
    );

    it('create an event from nothing in at most twenty actions', async () => {
      const { page } = editor;
      await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
      let presses = 0;
      const click = async (target: Locator) => {
        presses += 1;
        await target.click();
      };
      const type = async (words: string) => {
        presses += 1;
        await page.keyboard.type(words, { delay: 20 });
      };
      const pick = async (label: string, words: string, name: RegExp) => {
        await click(page.getByRole('combobox', { name: label, exact: true }));
        await type(words);
        await page.getByRole('option', { name }).waitFor();
        await editor.settled(); // What was found for the first letters goes.
        await click(page.getByRole('option', { name }));
      };

      await click(page.locator('input[name=title]'));
      await type('Lantern walk');
      await click(page.locator('.CodeMirror').first());
      await type('Along the river.');
      await pick('Categories', 'walks', /Walks/);
      presses += 2; // Into the day, and into the hour.
      await page.locator('input[type=date][name=start_date]').focus();
      await type('11282099');
      await page.locator('[id="start_date-time"]').focus();
      await type('0730P');
      await pick('Time zone', 'tokyo', /Asia\/Tokyo/);
      await pick('Venues', 'pier', /Pier/);
      await click(page.getByLabel('Cost'));
      await type('10-25');
      await page.getByText('Shown as: $10 – $25').waitFor();
      await page.getByText('There: Sat, Nov 28, 2099, 7:30 – 8:30 PM · Tokyo (UTC+9)').waitFor();
      await page.getByText('Here: Sat, Nov 28, 2099, 11:30 AM – 12:30 PM').waitFor();
      presses += 1;
      await editor.press('Publish');
      expect(presses).toBeLessThanOrEqual(20);
      const made = await strapi.db.query(uidOf('event')).findOne({
        where: { title: 'Lantern walk', publishedAt: { $notNull: true } },
      });
      expect(made).toMatchObject({
        ...{ start_date: '2099-11-28 19:30:00', end_date: '2099-11-28 20:30:00' },
        ...{ timezone: 'Asia/Tokyo', cost: '10-25', description: 'Along the river.' },
      });
      expect(made.venue).toHaveLength(1);
      expect(made.categories).toHaveLength(1);
      await page.getByText('Public. It is more than two years ahead').waitFor();
    });

    it('create a venue, a tag and a nested category from their search boxes', async () => {
      const { page } = editor;
      await editor.open(formOf('draft'));
      const count = await clicksIn(page);
      const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
      await venues.click();
      await venues.pressSequentially('Harbour');
      await page.getByRole('option', { name: 'New venue: Harbour' }).click();
      await page.waitForFunction("document.activeElement.value === 'Harbour'");
      await page.getByLabel('City').pressSequentially('Oslo');
      const busy = page.getByRole('button', { name: 'Create', disabled: true });
      await page.route(/calendar\.venue\?/, async (route) => {
        await busy.waitFor();
        await page.keyboard.type(' late'); // It could not be taken in any more.
        expect(await page.getByLabel('City').inputValue()).toBe('Oslo');
        return route.continue();
      });
      await page.getByLabel('City').press('Enter');
      await page.getByRole('button', { name: 'Remove: Harbour' }).waitFor();
      await page.unrouteAll();
      expect(await count()).toBeLessThanOrEqual(3);
      await page.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('outdoors');
      await page.getByRole('option', { name: 'New tag: outdoors' }).click();
      await page.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByRole('button', { name: 'Remove: outdoors' }).waitFor();
      await page
        .getByRole('combobox', { name: 'Categories', exact: true })
        .pressSequentially('Night walks');
      await page.getByRole('option', { name: 'New category: Night walks' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      const categories = page.getByRole('combobox', { name: 'Categories', exact: true });
      await categories.pressSequentially('wal');
      await page.getByRole('option', { name: /Walks/ }).waitFor();
      await page.getByRole('option', { name: 'New category: wal' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove: Walks' }).click();
      await categories.pressSequentially('Night walks');
      await page.getByRole('option', { name: 'New category: Night walks' }).waitFor();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      await dialog.getByRole('combobox').pressSequentially('wal');
      await page.getByRole('option', { name: /Walks/ }).waitFor();
      await editor.settled();
      await page.getByRole('option', { name: /Walks/ }).click();
      await dialog.getByRole('button', { name: 'Remove: Walks' }).waitFor();
      await page.mouse.click(5, 5); // Beside the dialog, which keeps what was typed.
      await editor.settled();
      expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByTitle('Walks › Night walks').waitFor();
      await editor.press('Save');
      const [walks, night] = await strapi.db
        .query(uidOf('category'))
        .findMany({ orderBy: { public_id: 'asc' } });
      expect(night).toMatchObject({ name: 'Night walks', parent: walks.public_id });
      const [venue] = await strapi.db
        .query(uidOf('venue'))
        .findMany({ where: { venue: 'Harbour' } });
      expect(venue).toMatchObject({ city: 'Oslo', publishedAt: null });
      const stored = await strapi.db.query(uidOf('event')).findOne({
        where: { documentId: events.draft.documentId },
      });
      expect(stored.venue).toEqual([venue.public_id]);
      expect(stored.tags).toHaveLength(1);
    });

    it('leave Enter to the colour of a category, which opens the choice of colours', async () => {
      const { page } = editor;
      await editor.open(formOf('draft'));
      await page
        .getByRole('combobox', { name: 'Categories', exact: true })
        .pressSequentially('Painted');
      await page.getByRole('option', { name: 'New category: Painted' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('input[type=color]').press('Enter');
      await editor.settled();
      expect(await dialog.count()).toBe(1);
      const painted = { where: { name: 'Painted' } };
      expect(await strapi.db.query(uidOf('category')).count(painted)).toBe(0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.evaluate('window.onbeforeunload = null');
    });

    inFull('create one venue however often Enter is pressed, and none after Escape', async () => {
      const { page } = editor;
      await editor.open(formOf('draft'));
      const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
      const dialog = page.getByRole('dialog');
      const begin = async (name: string) => {
        await venues.click();
        await venues.pressSequentially(name);
        await page.getByRole('option', { name: `New venue: ${name}` }).click();
        await dialog.waitFor();
      };
      await begin('Left alone');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await venues.and(page.locator(':focus')).waitFor();
      await venues.press('ControlOrMeta+A');
      const goOn = await holdBehind(page, '**/collection-types/plugin::calendar.venue**', 0);
      await begin('Pressed');
      await page.getByLabel('City').press('Enter');
      await page.getByLabel('City').press('Enter');
      goOn();
      await page.getByRole('button', { name: 'Remove: Pressed' }).waitFor();
      await editor.settled();
      const named = (venue: string) => strapi.db.query(uidOf('venue')).count({ where: { venue } });
      expect([await named('Pressed'), await named('Left alone')]).toEqual([1, 0]);
      await page.evaluate('window.onbeforeunload = null');
    });

    inFull('do not save the event when shortcuts are pressed in a dialog', async () => {
      const { page } = editor;
      const { documentId } = events.draft;
      await editor.open(formOf('draft'));
      await page.getByLabel('Title').press('End');
      await page.keyboard.type(' unsaved');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET' && request.url().includes(documentId))
          sent.push(request.url());
      });
      const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
      await venues.click();
      await venues.pressSequentially('Within');
      await page.getByRole('option', { name: 'New venue: Within' }).click();
      await page.getByLabel('City').press('ControlOrMeta+S');
      await page.getByLabel('City').press('ControlOrMeta+Shift+Enter');
      await page.getByRole('button', { name: 'Remove: Within' }).waitFor();
      await page.getByRole('button', { name: /^Click to add an asset/ }).press('Enter');
      await page.locator('[role=dialog]').waitFor();
      await editor.settled();
      await page.locator('[role=dialog] button').first().press('ControlOrMeta+S'); // Strapi's own, which stops no keys.
      await page.waitForTimeout(500);
      await editor.settled();
      expect(sent).toEqual([]);
      await page.evaluate('window.onbeforeunload = null');
    });

    inFull('show which other languages a save changes, and what a URL lacks', async () => {
      const { page } = editor;
      const { documentId } = await buildEvent();
      await buildEvent(
        { title: 'publié' },
        { of: { ...events.publish, documentId }, language: 'fr' },
      );
      await editor.open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
      await page.getByRole('link', { name: 'French: Published' }).waitFor();
      await page.getByRole('link', { name: 'Add Spanish' }).waitFor();
      await page.getByRole('switch', { name: 'All day' }).press(' ');
      await page.getByText('Saving also changes this in French: All day').waitFor();
      await page.getByLabel('Tickets address').pressSequentially('example.org');
      await page.getByText(/must be a full address/).waitFor();
    });

    it('keep values that the form does not show', async () => {
      await editor.open(formOf('publish'));
      await editor.page.locator('input[name=title]').press('End');
      await editor.page.keyboard.type(' again');
      await editor.press('Publish');
      const rows = await strapi.db.query(uidOf('event')).findMany({
        where: { documentId: events.publish.documentId },
      });
      for (const row of rows) {
        expect(row).toMatchObject({ title: 'publish again', custom_fields: { kept: [1, 2] } });
      }
    });
  });

  inFull('keep a region typed before its country in the field of that country', async () => {
    const { page } = editor;
    const venues = EVENTS.replace('calendar.event', 'calendar.venue');
    await editor.open(`${venues}/create?plugins[i18n][locale]=en`);
    const publish = async () => {
      const answer = page.waitForResponse((each) => each.url().includes('/actions/publish'));
      await editor.button('Publish').click();
      expect((await answer).ok()).toBe(true);
      await page.waitForURL(/calendar\.venue\/[a-z0-9]{20,}/);
      await page.locator('button:disabled', { hasText: 'Publish' }).waitFor();
      await editor.settled();
    };
    const type = (name: string, text: string) =>
      page.locator(`input[name=${name}]`).pressSequentially(text);
    await type('venue', 'Salle Nord');
    await type('stateprovince', 'Bretagne');
    await type('country', 'France');
    await publish();
    await page.locator('input[name=stateprovince]').press('End');
    await type('stateprovince', ' sud');
    await publish();
    const rows = await strapi.db.query(uidOf('venue')).findMany({ where: { venue: 'Salle Nord' } });
    const [region, none] = ['Bretagne sud', null];
    expect(
      rows.map(({ state, province, stateprovince }) => [state, province, stateprovince]),
    ).toEqual([
      [none, region, region],
      [none, region, region],
    ]);
  });

  it('show when a scheduled event becomes public, and its id', async () => {
    await editor.open(formOf('future'));
    await editor.page
      .getByText('Not yet: scheduled for December 20, 2099 at 9:00 AM (UTC).')
      .waitFor();
    await editor.page.getByText(`ID ${events.future.public_id}`, { exact: true }).waitFor();
  });

  it('show no link about setting up previews, and no label with a zone', async () => {
    await editor.open(formOf('publish'));
    expect(await editor.page.getByText(/Set up preview/i).count()).toBe(0);
    expect(await editor.page.getByLabel(/UTC\)/).count()).toBe(0);
  });

  it('describe a switch by its hint', async () => {
    await editor.speak('en');
    await editor.open(formOf('draft'));
    const described = await editor.page
      .getByRole('switch', { name: 'All day' })
      .getAttribute('aria-describedby');
    expect(await editor.page.locator(`[id="${described}"]`).textContent()).toMatch(
      /^From 00:00:00/,
    );
  });

  it('lead to a single reference that is refused', async () => {
    const { page, settled } = editor;
    await buildEvent({ title: 'Part of the draft', post_parent: events.draft.public_id });
    await editor.speak('en');
    await editor.open(formOf('draft'));
    await editor.expand('More');
    await page.getByRole('combobox', { name: 'Parent event' }).pressSequentially('draft');
    await page.getByRole('option', { name: /^Part of the draft/ }).click();
    await settled();
    expect((await editor.ask('Save')).status()).toBe(400);
    const parent = page.getByRole('group', { name: 'Parent event' });
    await parent.and(page.locator(':focus')).waitFor();
    const described = await parent.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/part of itself/);
    await page.evaluate('window.onbeforeunload = null');
  });

  it('lead to a refused field that More has hidden again', async () => {
    const { page } = editor;
    await editor.speak('en');
    await editor.open(formOf('draft'));
    const website = page.getByLabel('Website', { exact: true });
    await editor.expand('More');
    await website.pressSequentially('example.org');
    await editor.expand('More');
    expect((await editor.ask('Save')).status()).toBe(400);
    await website.and(page.locator(':focus')).waitFor();
    await page.evaluate('window.onbeforeunload = null');
  });

  it('name at its field what is wrong with a new organizer', async () => {
    const { page } = editor;
    await editor.speak('en');
    await editor.open(formOf('draft'));
    const organizers = page.getByRole('combobox', { name: 'Organizers', exact: true });
    await organizers.pressSequentially('Choir');
    await page.getByRole('option', { name: 'New organizer: Choir' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(' ');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('This value is required.').waitFor();
    await dialog.getByLabel('Name').fill('Choir');
    for (const field of ['E-mail', 'Website']) {
      const input = dialog.getByLabel(field, { exact: true });
      await input.fill('choir');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await input.and(page.locator(':focus')).waitFor();
      const described = await input.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/^must be a/);
      await input.fill('');
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.evaluate('window.onbeforeunload = null');
  });

  it('list a record that was made in a picker, where its list was seen before', async () => {
    const { page, open, speak, settled } = editor;
    await speak('en');
    await open('/admin/content-manager/collection-types/plugin::calendar.organizer');
    const listed = page.getByRole('row', { name: /String trio/ });
    expect(await listed.count()).toBe(0);
    await page.getByRole('link', { name: 'Event', exact: true }).click();
    await page.getByRole('link', { name: 'Create new entry' }).first().click();
    await settled();
    const organizers = page.getByRole('combobox', { name: 'Organizers', exact: true });
    await organizers.pressSequentially('String trio');
    await page.getByRole('option', { name: 'New organizer: String trio' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Remove: String trio' }).waitFor();
    await page.getByRole('link', { name: 'Organizer', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await settled();
    expect(await listed.count()).toBe(1);
  });

  it.each(['fr', 'es'])('read degrees as maps write them, in %s', async (language) => {
    const { page, open, speak } = editor;
    const { documentId } = await buildVenue({ venue: 'The Summit' }, { publish: false });
    await speak(language);
    await open(`${VENUES}/${documentId}?plugins[i18n][locale]=en`);
    await page.locator('input[name=geo_lng]').pressSequentially('-74,08');
    await page.locator('input[name=geo_lat]').pressSequentially('4.6');
    const isSave = (answer: Response) => answer.request().method() === 'PUT';
    await Promise.all([page.waitForResponse(isSave), page.keyboard.press('Control+s')]);
    const stored = await strapi.db.query(uidOf('venue')).findOne({ where: { documentId } });
    expect(stored).toMatchObject({ geo_lat: 4.6, geo_lng: -74.08 });
  });

  inFull('offer no record as part of itself', async () => {
    const { page } = editor;
    await editor.speak('en');
    const event = await buildEvent({ title: 'Lone fair' });
    await buildEvent({ title: 'Lone fairest' });
    const category = await buildCategory({ name: 'Lone music' });
    await buildCategory({ name: 'Lone musical' });
    const offered = async (form: string, name: string, other: RegExp) => {
      await editor.open(`${form}?plugins[i18n][locale]=en`);
      if (name === 'Parent event') await editor.expand('More');
      await page.getByRole('combobox', { name, exact: true }).pressSequentially('lone');
      await page.getByRole('option', { name: other }).waitFor();
      return page.getByRole('option', { name: /^Lone/ }).count();
    };
    const form = `${EVENTS}/${event.documentId}`;
    expect(await offered(form, 'Parent event', /^Lone fairest/)).toBe(1);
    const ofCategory = `${EVENTS.replace('event', 'category')}/${category.documentId}`;
    expect(await offered(ofCategory, 'Parent category', /^Lone musical/)).toBe(1);
    const copy = `${EVENTS}/clone/${event.documentId}`;
    expect(await offered(copy, 'Parent event', /^Lone fairest/)).toBe(2);
  });

  it('announce no change of a shared field that is as it was', async () => {
    const { page, settled } = editor;
    await editor.speak('en');
    await buildVenue({ venue: 'Chosen by mistake' });
    const event = await buildEvent({ title: 'Without a venue' });
    await buildEvent({ title: 'Sans lieu' }, { of: event, language: 'fr' });
    await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    const venues = page.getByRole('combobox', { name: 'Venues', exact: true });
    await venues.pressSequentially('mistake');
    await page.getByRole('option', { name: /Chosen by mistake/ }).click();
    const announced = page.getByText('Saving also changes this in French: Venues');
    await announced.waitFor();
    await page.getByRole('button', { name: 'Remove: Chosen by mistake' }).click();
    await announced.waitFor({ state: 'detached' });
    await settled();
    await page.evaluate('window.onbeforeunload = null');
  });

  inFull('mark canceled and hidden events', async () => {
    const off = { title: 'Called off', event_status: 'canceled', hide_from_listings: true };
    const { documentId } = await buildEvent(off);
    for (const address of [EVENTS, `${EVENTS}/${documentId}`]) {
      await editor.open(`${address}?plugins[i18n][locale]=en`);
      const row = editor.page.getByRole('row').filter({ hasText: 'Called off' });
      const place = address === EVENTS ? row : editor.page.locator('main');
      expect(await place.getByRole('status').first().textContent()).toBe(
        'PublishedCanceledHidden from lists',
      );
    }
  });

  it('do not mention a form when an event is trashed from the list', async () => {
    await editor.speak('en');
    await editor.open(`${EVENTS}?plugins[i18n][locale]=en`);
    const row = editor.page.getByRole('row').filter({ hasText: 'draft' }).first();
    await row.getByRole('button', { name: 'Row actions' }).click();
    await editor.page.getByRole('menuitem', { name: 'Move to the trash (all languages)' }).click();
    await editor.page.getByText(/It can be taken out again as it is now\.$/).waitFor();
  });

  inFull('distinguish what is on, checked and current in forced colours', async () => {
    const { page, open } = editor;
    const groundOf = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    const grounds = (...selectors: string[]) => Promise.all(selectors.map(groundOf));
    await page.emulateMedia({ forcedColors: 'active' });
    await open(formOf('publish'));
    const on = '[role=switch][data-state=checked]';
    const off = '[role=switch][data-state=unchecked]';
    const [isOn, isOff, thumbOn, thumbOff] = await grounds(
      on,
      off,
      `${on} > span`,
      `${off} > span`,
    );
    await open('/admin/agenda');
    await page.getByRole('checkbox').nth(1).click();
    const [ticked, empty, current, other] = await grounds(
      '[role=checkbox][data-state=checked]',
      '[role=checkbox][data-state=unchecked]',
      'nav[aria-label=Views] a[aria-current=page]',
      'nav[aria-label=Views] a:not([aria-current])',
    );
    await page.emulateMedia({ forcedColors: null });
    expect(isOn).not.toBe(isOff);
    expect(thumbOn).not.toBe(isOn);
    expect(thumbOff).not.toBe(isOff);
    expect(ticked).not.toBe(empty);
    expect(current).not.toBe(other);
  });

  it('show in forced colours what has the focus, and which option is highlighted', async () => {
    const { page, open } = editor;
    const outlineOf = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).outlineStyle`);
    await page.emulateMedia({ forcedColors: 'active' });
    await editor.speak('en');
    await open('/admin/agenda');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'State' }).focus();
    for (const key of ['Shift+Tab', 'Tab']) await page.keyboard.press(key);
    expect(await outlineOf('[role=combobox]:focus')).toBe('solid');
    for (const key of ['Enter', 'ArrowDown']) await page.keyboard.press(key);
    expect(await outlineOf('[role=option][data-highlighted]')).toBe('solid');
    await page.keyboard.press('Escape');
    await page.emulateMedia({ forcedColors: null });
  });

  const looks = firstOf(1, [
    ['ar', 'dark'],
    ['en', 'light'],
  ] as const);

  it.each(looks)('have no serious findings of axe-core, in %s and %s', async (language, theme) => {
    await editor.speak(language, theme);
    await editor.open(formOf('future'));
    await editor.page.locator('[data-calendar-group] button').click();
    const scheme = "getComputedStyle(document.querySelector('input[type=date]')).colorScheme";
    expect(await editor.page.evaluate(scheme)).toBe(theme);
    expect(await editor.page.evaluate(RUNS)).toEqual(['ltr', 'plaintext', 'normal']);
    const found = { event: await seriousFaults(editor.page, 'main') } as Record<string, string[]>;
    for (const type of ['venue', 'category'] as const) {
      await editor.open(`${EVENTS.replace(uidOf('event'), uidOf(type))}/create`);
      found[type] = await seriousFaults(editor.page, 'main');
    }
    const ours = Object.entries(found).map(([type, faults]) => [
      type,
      faults.filter((fault) => !fault.includes('CodeMirror')), // Strapi's own editor of texts.
    ]);
    expect(ours).toEqual(Object.keys(found).map((type) => [type, []]));
  });

  it('cause no error on any page', () => {
    expect(editor.faults).toEqual([]);
  });
});
