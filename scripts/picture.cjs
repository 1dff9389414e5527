const fs = require('node:fs');
const path = require('node:path');
const { requireMachine } = require('./machine.cjs');

requireMachine();

const { prepareSqlite } = require('../test/support/alone.cjs');
const { CHROMIUM } = require('./browser.cjs');
const { buildIfNeeded } = require('./build.cjs');

const PICTURE = path.join(__dirname, '../docs/agenda.webp');
const EVENT = 'plugin::calendar.event';
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Every page of ours, and the pages of Strapi's on which something of ours stands. */
const pagesOf = ({ documentId }) => ({
  home: '/admin',
  agenda: '/admin/agenda',
  filters: '/admin/agenda?view=this-month&category=1',
  week: '/admin/agenda?tab=week',
  month: '/admin/agenda?tab=month',
  moderation: '/admin/moderation',
  trash: '/admin/agenda?view=trash',
  list: `/admin/content-manager/collection-types/${EVENT}`,
  event: `/admin/content-manager/collection-types/${EVENT}/${documentId}`,
});

/** An event with a state in the calendar that people see in the pictures. */
const change = (strapi, documentId, data) =>
  strapi.documents(EVENT).update({ documentId, locale: 'en', data });

/** The sample calendar with something to judge and something thrown away, served until it is destroyed. */
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
  const login = await require('./demo-access.cjs').makeFirstAdmin(strapi);
  strapi.server.mount();
  const { httpServer } = strapi.server;
  await new Promise((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  return { strapi, login, shown, origin: `http://127.0.0.1:${httpServer.address().port}` };
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
  if (await news.isVisible()) await news.click(); // Strapi's news.
  return page;
}

/** The page at an address as somebody sees it who speaks the language and likes the theme. */
async function photographed(page, { address, language = 'en', theme = 'light', size = 'desktop' }) {
  await page.evaluate(
    `localStorage.setItem('strapi-admin-language', '${language}'); localStorage.setItem('STRAPI_THEME', '${theme}')`,
  );
  await page.setViewportSize(SIZES[size]);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  return page.screenshot({ fullPage: size === 'phone' });
}

/** Every page in two languages, light and dark, on two screens. */
async function everyPage(page, { origin, shown, folder }) {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, address] of Object.entries(pagesOf(shown))) {
    for (const language of ['en', 'ar']) {
      for (const theme of ['light', 'dark']) {
        for (const size of Object.keys(SIZES)) {
          const seen = { address: `${origin}${address}`, language, theme, size };
          const file = path.join(folder, `${name}-${language}-${theme}-${size}.png`);
          fs.writeFileSync(file, await photographed(page, seen));
        }
      }
    }
  }
  console.log(`Pictures of every page: ${folder}`);
}

/** Draws the picture of the README anew, or pictures of every page into the folder that is named. */
async function main([folder]) {
  buildIfNeeded();
  prepareSqlite(); // Strapi reads the environment when it is required.
  const calendar = await sampleCalendar();
  const { chromium } = require('playwright-core');
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  try {
    const page = await loggedIn(browser, calendar);
    if (folder) return await everyPage(page, { ...calendar, folder: path.resolve(folder) });
    const png = await photographed(page, { address: `${calendar.origin}/admin/agenda` });
    await require('sharp')(png).webp({ quality: 80 }).toFile(PICTURE);
  } finally {
    await browser.close();
    await calendar.strapi.destroy();
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
