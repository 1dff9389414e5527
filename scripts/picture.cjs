const path = require('node:path');
const { requireMachine } = require('./machine.cjs');

requireMachine();

const { prepareSqlite } = require('../test/support/alone.cjs');
const { CHROMIUM } = require('./browser.cjs');
const { buildIfNeeded } = require('./build.cjs');

const PICTURE = path.join(__dirname, '../docs/agenda.webp');
const SIZE = { width: 1280, height: 800 };

/** The sample calendar on a database of its own, served until it is destroyed. */
async function sampleCalendar() {
  const strapi = require('./boot.cjs').createCalendar();
  strapi.log.level = 'error';
  await strapi.load();
  await require('./load-sample.cjs').loadSample(strapi);
  const login = await require('./demo-access.cjs').makeFirstAdmin(strapi);
  strapi.server.mount();
  const { httpServer } = strapi.server;
  await new Promise((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  return { strapi, login, origin: `http://127.0.0.1:${httpServer.address().port}` };
}

/** The agenda as the first administrator sees it, as PNG. */
async function photographed({ origin, login }) {
  const { chromium } = require('playwright-core');
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  try {
    const page = await browser.newPage({ viewport: SIZE, timezoneId: 'Europe/Paris' });
    page.setDefaultTimeout(120_000);
    await page.goto(`${origin}/admin/auth/login`);
    await page.fill('input[name=email]', login.email);
    await page.fill('input[name=password]', login.password);
    await page.click('button[type=submit]');
    await page.waitForURL(/\/admin\/?$/);
    await page.goto(`${origin}/admin/agenda`);
    await page.getByRole('heading', { name: 'Agenda' }).waitFor();
    await page
      .getByRole('button', { name: /close|dismiss/i })
      .first()
      .click(); // Strapi's news.
    await page.waitForLoadState('networkidle');
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}

/** Draws the picture of the README anew. */
async function main() {
  buildIfNeeded();
  prepareSqlite(); // Strapi reads the environment when it is required.
  const calendar = await sampleCalendar();
  const png = await photographed(calendar);
  await calendar.strapi.destroy();
  await require('sharp')(png).webp({ quality: 80 }).toFile(PICTURE);
}

main().then(
  () => process.exit(),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
