import type { Browser } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, editorAt } from '../support/editing';
import { buildEvent } from '../support/records';

const AGENDA = '/admin/agenda';

let browser: Browser;

const rows = (where: object) => strapi.db.query(uidOf('event')).findMany({ where });

async function somebody(role: string): Promise<EditorAt> {
  const login = await invite(await roleOf(role));
  return editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
}

(canBrowse ? describe : describe.skip)('in the browser', () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

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
});
