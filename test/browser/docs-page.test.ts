import type { Browser, BrowserContext, Page } from 'playwright-core';
import { canBrowse, openBrowser, PATIENCE } from '../support/browser';
import { apiToken, bearer } from '../support/callers';
import { inFull } from '../support/extent';
import { api, get, send } from '../support/http';
import { buildEvent } from '../support/records';

const FORM = 'application/x-www-form-urlencoded';
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];
const asked = new Set<string>();

/**
 * A page at the address, as a test before has left it where that is open; what breaks in it, and whom
 * it asks, is collected.
 */
async function open(path: string) {
  if (page?.url().split('#')[0] === baseURL + path) return; // Behind it is the operation that was opened last.
  await page?.close();
  page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    const isOurs = message.location().url.startsWith(baseURL);
    if (message.type() === 'error' || (message.type() === 'warning' && isOurs))
      faults.push(message.text());
  });
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective, event.blockedURI))",
  );
  await page.goto(baseURL + path);
  await operation('GET', '/events').waitFor();
}

/** The line of an operation that opens and closes it. */
const operation = (method: string, path: string) =>
  page
    .locator('.opblock-summary-control', { hasText: method })
    .filter({ has: page.locator(`[data-path="${path}"]`) });

const operations = () => page.locator('.opblock-summary-control').count();
const searchBox = () => page.getByRole('searchbox');
const told = () => page.getByRole('status').textContent();

/** Waits until so many operations are shown; asked from outside, as the page's policy allows no `eval`. */
async function untilShown(count: number) {
  const last = Date.now() + PATIENCE;
  while ((await operations()) !== count && Date.now() < last) await page.waitForTimeout(50);
  expect(await operations()).toBe(count);
}

/** Gives the page a token with every right. */
async function authorize() {
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  const token = page.locator('.auth-container', { hasText: 'token (http, Bearer)' });
  await token.locator('input').fill(await apiToken('full-access'));
  await token.getByRole('button', { name: /^Apply|^Authorize/ }).click();
  await token.getByRole('button', { name: /^Remove|^Logout/ }).waitFor();
  await page.locator('.close-modal').click();
}

/** Sends the open operation, and reads status and body of the answer that came. */
async function execute() {
  await page.getByRole('button', { name: 'Execute', exact: true }).click();
  const answer = page.locator('.live-responses-table .response');
  await answer.waitFor();
  return {
    status: await answer.locator('.response-col_status').textContent(),
    text: await answer.locator('.highlight-code').first().textContent(),
  };
}

const isWider = () =>
  page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );

/** Also with an operation that is open. */
async function expectToFitPhone(language?: string) {
  await open(api('/docs', language));
  await searchBox().fill('');
  await page.setViewportSize(PHONE);
  expect(await isWider()).toBe(false);
  await operation('POST', '/events').click();
  await page.locator('.body-param__text').waitFor();
  expect(await isWider()).toBe(false);
}

