import type { Browser, Page } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { seriousFaults } from '../support/accessibility';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { clicksIn, type EditorAt, EVENTS, editorAt } from '../support/editing';
import { inFull } from '../support/extent';
import { holdBehind } from '../support/held-requests';
import { buildEvent, buildVenue } from '../support/records';

const AGENDA = '/admin/agenda';
const LIST = `${EVENTS}?plugins[i18n][locale]=en`;

/** By what fields that all languages share are written. */
const SHARED =
  'input[type=date], input[type=time], [role=combobox]:not([name]), [role=switch], [name=cost], [id=venue]';

interface Right {
  action: string;
  subject: string | null;
  properties: { fields?: string[] };
  conditions: string[];
}

/** More than the trash deletes at once. */
const MANY = 11;

let browser: Browser;
let editor: EditorAt;

const EVENING = { start_date: '2031-03-12 19:30:00', end_date: '2031-03-12 21:00:00' };

/** What all languages of the event share, in inputs that nobody can type into. */
async function sharedAreShown(page: Page) {
  const time = page.locator('[id="start_date-time"]:disabled');
  await time.waitFor();
  expect(await time.inputValue()).toBe('19:30');
  expect(await page.locator('input[type=date][name=end_date]').inputValue()).toBe('2031-03-12');
  expect(await page.getByLabel('Cost', { exact: true }).inputValue()).toBe('5');
  await page.getByRole('button', { name: 'Remove: The Dunes' }).waitFor();
  expect(await page.getByText('No permissions to see this field').count()).toBe(0);
}

/** Puts a role's rights over fields of events for a while; gives them back. */
async function withRights(
  code: string,
  change: (right: Right) => Right,
  work: () => Promise<void>,
) {
  const path = `/admin/roles/${await roleOf(code)}/permissions`;
  const { data } = (await admin('GET', path)).body;
  const put = async (permissions: Right[]) => {
    const sent = permissions.map(({ action, subject, properties, conditions }) => ({
      ...{ action, subject, properties, conditions },
    }));
    expect((await admin('PUT', path, { permissions: sent })).status).toBe(200);
  };
  await put(data.map(change));
  await work().finally(() => put(data));
}

const rows = (where: object) => strapi.db.query(uidOf('event')).findMany({ where });

async function somebody(role: string): Promise<EditorAt> {
  const login = await invite(await roleOf(role));
  return editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
}

async function buildTrashed(title: string) {
  const event = await buildEvent({ title }, { publish: false });
  const { documentId } = event;
  const data = { trashed_at: '2026-01-01T10:00:00.000Z' } as object;
  await strapi.documents(uidOf('event')).update({ documentId, locale: 'en', data });
  return event;
}

const dialog = () => editor.page.getByRole('alertdialog');
const rowOf = (title: string) => editor.page.getByRole('row').filter({ hasText: title });
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

/** Of when an event is, what somebody may not even read. */
const HIDDEN = ['start_date'];

/** How the arrow beside the way back is drawn. */
const BACK = `getComputedStyle([...document.querySelectorAll('main a')]
  .find(({ textContent }) => textContent === 'رجوع').querySelector('svg')).scale`;

/** Takes away what keeps the link that jumps to the content from widening the page. */
const WITHOUT_RULE = `[...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  .filter(({ selectorText }) => selectorText?.includes('main-content') && selectorText.includes('rtl'))
  .forEach((rule) => rule.style.cssText = '')`;

/** Which way the page goes on, and by how many pixels it is wider than its window. */
const extent = () =>
  editor.page.evaluate<unknown>(`(({ dir, scrollWidth, clientWidth }) =>
    [dir, scrollWidth - clientWidth])(document.documentElement)`);

