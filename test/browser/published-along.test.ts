import type { Browser } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { inFull } from '../support/extent';
import { api, get } from '../support/http';
import { buildEvent, buildOrganizer, buildVenue } from '../support/records';

(canBrowse ? describe : describe.skip)('an editor who publishes an event', () => {
  let browser: Browser;
  let editor: EditorAt;

  beforeAll(async () => {
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
  });

  afterAll(() => browser?.close());

  it('sees what will be published with it, and afterwards what was', async () => {
    const { page, faults, open, settled } = editor;
    const venue = await buildVenue({ venue: 'New Hall' }, { publish: false });
    const organizer = await buildOrganizer({ organizer: 'Old Friends' });
    const { documentId } = await buildEvent(
      { venue: [venue.public_id], organizer: [organizer.public_id] },
      { publish: false },
    );
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    await page.getByText(/New Hall will be published with it/).waitFor();
    const states = page.getByRole('listitem').filter({ hasText: 'New Hall' }).getByText('Draft');
    expect(await states.count()).toBe(1);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Also published: New Hall', { exact: true }).waitFor();
    await page.getByText(/will be published with it/).waitFor({ state: 'detached' });
    await settled();
    expect(await states.count()).toBe(0);
    expect((await get(api(`/venues/${venue.public_id}`))).status).toBe(200);
    expect(faults).toEqual([]);
  });

  it('sees a venue that was published along as such in its own form, looked at just before', async () => {
    const { page, open, settled } = editor;
    const venue = await buildVenue({ venue: 'Seen Hall' }, { publish: false });
    const { documentId } = await buildEvent({ venue: [venue.public_id] }, { publish: false });
    const formOfVenue = EVENTS.replace('event', 'venue');
    const draft = page.getByText('Not yet: it is a draft.');
    await open(`${formOfVenue}/${venue.documentId}?plugins[i18n][locale]=en`);
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    await page.evaluate('history.go(-2)'); // Past the empty page between the two.
    await draft.waitFor();
    await page.evaluate('history.go(2)');
    await page.getByText(/Seen Hall will be published with it/).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Also published: Seen Hall', { exact: true }).waitFor();
    await page.evaluate('history.go(-2)');
    await page.getByRole('heading', { name: 'Seen Hall' }).waitFor();
    await settled();
    expect(await draft.count()).toBe(0);
  });

  inFull('sees what was published with a new event', async () => {
    const { page, faults, open, settled } = editor;
    await buildVenue({ venue: 'Newer Hall' }, { publish: false });
    const times = 'start_date=2031-03-20+09:00:00&end_date=2031-03-20+10:00:00&timezone=UTC';
    await open(`${EVENTS}/create?plugins[i18n][locale]=en&${times}`);
    await page.locator('input[name=title]').pressSequentially('New itself');
    await page
      .getByRole('combobox', { name: 'Venues', exact: true })
      .pressSequentially('Newer Hall');
    await page.getByRole('option', { name: /Newer Hall/ }).click();
    await page.getByText(/Newer Hall will be published with it/).waitFor();
    await settled();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Also published: Newer Hall', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  inFull('sees no venue reported that a colleague has published meanwhile', async () => {
    const { page, faults, open, settled } = editor;
    const venue = await buildVenue({ venue: 'Their Hall' }, { publish: false });
    const { documentId } = await buildEvent(
      { title: 'Saved', venue: [venue.public_id] },
      { publish: false },
    );
    await open(`${EVENTS}/${documentId}?plugins[i18n][locale]=en`);
    await page.getByText(/Their Hall will be published with it/).waitFor();
    await strapi.documents(uidOf('venue')).publish({ documentId: venue.documentId, locale: 'en' });
    await page.locator('input[name=title]').press('End');
    await page.keyboard.type(' again');
    await settled();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/will be published with it/).waitFor({ state: 'detached' });
    expect(await page.getByText(/^Also published/).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