(canBrowse ? describe : describe.skip)('the documentation page in the browser', () => {
  beforeAll(async () => {
    const event = await buildEvent({ title: 'Lecture' });
    await buildEvent({ title: 'محاضرة' }, { of: event, language: 'ar' });
    browser = await openBrowser();
    context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE);
  });

  afterAll(() => browser?.close());

  inFull('finds operations by words of any field, and reports when there are none', async () => {
    await open(api('/docs'));
    expect(await page.title()).toBe('Event calendar: the interface');
    const all = await operations();
    expect(all).toBeGreaterThanOrEqual(52);
    expect(await told()).toBe('');

    await searchBox().fill('PATCH ticket_url');
    await untilShown(2);
    expect(await told()).toBe('Operations found: 2');
    await operation('PATCH', '/events/{id}').waitFor();

    await searchBox().fill('xyzzy');
    await untilShown(0);
    expect(await told()).toBe('Nothing found. Try fewer or other words.');
    expect(await page.getByText('No operations defined in spec').isVisible()).toBe(false);

    await searchBox().fill('event.trashed');
    await untilShown(1);
    await operation('POST', 'event.trashed').click();
    await page.locator('[data-param-name="webhook-signature"]').first().waitFor();
    expect(await page.getByRole('button', { name: 'Execute', exact: true }).count()).toBe(0);
    await operation('POST', 'event.trashed').click();

    await searchBox().fill('');
    await untilShown(all);
    expect(await told()).toBe('');
  });

  inFull('shows a padlock only where credentials are required', async () => {
    await open(api('/docs'));
    const read = page.locator('.opblock-get:has(.authorization__btn) .opblock-summary-path');
    const paths = await read.evaluateAll((all) => all.map((one) => one.getAttribute('data-path')));
    // One's own are told to nobody else, and webhooks to those who manage them.
    const managed = ['/webhooks', '/webhooks/{id}', '/webhooks/{id}/deliveries'];
    expect(paths).toEqual(['/feeds', ...managed]);
    const without = page.locator(
      '.opblock-tag-section .opblock:not(.opblock-get):not(:has(.authorization__btn)) .opblock-summary-path',
    );
    const others = await without.evaluateAll((all) =>
      all.map((one) => one.getAttribute('data-path')),
    );
    expect(others).toEqual(['/batch']); // Each of its operations is judged by itself.
  });

  it('writes with a token, and stores it nowhere in the browser', async () => {
    await open(api('/docs'));
    await authorize();
    await operation('POST', '/tags').click();
    await page.locator('.body-param__text').fill('{"name": "From the page"}');
    const made = await execute();
    expect([made.status, made.text]).toEqual(['201', expect.stringContaining('"From the page"')]);
    await operation('POST', '/tags').click();

    const { id } = (
      await send('POST', api('/tags'), { name: 'Kept' }, bearer(await apiToken('full-access')))
    ).body;
    await operation('PUT', '/tags/{id}').click();
    await page.locator('[data-param-name="id"] input').fill(String(id));
    await page.locator('.opblock-section-request-body select').first().selectOption(FORM);
    await page.locator('[data-property-name="description"] input').first().fill('Changed');
    const { status } = await execute();
    expect(status).toBe('200');
    await operation('PUT', '/tags/{id}').click();
    const { name, slug, description } = (await get(api(`/tags/${id}`))).body;
    expect({ name, slug, description }).toEqual({
      name: 'Kept',
      slug: 'kept',
      description: 'Changed',
    });
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe('[{},{}]');
    expect(await context.cookies()).toEqual([]);
  });

  inFull('sends a request and shows the real response', async () => {
    await open(api('/docs'));
    await operation('GET', '/events').click();
    await page.locator('[data-param-name="per_page"] input').fill('1');
    const { status, text } = await execute();
    expect(status).toBe('200');
    expect(text).toContain('"title": "Lecture"');
    expect(text).toContain('per_page=1');
  });

  inFull('fits a phone, in en', () => expectToFitPhone()); // Without a language in its address it is English.

  inFull('is right-to-left in Arabic, except for code', async () => {
    await open(api('/docs', 'ar'));
    await searchBox().fill('سرد الفعاليات');
    await page.getByText(/^عدد العمليات الموجودة: \d+$/).waitFor();
    await operation('GET', '/events').click();
    const { status, text } = await execute();
    expect([status, text]).toEqual(['200', expect.stringContaining('محاضرة')]);
    const direction = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
    for (const place of ['#words', '.opblock-summary', 'td.parameters-col_description'])
      expect([place, await direction(place)]).toEqual([place, 'rtl']);
    for (const place of ['.opblock-summary-path', '.parameter__name', '.highlight-code', 'pre'])
      expect([place, await direction(place)]).toEqual([place, 'ltr']);
    const placeholder = '.parameters input:placeholder-shown'; // Firefox draws a plaintext one outside its input.
    expect(
      await page.evaluate(`getComputedStyle(document.querySelector('${placeholder}')).unicodeBidi`),
    ).toBe('normal');
    await searchBox().fill('xyzzy');
    await page.getByText('لا نتائج. جرّب كلمات أقل أو كلمات أخرى.').waitFor();
  });

  inFull('fits a phone, in ar', () => expectToFitPhone('ar'));

  it('can be used with the keyboard alone', async () => {
    await open(api('/docs', 'fr'));
    const focused = () =>
      page.evaluate<string>('document.activeElement.id || document.activeElement.lang');
    const stops = [];
    const subscriptions = await page.locator('nav').nth(1).locator('a').count();
    const expected = ['', 'ar', 'en', 'fr', 'es', ...Array(subscriptions).fill(''), 'words'];
    for (let step = 0; step < expected.length; step += 1) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
    }
    expect(subscriptions).toBe(6);
    expect(stops).toEqual(expected);
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    expect(await page.evaluate(outline)).toBe('solid');
    await page.keyboard.type('lieu');
    await page.getByText(/^Opérations trouvées : \d+$/).waitFor();
    const back = expected.length - 1 - expected.indexOf('en');
    for (let step = 0; step < back; step += 1) await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('en');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${api('/docs', 'en')}`);
    await operation('GET', '/events').waitFor();
  });

  it('causes no error, violates no policy and contacts no other host', () => {
    expect(faults).toEqual([]);
    expect([...asked]).toEqual([baseURL]);
  });
});
