import type { Browser } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { seriousFaults } from '../support/accessibility';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { buildEvent, buildVenue, type Stored } from '../support/records';

const AGENDA = '/admin/agenda';

let browser: Browser;

const rows = (where: object) => strapi.db.query(uidOf('event')).findMany({ where });

const formOf = ({ documentId }: Stored, language: string) =>
  `${EVENTS}/${documentId}?plugins[i18n][locale]=${language}`;

async function somebody(role: string): Promise<EditorAt> {
  const login = await invite(await roleOf(role));
  return editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
}

async function inTrash(title: string) {
  const event = await buildEvent({ title });
  const data = { trashed_at: '2027-01-01T00:00:00.000Z' } as object;
  await strapi
    .documents(uidOf('event'))
    .update({ documentId: event.documentId, locale: 'en', data });
  return event;
}

(canBrowse ? describe : describe.skip)('in the browser', () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  it('a translator writes the texts of a language, and can touch nothing else (D10.10)', async () => {
    const event = await buildEvent({ title: 'Concert', website: 'https://example.org/' });
    const { page, open, press, button, faults } = await somebody('calendar-translator');
    await open(formOf(event, 'fr'));
    const title = page.locator('input[name=title]');
    await title.waitFor();
    for (const shared of ['input[name=start_date]', '[id="start_date-time"]', '[name=website]']) {
      expect([shared, await page.locator(shared).isDisabled()]).toEqual([shared, true]);
    }
    await title.pressSequentially('Concert au parc');
    await press('Save');
    expect(await rows({ documentId: event.documentId, locale: 'fr' })).toMatchObject([
      { title: 'Concert au parc', publishedAt: null, website: 'https://example.org/' },
    ]);
    const publish = button('Publish');
    expect((await publish.count()) === 0 || (await publish.isDisabled())).toBe(true);
    expect(faults).toEqual([]);
  });

  it('a moderator finds what waits, publishes it, and is not let to users (D10.10)', async () => {
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

  it('the list says state and venues, leads to the agenda, and deletes for good as the last way (D15.6, D6.3)', async () => {
    const venue = await buildVenue({ venue: 'The old mill' });
    const event = await buildEvent({ title: 'At the mill', venue: [venue.public_id] });
    const { page, open, settled, faults } = await somebody('strapi-editor');
    await open(`${EVENTS}?plugins[i18n][locale]=en`);
    const headers = await page.getByRole('columnheader').allTextContents();
    expect(headers.slice(1, 6)).toEqual(['status', 'Title', 'Starts', 'Ends', 'Venues']);
    const first = page.getByRole('row').nth(1);
    expect(await first.getByRole('status').textContent()).toBe('Published');
    expect(await first.textContent()).toContain('The old mill');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Select field' }).click();
    const fields = await page.getByRole('option').allTextContents();
    expect(fields).toContain('Title');
    expect(fields.filter((name) => /^(id|documentId|Password|Search text)$/.test(name))).toEqual(
      [],
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await first.getByRole('button', { name: 'Row actions' }).click();
    await page.getByRole('menuitem', { name: /Delete entry \(all locales\)/ }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('nobody can bring it back').waitFor();
    await dialog.getByRole('button', { name: 'Move to the trash instead' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await settled();
    const after = await rows({ documentId: event.documentId });
    expect(after.map(({ trashed_at }) => Boolean(trashed_at))).toEqual([true, true]);

    await page.getByRole('link', { name: 'Agenda' }).last().click();
    await page.waitForURL(/\/admin\/agenda/);
    expect(faults).toEqual([]);
  });

  it('the trash deletes one for good, and is emptied, with their number (D6.3)', async () => {
    await strapi.db.query(uidOf('event')).deleteMany({});
    const [one, two, three] = [await inTrash('One'), await inTrash('Two'), await inTrash('Three')];
    const { page, open, settled, faults } = await somebody('strapi-editor');
    await open(`${AGENDA}?view=trash`);
    await page.getByRole('button', { name: 'Delete for good: Two' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await seriousFaults(page, '[role=alertdialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('Deleted for good: 1.').waitFor();
    await settled();
    expect(await rows({ documentId: two.documentId })).toEqual([]);
    expect(await seriousFaults(page, 'main')).toEqual([]);
    await page.getByRole('button', { name: 'Empty the trash (2)' }).click();
    await dialog.getByText('for good: 2.').waitFor();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('Deleted for good: 2.').waitFor();
    expect([
      ...(await rows({ documentId: one.documentId })),
      ...(await rows({ documentId: three.documentId })),
    ]).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('the whole admin turns with its language (D7.7)', async () => {
    await buildEvent({ title: 'Concert' });
    const { page, open, speak, faults } = await somebody('strapi-editor');
    const side = async () => {
      const box = await page.getByRole('navigation').first().boundingBox();
      return (box?.x ?? 0) > 700 ? 'right' : 'left';
    };
    await open(EVENTS);
    expect([await page.locator('html').getAttribute('dir'), await side()]).toEqual(['ltr', 'left']);
    await speak('ar');
    await open(EVENTS);
    expect([await page.locator('html').getAttribute('dir'), await side()]).toEqual([
      'rtl',
      'right',
    ]);
    expect(await page.getByRole('columnheader').nth(1).textContent()).toBe('الحالة');
    expect(faults).toEqual([]);
  });
});
