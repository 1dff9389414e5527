const fs = require('node:fs');
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');
const { requireWords } = require('./parameters.cjs');

const words = requireWords('npm run picture [-- FOLDER [PAGE …]]', Infinity);
requireMachine();

const { prepareSqlite } = require('../test/support/alone.cjs');
const { CHROMIUM } = require('./browser.cjs');
const { buildIfNeeded } = require('./build.cjs');

const PICTURE = path.join(__dirname, '../docs/agenda.webp');
const EVENT = 'plugin::calendar.event';
const VENUE = 'plugin::calendar.venue';
/** Columns of a webhook that is never delivered to. */
const MADE = { created: Date.now(), secret: '' };
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** The greatest height of a picture in pixels. */
const HIGHEST = { desktop: 2000, phone: 3000 };

/** Addresses of our pages, and of Strapi's pages that we extend; `%` stands for the language. */
const pagesOf = ({ event: { documentId, slug }, venue }) => ({
  home: '/admin',
  agenda: '/admin/agenda',
  filters: '/admin/agenda?view=this-month&category=1',
  week: '/admin/agenda?tab=week',
  month: '/admin/agenda?tab=month',
  moderation: '/admin/moderation',
  webhooks: '/admin/settings/calendar-webhooks',
  trash: '/admin/agenda?view=trash',
  list: `/admin/content-manager/collection-types/${EVENT}`,
  event: `/admin/content-manager/collection-types/${EVENT}/${documentId}?plugins[i18n][locale]=%`,
  venue: `/admin/content-manager/collection-types/${VENUE}/${venue.documentId}?plugins[i18n][locale]=%`,
  media: '/admin/plugins/upload',
  page: `/%/calendar/event/${slug}`,
});

/** Updates the English draft of an event. */
const change = (strapi, documentId, data) =>
  strapi.documents(EVENT).update({ documentId, locale: 'en', data });

/** Adds two webhooks: one enabled, one switched off after failures. */
const listenElsewhere = (strapi) =>
  strapi.db.getConnection('calendar_webhooks').insert([
    {
      ...{ name: 'Town hall', url: 'https://example.org/hook', types: '[]', enabled: true },
      ...MADE,
    },
    {
      ...{ name: '', url: 'https://example.com/calendar/hook', types: '["event.published"]' },
      ...{ enabled: false, switched_off: 'failing', switched_off_at: Date.now(), ...MADE },
    },
  ]);

