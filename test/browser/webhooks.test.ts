import type { Browser, Route } from 'playwright-core';
import { secretsOf } from '../../src/plugins/calendar/server/src/database/webhooks';
import { seriousFaults } from '../support/accessibility';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, editorAt } from '../support/editing';
import { inFull } from '../support/extent';
import { holdAnswer, holdBehind, loseAnswers } from '../support/held-requests';
import { delivered, Receiver } from '../support/receiver';
import { buildEvent } from '../support/records';
import { withSettings } from '../support/settings';

const PAGE = '/admin/settings/calendar-webhooks';

const receiver = new Receiver();

let browser: Browser;
let person: EditorAt;

const button = (name: string | RegExp) => person.page.getByRole('button', { name, exact: true });

/** Walks with Tab to what has the name, as nobody with a mouse does. */
async function tabTo(name: string) {
  for (let keys = 0; keys < 60; keys += 1) {
    const at = await person.page.evaluate<string>(
      "document.activeElement.ariaLabel || document.activeElement.innerText || document.activeElement.closest('div')?.innerText || ''",
    );
    if (at.includes(name)) return;
    await person.page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${name}.`);
}

const shows = (text: string | RegExp) => person.page.getByText(text).first().waitFor();

(canBrowse ? describe : describe.skip)('webhooks in the browser', () => {
  withSettings({ webhooks: { privateHosts: ['127.0.0.1', '::1'] } });

  beforeAll(async () => {
    await receiver.listen();
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    person = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
  });

  afterAll(async () => {
    await browser?.close();
    await receiver.close();
    await strapi.db.getConnection('calendar_webhooks').delete();
  });

  it('are created, tested, monitored, re-enabled and deleted', async () => {
    const { page, open, settled } = person;
    await open('/admin/settings');
    await page.getByRole('link', { name: 'Calendar webhooks' }).click();
    await shows('No webhooks yet.');
    expect(await seriousFaults(page, 'main')).toEqual([]);

    await button('New webhook').click();
    const address = page.getByRole('textbox', { name: 'Address' });
    await address.pressSequentially('http://10.0.0.8/hook');
    await page.keyboard.press('Enter');
    await settled();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.press('Control+a');
    await address.pressSequentially(receiver.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Town hall');
    await tabTo('All messages');
    await page.keyboard.press('Space');
    await button('Save').click();
    await shows('Choose at least one message.');
    await button('All: Event').click();
    await page.getByRole('checkbox', { name: 'changed' }).first().click();
    expect(await seriousFaults(page, '[role=dialog]')).toEqual([]);
    await button('Save').click();
    const secret = page.getByRole('textbox', { name: /^Secret/ });
    expect(await secret.inputValue()).toMatch(/^whsec_/);
    await shows(/Event: published · Event: unpublished/);

    await button('Send a test message').focus();
    await page.keyboard.press('Enter');
    await shows('The test message arrived.');
    await settled();
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Send a test message');
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['webhook.test']);
    expect(await secret.count()).toBe(1); // To be copied still: it is told once.

    receiver.answer = () => 410;
    const { public_id } = await buildEvent({ title: 'Ubu' });
    await delivered();
    await open('/admin');
    await shows('Switched off: Town hall');
    await page.getByRole('link', { name: '1 webhook', exact: true }).click();
    await shows(/The address responded that it is gone/);
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await shows(`Event: published · Event ${public_id}`);
    await page.mouse.move(0, 0); // What is under it changes its colour.
    await settled();
    expect(await seriousFaults(page, 'main')).toEqual([]);

    receiver.answer = () => 204;
    receiver.forget();
    await button('Switch on').focus();
    await page.keyboard.press('Enter');
    await button('Switch on').waitFor({ state: 'detached' });
    await settled();
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Send a test message');
    await page.getByRole('link', { name: 'Failed' }).click();
    await button('Send all that failed again').click();
    await shows('No message has failed.');
    await delivered();
    expect(receiver.told).toEqual([`event.published ${public_id}`]);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await button('Refresh').click();
    await shows('Delivered');

    const moment = Date.now();
    const paused = { failures: 5, paused_at: moment, paused_until: moment + 600_000 };
    await strapi.db.getConnection('calendar_webhooks').update(paused);
    await button('Refresh').click();
    await shows(/Paused until .* because the last messages were not accepted/);
    expect(await seriousFaults(page, 'main')).toEqual([]);
    await button('Send a test message').click();
    await page.getByText(/Paused until/).waitFor({ state: 'detached' });

    await button('Delete').click();
    await shows(/“Town hall” will receive no more messages/);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await shows('No webhooks yet.');
    expect(person.faults).toEqual([]);
  });

  inFull('report a lost response in plain words, and show what was created', async () => {
    const { page, open, settled } = person;
    await open(PAGE);
    const lost = /calendar\/admin\/webhooks(\/\d+\/test)?$/;
    const lose = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    };
    await page.route(lost, lose);
    await button('New webhook').click();
    await page.getByRole('textbox', { name: 'Address' }).pressSequentially(receiver.url);
    await page.keyboard.press('Enter');
    await shows('That did not work. Try again.');
    await page.unroute(lost);
    await page.keyboard.press('Enter'); // It is made once (D9.12), and its secret told after all.
    await page.getByRole('textbox', { name: /^Secret/ }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(1);
    await page.route(lost, lose);
    await settled();
    await button('Send a test message').click();
    await shows('That did not work. Try again.');
    expect(await page.getByText('Failed to fetch').count()).toBe(0);
    await page.unroute(lost);
    await button('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await shows('No webhooks yet.');
  });

  it('keep a new secret visible while another webhook is used', async () => {
    const { page, open, settled } = person;
    const hooks = () => strapi.db.getConnection('calendar_webhooks');
    const made = { url: receiver.url, types: '[]', enabled: true, created: Date.now(), secret: '' };
    for (const name of ['First', 'Second']) await hooks().insert({ ...made, name });
    await open(PAGE);
    const secrets = page.getByRole('textbox', { name: /^Secret/ });
    for (const [at, name] of ['First', 'Second'].entries()) {
      const card = page.getByRole('listitem', { name });
      await card.getByRole('button', { name: 'New secret' }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).press('Enter');
      await card.getByRole('textbox', { name: /^Secret/ }).waitFor();
      await settled();
      expect(await secrets.count()).toBe(at + 1);
    }
    await hooks().delete();
  });

  it('send all that failed again, also when the page is left before it is listed', async () => {
    const { page, open } = person;
    await open(PAGE);
    await button('New webhook').click();
    await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Secret/ }).waitFor();
    receiver.answer = () => 410;
    await buildEvent({ title: 'Missed' });
    await delivered();
    receiver.answer = () => 204;
    await open(PAGE);
    await button('Switch on').click();
    await button('Switch on').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('link', { name: 'Failed' }).click();
    await button('Send all that failed again').waitFor();
    const release = await holdBehind(page, /deliveries\?.*per_page/, 0);
    await button('Send all that failed again').click();
    await page.getByRole('link', { name: 'API Tokens' }).click();
    const sent = page.waitForRequest(/redeliver$/, { timeout: 10_000 });
    release();
    await sent;
    await page.unroute(/deliveries\?.*per_page/);
    await strapi.db.getConnection('calendar_webhooks').delete();
  });

  describe('with a single webhook', () => {
    const confirm = () =>
      person.page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).press('Enter');

    beforeAll(async () => {
      const made = { created: Date.now(), secret: '' };
      const one = { name: 'Library', url: receiver.url, types: '[]', enabled: true };
      await strapi.db.getConnection('calendar_webhooks').insert({ ...one, ...made });
      await person.open(PAGE);
    });

    inFull('request no second secret while the first is pending', async () => {
      const { page, settled } = person;
      const release = await holdBehind(page, '**/secret', 0);
      await button('New secret').press('Enter');
      await confirm();
      await page.locator('button:disabled', { hasText: 'New secret' }).waitFor();
      release();
      await page.getByRole('textbox', { name: /^Secret/ }).waitFor();
      await settled();
      expect(await page.evaluate('document.activeElement.innerText')).toBe('New secret');
      await page.unroute('**/secret');
    });

    inFull('show a new secret if it is requested again after a lost response', async () => {
      const { page, settled } = person;
      const secrets = () =>
        strapi.db.getConnection('calendar_webhooks').first('secret', 'former_secret');
      const { secret: before } = await secrets();
      await loseAnswers(page, '**/secret');
      await button('New secret').press('Enter');
      await confirm();
      await shows('No response was received. The list shows whether it was done.');
      await page.unroute('**/secret');
      await settled();
      await button('New secret').press('Enter');
      await confirm();
      await page.getByRole('textbox', { name: /^Secret/ }).waitFor();
      expect(await secrets()).toMatchObject({ former_secret: before });
      await settled();
    });

    inFull('show the same secret to somebody who left the page before it arrived', async () => {
      const { page, open, settled } = person;
      const { id } = await strapi.db.getConnection('calendar_webhooks').first('id');
      const secrets = () => secretsOf(id, new Date());
      const [before] = await secrets();
      const { stored, release } = await holdAnswer(page, '**/secret');
      await button('New secret').press('Enter');
      await confirm();
      await stored;
      const [renewed] = await secrets();
      expect(renewed).not.toBe(before);
      await page.getByRole('link', { name: 'API Tokens' }).click();
      await settled();
      release();
      await page.unroute('**/secret');
      await page.getByRole('link', { name: 'Calendar webhooks' }).click();
      await settled();
      await button('New secret').press('Enter');
      await confirm();
      const told = page.getByRole('textbox', { name: /^Secret/ });
      await told.waitFor();
      expect(await told.inputValue()).toBe(renewed);
      expect(await secrets()).toEqual([renewed, before].filter(Boolean));
      await open(PAGE);
    });

    inFull('update only the edited fields, whatever else changed meanwhile', async () => {
      const hooks = () => strapi.db.getConnection('calendar_webhooks');
      await hooks().update({ enabled: false, switched_off: 'gone' });
      await button('Edit').press('Enter');
      await person.page.getByRole('textbox', { name: 'Description' }).fill('Town library');
      await button('Save').press('Enter');
      await shows('Town library');
      const { name, enabled, switched_off } = await hooks().first();
      expect([name, Boolean(enabled), switched_off]).toEqual(['Town library', false, 'gone']);
      await hooks().update({ enabled: true, switched_off: null });
      await person.open(PAGE);
    });

    inFull('focus the address that is rejected', async () => {
      const { page } = person;
      await button('Edit').click(); // Which waits until it can be pressed.
      const address = page.getByRole('textbox', { name: 'Address' });
      await address.fill('http://10.0.0.8/hook');
      await button('Save').press('Enter');
      await address.and(page.locator(':focus[aria-invalid=true]')).waitFor();
      await page.keyboard.press('Escape');
    });

    inFull('have the back link of the deliveries at the start of the page', async () => {
      const { page, settled } = person;
      await page.getByRole('link', { name: 'Deliveries' }).click();
      await settled();
      const back = page.locator('main').getByRole('link', { name: 'Calendar webhooks' });
      const [title, way] = await Promise.all(
        [page.getByRole('heading', { level: 1 }), back.locator('svg')].map((one) =>
          one.boundingBox(),
        ),
      );
      expect(Math.abs((way?.x ?? Number.NaN) - (title?.x ?? 0))).toBeLessThan(20);
      await back.click();
    });

    inFull('lead to the last page of failed deliveries from one beyond it', async () => {
      const { page, open } = person;
      const { id } = await strapi.db.getConnection('calendar_webhooks').first('id');
      const log = { deliveries: [], total: 0, total_pages: 0 };
      const failed = {
        type: 'event.published',
        record: { type: 'event', id: 1 },
        status: 'failed',
      };
      const when = { created: new Date(), last_attempt: null, next_attempt: null };
      const answered = { response_status: 500, error: null, duration: 1, attempts: 1 };
      const delivery = { id: 1, message: 'm', ...failed, ...when, ...answered };
      const first = { deliveries: [delivery], total: 20, total_pages: 1 };
      await page.route('**/deliveries?*', (route) => {
        const asked = new URL(route.request().url()).searchParams.get('page');
        const json = asked === '1' ? first : { ...log, total: 20, total_pages: 1 };
        return route.fulfill({ json });
      });
      await open(`${PAGE}?log=${id}&status=failed&page=2`);
      await shows('Event: published · Event 1');
      expect(await page.getByText('No message has failed.').count()).toBe(0);
      expect(new URL(page.url()).search).toBe(`?log=${id}&status=failed`);
      await page.unroute('**/deliveries?*');
      await open(PAGE);
    });

    it('show that one is deleted after a lost response', async () => {
      await loseAnswers(person.page, '**/webhooks/*', 'DELETE');
      await button('Delete').press('Enter');
      await confirm();
      await shows('No response was received. The list shows whether it was done.');
      await shows('No webhooks yet.');
      await person.page.unroute('**/webhooks/*');
    });
  });

  it('show an address from left to right in Arabic', async () => {
    const { page, open, speak } = person;
    const url = 'https://example.org/hook/';
    const made = { types: '[]', enabled: true, created: Date.now(), secret: '' };
    await strapi.db.getConnection('calendar_webhooks').insert({ ...made, url, name: 'Library' });
    await speak('ar');
    await open(PAGE);
    await page.getByText(url, { exact: true }).waitFor();
    const direction = await page.evaluate(`getComputedStyle(
      [...document.querySelectorAll('main li *')].findLast((it) => it.textContent === '${url}'),
    ).direction`);
    await strapi.db.getConnection('calendar_webhooks').delete();
    await speak('en');
    expect(direction).toBe('ltr');
  });

  inFull('are right-to-left in Arabic, and fit a phone', async () => {
    const { page, open, settled, speak } = person;
    await speak('ar');
    await open(PAGE);
    await page.getByRole('button', { name: 'خطاف جديد' }).click();
    await page.getByRole('textbox', { name: 'العنوان' }).pressSequentially(receiver.url);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /المفتاح السري/ }).waitFor();
    await page.mouse.move(0, 0); // Strapi's own button is pale while the mouse is over it.
    await settled();
    expect(await seriousFaults(page, 'main')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled();
    const wider = await page.evaluate<number>(
      'document.querySelector("main").scrollWidth - innerWidth',
    );
    expect(wider).toBeLessThanOrEqual(0);
    expect(person.faults).toEqual([]);
  });
});