(canBrowse ? describe : describe.skip)('in the browser', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    editor = await somebody('strapi-super-admin');
  });

  afterAll(() => browser?.close());

  it('a moderator finds and publishes a pending event, but may not open users (D10.10)', async () => {
    const waiting = { title: 'Sent in by a reader', post_status: 'pending' };
    const event = await buildEvent(waiting, { publish: false });
    const { page, open, press, settled, faults } = await somebody('calendar-moderator');
    await open(`${AGENDA}?view=pending`);
    await page.getByRole('link', { name: 'Sent in by a reader' }).click();
    await settled();
    await press('Publish');
    expect(
      await rows({ documentId: event.documentId, publishedAt: { $notNull: true } }),
    ).toMatchObject([{ title: 'Sent in by a reader', post_status: null }]);
    await open('/admin/settings/users');
    expect(await page.getByText('permissions to access that content').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('an administrator gives a right of the calendar to a role of front-end users (D10.2)', async () => {
    const { page, open, settled, faults } = editor;
    const { body } = await admin('GET', '/users-permissions/roles');
    const { id } = body.roles.find(({ name }: { name: string }) => name === 'Contributor');
    const rights = async () =>
      (await admin('GET', `/users-permissions/roles/${id}`)).body.role.permissions[
        'plugin::calendar'
      ].controllers;
    expect((await rights()).category.delete.enabled).toBe(false);
    await open(`/admin/settings/users-permissions/roles/${id}`);
    await page.getByRole('button', { name: /^Calendar/ }).click();
    await page.getByRole('checkbox', { name: 'delete', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Bound route to category.delete' }).first().waitFor();
    expect(await page.locator('main').textContent()).toContain(
      'DELETE/calendar/events/v1/categories/:id',
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Role edited').waitFor();
    expect((await rights()).category.delete.enabled).toBe(true);
    await settled();
    expect(faults).toEqual([]);
  });

  it('a reader of few fields sees the group of every field, and each field once', async () => {
    const { documentId } = await buildEvent({ title: 'Seen in part', cost: '5', ...EVENING });
    const few = ['title', 'end_date', 'timezone', 'venue', 'cost', 'website'];
    const readFew = (right: Right): Right => ({
      ...right,
      ...(right.subject === uidOf('event') &&
        right.properties.fields && { properties: { ...right.properties, fields: few } }),
    });
    await withRights('strapi-editor', readFew, async () => {
      const { page, open, faults } = await somebody('strapi-editor');
      await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
      for (const name of ['Who', 'Visibility']) {
        await page.getByRole('heading', { name, exact: true }).waitFor();
      }
      for (const label of ['Organizers', 'Who may see it']) {
        expect(await page.getByText(label, { exact: true }).count()).toBe(1);
      }
      await page.getByRole('button', { name: 'More', exact: true }).waitFor();
      expect(faults).toEqual([]);
    });
  });

  it('a reader of start and end, but not of their zone, sees no times in another one', async () => {
    const { documentId } = await buildEvent({
      title: 'In Tokyo',
      ...EVENING,
      timezone: 'Asia/Tokyo',
    });
    const few = ['title', 'start_date', 'end_date'];
    const readFew = (right: Right): Right => ({
      ...right,
      ...(right.subject === uidOf('event') &&
        right.properties.fields && { properties: { ...right.properties, fields: few } }),
    });
    await withRights('strapi-editor', readFew, async () => {
      const { page, open, settled } = await somebody('strapi-editor');
      const checked = page.waitForResponse((each) => each.url().includes('/admin/dry-run/event'));
      await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
      await checked;
      await settled();
      await page.locator('input[name=start_date]').first().waitFor();
      expect(await page.getByText(/^(There|Here|UTC): /).allTextContents()).toEqual([]);
    });
  });

  inFull(
    'a publisher without the agenda sees which permission moderation requires (D15.13)',
    async () => {
      const { body } = await admin('POST', '/admin/roles', { name: 'Publishes', description: '' });
      const action = 'plugin::content-manager.explorer.publish';
      const publish = { action, subject: uidOf('event'), conditions: [], properties: {} };
      const permissions = [{ ...publish, properties: { locales: ['en', 'ar'] } }];
      await admin('PUT', `/admin/roles/${body.data.id}/permissions`, { permissions });
      const login = await invite(body.data.id);
      const visitor = { ...login, timezoneId: 'Europe/Paris' };
      const { page, open, faults } = await editorAt(browser, visitor);
      await open('/admin/moderation');
      await page.getByText('your role lacks the permission “Open the agenda”').waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  inFull(
    'a translator adds a language, but neither changes shared fields nor publishes (D10.10)',
    async () => {
      const { public_id } = await buildVenue({ venue: 'The Dunes' });
      const kites = { title: 'Kite festival', cost: '5', venue: [public_id], ...EVENING };
      const { documentId } = await buildEvent(kites);
      const { page, open, load, press, button, settled, faults } =
        await somebody('calendar-translator');
      const enabled = async (inputs: string) => page.locator(`main :is(${inputs}):enabled`).count();
      await open(`${AGENDA}?q=kite`);
      expect(await page.getByRole('link', { name: 'New event' }).count()).toBe(0);
      await page.getByRole('checkbox', { name: 'Select: Kite festival' }).click();
      const bar = page.getByRole('region', { name: 'Many events at once' });
      await bar.getByRole('button', { name: 'Clear selection' }).waitFor();
      expect(await bar.getByRole('button').allTextContents()).toEqual([
        ...['Change…', 'Move…', 'Repeat…', 'Duplicate…', 'Clear selection'],
      ]);
      await page.getByRole('link', { name: 'Add French' }).click();
      const title = page.locator('input[name=title]');
      await title.waitFor();
      await settled();
      await sharedAreShown(page);
      expect(await enabled(SHARED)).toBe(0);
      await title.pressSequentially('Fête des cerfs-volants');
      await page.locator('.CodeMirror').first().click();
      await page.keyboard.type('Sur la plage.');
      expect(await button('Publish').isEnabled()).toBe(false);
      await press('Save');
      const [row] = await rows({ documentId, locale: 'fr' });
      expect(row).toMatchObject({ title: 'Fête des cerfs-volants', description: 'Sur la plage.' });
      expect(row).toMatchObject({ cost: '5', publishedAt: null });

      await sharedAreShown(page);
      expect(await enabled(SHARED)).toBe(0);
      await page.getByRole('button', { name: 'More actions' }).first().click();
      const trash = page.getByRole('menuitem', { name: 'Move to the trash (all languages)' });
      expect(await trash.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Escape');
      await title.press('End');
      await page.keyboard.type(' !');
      expect(await button('Publish').isEnabled()).toBe(false);

      await page.evaluate('window.onbeforeunload = null');
      const change = (right: Right): Right => {
        const { fields = [] } = right.properties;
        if (right.subject !== uidOf('event')) return right;
        const given = right.action.endsWith('.update') ? [...fields, 'end_date'] : fields;
        const left = given.filter((field) => !HIDDEN.includes(field));
        return { ...right, properties: { ...right.properties, fields: left } };
      };
      await withRights('calendar-translator', change, async () => {
        await load(); // Rights are asked for once.
        await page.locator('[id="end_date-time"]:enabled').waitFor();
        expect(await enabled('input[type=date], [role=switch], [id=timezone]')).toBe(1);
        expect(await page.locator('input[name=start_date]').count()).toBe(0);
        expect(await page.getByRole('switch', { name: 'All day' }).count()).toBe(1);
      });
      await open('/admin/moderation'); // For whoever may publish.
      await page.getByText('permissions to access that content').waitFor();
      expect(faults).toEqual([]);
    },
  );

  inFull(
    'the list shows the state first, names venues and links to the agenda (D15.6)',
    async () => {
      const { public_id } = await buildVenue({ venue: 'The Boathouse' });
      await buildEvent({ title: 'Regatta', venue: [public_id] });
      const { page, open } = editor;
      await open(LIST);
      await rowOf('Regatta').waitFor();
      const headers = await page.locator('thead th').allTextContents();
      expect(headers.slice(1, 3)).toEqual(['status', 'Title']);
      expect(headers).not.toEqual(expect.arrayContaining(['documentId']));
      const cells = await rowOf('Regatta').locator('td').allTextContents();
      expect(cells[headers.indexOf('Venues')]).toBe('The Boathouse');
      await page.getByRole('main').getByRole('link', { name: 'Agenda', exact: true }).click();
      await page.waitForURL(/\/admin\/agenda/);
    },
  );

  inFull('who may not change an event is not asked to share its draft (D16.7)', async () => {
    const { documentId } = await buildEvent({ title: 'Theirs to read' }, { publish: false });
    const { page, open, settled, faults } = await somebody('strapi-author');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    await page.getByText('Interface', { exact: false }).first().waitFor();
    await settled();
    expect(asked.filter((url) => url.includes('/shared-drafts'))).toEqual([]);
    expect(await page.getByText('Share the draft').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  inFull('who may not publish cannot delete or trash what is public (D10.4)', async () => {
    await buildEvent({ title: 'On the posters' });
    await buildEvent({ title: 'Not yet out' }, { publish: false });
    const ofAll = (right: Right): Right => ({ ...right, conditions: [] });
    await withRights('strapi-author', ofAll, async () => {
      const { page, open } = await somebody('strapi-author');
      await open(LIST);
      const disabledFor = async (title: string) => {
        const row = page.getByRole('row').filter({ hasText: title });
        await row.getByRole('button', { name: 'Row actions' }).click();
        const ways = page.getByRole('menuitem', { name: /^(Delete entry|Move to the trash)/ });
        await ways.first().waitFor();
        const found = await ways.evaluateAll((all) =>
          all.map((one) => one.ariaDisabled === 'true'),
        );
        await page.keyboard.press('Escape');
        return found;
      };
      expect(await disabledFor('On the posters')).toEqual([true, true, true]);
      expect(await disabledFor('Not yet out')).toEqual([false, false, false]);
    });
  });

  inFull('Delete in the list warns that it is permanent, and offers the trash (D6.3)', async () => {
    const { documentId } = await buildEvent({ title: 'Two ways out' });
    const { page, open, settled } = editor;
    await open(LIST);
    const ask = async () => {
      await rowOf('Two ways out').getByRole('button', { name: 'Row actions' }).click();
      await page.getByRole('menuitem', { name: /^Delete entry \(all/ }).click();
      await inDialog('Delete for good').waitFor();
    };
    await ask();
    await dialog().getByText('in every language, for good: nobody can bring it back').waitFor();
    expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
    await inDialog('Move to the trash instead').click();
    await dialog().waitFor({ state: 'detached' });
    await settled();
    const [trashed] = await rows({ documentId, publishedAt: null });
    expect(trashed.trashed_at).not.toBeNull();
    await ask();
    expect(await inDialog('Move to the trash instead').count()).toBe(0);
    await inDialog('Delete for good').click();
    await settled();
    await rowOf('Two ways out').waitFor({ state: 'detached' });
    expect(await rows({ documentId })).toEqual([]);
  });

  inFull("Delete for several rows says that it deletes the list's language (D6.3)", async () => {
    const event = await buildEvent({ title: 'Out in English' });
    await buildEvent({ title: 'Reste en français' }, { of: event, language: 'fr' });
    const { page, open, settled } = editor;
    await open(LIST);
    await rowOf('Out in English').getByRole('checkbox').click();
    await page.getByText('1 entry selected').hover(); // Chromium may be idle only after a frame.
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog().getByText('Only the language that the list shows is deleted').waitFor();
    await inDialog('Delete for good').click();
    await settled();
    await rowOf('Out in English').waitFor({ state: 'detached' });
    const left = await rows({ documentId: event.documentId });
    expect([...new Set(left.map(({ locale }) => locale))]).toEqual(['fr']);
  });

  inFull('Unpublish for several languages lets choose them, and deletes nothing', async () => {
    const event = await buildEvent({ title: 'Back to drafts' });
    await buildEvent({ title: 'Retour au brouillon' }, { of: event, language: 'fr' });
    const { page, open, settled } = editor;
    await open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
    await page.getByRole('button', { name: 'More document actions' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish multiple locales' }).click();
    const choice = page.getByRole('dialog');
    await choice.getByRole('checkbox').first().click();
    expect(await choice.getByText('already unpublished').count()).toBe(0); // Strapi counts the modified ones there.
    await choice.getByRole('button', { name: 'Unpublish' }).click();
    await settled();
    const left = await rows({ documentId: event.documentId });
    expect(left.map(({ locale, publishedAt }) => [locale, publishedAt]).sort()).toEqual([
      ['en', null],
      ['fr', null],
    ]);
  });

  inFull(
    'the trash restores in two clicks, and deletes one or all after confirmation (D6.3)',
    async () => {
      const back = await buildTrashed('Thrown away by mistake');
      const gone = await buildTrashed('Nobody needs it');
      const { page, open, settled } = editor;
      await open(AGENDA);
      const clicks = await clicksIn(page);
      await page.getByRole('link', { name: /^Trash 2$/ }).click();
      await page.getByRole('button', { name: 'Restore: Thrown away by mistake' }).click();
      await page.getByRole('link', { name: /^Trash 1$/ }).waitFor();
      expect(await clicks()).toBeLessThanOrEqual(2);
      expect(await rows({ documentId: back.documentId })).toMatchObject([{ trashed_at: null }]);

      const one = page.getByRole('button', { name: 'Delete for good: Nobody needs it' });
      await one.click();
      await inDialog('Cancel').click();
      expect(await rows({ documentId: gone.documentId })).toHaveLength(1);
      await one.click();
      await dialog().getByText('in every language, for good: nobody can bring it back').waitFor();
      expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
      await inDialog('Delete for good').click();
      await page.getByText('Deleted for good: 1.').waitFor();
      expect(await rows({ documentId: gone.documentId })).toEqual([]);

      for (let at = 0; at < MANY; at += 1) await buildTrashed(`Of many, ${at}`);
      await open(`${AGENDA}?view=trash`);
      await page.getByRole('button', { name: `Empty the trash (${MANY})` }).click();
      await dialog()
        .getByText(`for good, in every language: ${MANY}. Nobody can bring them back.`)
        .waitFor();
      expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
      const meanwhile = await buildTrashed('Put there meanwhile'); // Of this one nobody was told.
      const goOn = await holdBehind(page, '**/trash/delete', 1);
      await inDialog('Delete for good').click();
      await dialog().getByText(`Deleted: 10 of ${MANY}`).waitFor();
      const faults = await seriousFaults(page, '[role=alertdialog]');
      goOn();
      await page.getByText(`Deleted for good: ${MANY}.`).waitFor();
      await settled();
      expect(faults).toEqual([]);
      expect(await rows({ trashed_at: { $notNull: true } })).toMatchObject([
        { documentId: meanwhile.documentId },
      ]);
      await page.getByRole('button', { name: 'Empty the trash (1)' }).click();
      await inDialog('Delete for good').click();
      await page.getByText('Deleted for good: 1.').first().waitFor();
      await settled();
      expect(await rows({ trashed_at: { $notNull: true } })).toEqual([]);
      expect(await page.getByRole('button', { name: /^Empty the trash/ }).count()).toBe(0);
    },
  );

  it('pages in Arabic are right-to-left and fit the window (D7.7)', async () => {
    const { public_id } = await buildVenue({ venue: 'The Quay' });
    await buildEvent({ title: 'From both sides', venue: [public_id] });
    await buildTrashed('In the trash');
    const { page, open, load, speak } = editor;
    await speak('ar');
    await open(LIST);
    await rowOf('From both sides').waitFor();
    expect(await page.evaluate(BACK)).toBe('-1 1');
    await rowOf('From both sides').getByRole('button', { name: 'إجراءات السطر' }).click();
    const remove = page.getByRole('menuitem', { name: 'حذف الإدخال (كل اللغات)' });
    await remove.waitFor();
    expect(await extent()).toEqual(['rtl', 0]);
    await remove.click();
    await inDialog('حذف نهائي').waitFor();
    expect(await extent()).toEqual(['rtl', 0]);
    expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
    await page.evaluate(WITHOUT_RULE);
    expect(await extent()).not.toEqual(['rtl', 0]);

    await load(`${AGENDA}?view=trash`); // With the rule again.
    await page.getByRole('button', { name: /^إفراغ سلة المهملات/ }).click();
    await inDialog('حذف نهائي').waitFor();
    expect(await extent()).toEqual(['rtl', 0]);
    expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction('document.documentElement.clientWidth === 390');
    await editor.settled(); // Strapi's heading is drawn for a phone behind it.
    expect(await extent()).toEqual(['rtl', 0]);
  });

  it('no page causes an error', () => {
    expect(editor.faults).toEqual([]);
  });
});