/** Serves the sample calendar, with events pending review and in the trash, until `strapi.destroy()`. */
async function sampleCalendar() {
  const strapi = require('./boot.cjs').createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  await require('./load-sample.cjs').loadSample(strapi);
  const events = await strapi.documents(EVENT).findMany({ locale: 'en', sort: 'public_id' });
  const [first, second, third, shown] = events;
  await change(strapi, first.documentId, { post_status: 'pending', title: `${first.title} (2)` });
  await strapi.documents(EVENT).unpublish({ documentId: second.documentId, locale: '*' });
  await change(strapi, second.documentId, { post_status: 'pending' });
  await change(strapi, third.documentId, { trashed_at: new Date().toISOString() });
  await listenElsewhere(strapi);
  const login = await require('./demo-access.cjs').makeFirstAdmin(strapi);
  strapi.server.mount();
  const { httpServer } = strapi.server;
  await new Promise((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  const [venue] = await strapi.documents(VENUE).findMany({ locale: 'en', sort: 'public_id' });
  return {
    strapi,
    login,
    shown: { event: shown, venue },
    origin: `http://127.0.0.1:${httpServer.address().port}`,
  };
}

async function loggedIn(browser, { origin, login }) {
  const page = await browser.newPage({ viewport: SIZES.desktop, timezoneId: 'Europe/Paris' });
  page.setDefaultTimeout(120_000);
  await page.goto(`${origin}/admin/auth/login`);
  await page.fill('input[name=email]', login.email);
  await page.fill('input[name=password]', login.password);
  await page.click('button[type=submit]');
  await page.waitForURL(/\/admin\/?$/);
  await page.goto(`${origin}/admin/agenda`);
  await page.getByRole('heading', { name: 'Agenda' }).waitFor();
  await page.waitForLoadState('networkidle');
  const news = page.getByRole('button', { name: /close|dismiss/i }).first();
  if (await news.isVisible()) await news.click(); // Strapi's announcement.
  return page;
}

/** Longer than Strapi's delay between an answer and its rendering. */
const PAUSE = 'new Promise((done) => setTimeout(done, 700))';

/** Pixels of the page, or of its scrolling element, below the viewport. */
const BELOW = `Math.max(...[...document.querySelectorAll('html, body, body *')]
  .filter((one) => one.clientHeight > innerHeight / 2)
  .filter((one) => one.localName === 'html' || /auto|scroll/.test(getComputedStyle(one).overflowY))
  .map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))`;

/** Waits until the page sends no more requests and has rendered the answers. */
async function atRest(page) {
  let asked = true;
  const ask = () => {
    asked = true;
  };
  page.on('request', ask);
  while (asked) {
    asked = false;
    await page.waitForLoadState('networkidle');
    await page.evaluate(PAUSE);
  }
  page.off('request', ask);
}

/**
 * A screenshot of the page at an address, in a language, theme and size; with `whole`, of what lies below the
 * viewport too.
 */
async function photographed(
  page,
  { address, language = 'en', theme = 'light', size = 'desktop', whole },
) {
  await page.evaluate(
    `localStorage.setItem('strapi-admin-language', '${language}'); localStorage.setItem('STRAPI_THEME', '${theme}')`,
  );
  await page.emulateMedia({ colorScheme: theme });
  const { width, height } = SIZES[size];
  await page.setViewportSize({ width, height });
  await page.goto(address);
  await atRest(page);
  if (!whole) return page.screenshot();
  const below = await page.evaluate(BELOW);
  await page.setViewportSize({ width, height: Math.min(height + below, HIGHEST[size]) });
  await atRest(page);
  return page.screenshot();
}

/** Photographs every page, or the named ones, in two languages, two themes and two screen sizes. */
async function everyPage(page, { origin, shown, folder, names }) {
  fs.mkdirSync(folder, { recursive: true });
  const wanted = ([name]) => names.length === 0 || names.includes(name);
  for (const [name, address] of Object.entries(pagesOf(shown)).filter(wanted)) {
    for (const language of ['en', 'ar']) {
      for (const theme of ['light', 'dark']) {
        for (const size of Object.keys(SIZES)) {
          const asked = `${origin}${address.replace('%', language)}`;
          const seen = { address: asked, language, theme, size, whole: true };
          const file = path.join(folder, `${name}-${language}-${theme}-${size}.png`);
          fs.writeFileSync(file, await photographed(page, seen));
        }
      }
    }
  }
  console.log(`Pictures: ${folder}`);
}

/** Updates the README's picture, or writes pictures of every page into the given folder. */
async function main([folder, ...names]) {
  buildIfNeeded();
  prepareSqlite(); // Strapi reads the environment when it is required.
  const calendar = await sampleCalendar();
  const { chromium } = require('playwright-core');
  // Inputs of dates and times as in a browser installed in the page's language.
  const inputs = '--enable-blink-features=LangAttributeAwareFormControlUI';
  const args = ['--headless', '--no-sandbox', '--disable-gpu', inputs];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  try {
    const page = await loggedIn(browser, calendar);
    if (folder) return await everyPage(page, { ...calendar, folder: path.resolve(folder), names });
    const png = await photographed(page, { address: `${calendar.origin}/admin/agenda` });
    await require('sharp')(png).webp({ quality: 80 }).toFile(PICTURE);
  } finally {
    await browser.close();
    await calendar.strapi.destroy();
  }
}

main(words).then(
  () => process.exit(),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
