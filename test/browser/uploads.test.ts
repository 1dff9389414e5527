import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser, PATIENCE } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { pictureBytes } from '../support/uploads';

const SCRIPT = 'document.title = "ran"; document.documentElement.id = "ran";';
const STORED: Record<string, string> = {
  'old-poster.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`,
  'old-poster.html': `<title>Old</title><script src="/uploads/old-poster.js"></script>`,
  'old-poster.js': SCRIPT,
};

let browser: Browser;
let editor: EditorAt;

const folder = () => path.join(strapi.dirs.static.public, 'uploads');

/** Adds a file in the media library, and waits for what the server says. */
async function add(name: string, mimeType: string, buffer: Buffer) {
  const { page, open } = editor;
  await open('/admin/plugins/upload');
  const files = page.locator('main input[type=file]').first();
  await files.waitFor({ state: 'attached' });
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/upload'),
    ),
    files.setInputFiles({ name, mimeType, buffer }),
  ]);
  return answer;
}

(canBrowse ? describe : describe.skip)('files in the browser', () => {
  beforeAll(async () => {
    for (const [name, text] of Object.entries(STORED)) {
      fs.writeFileSync(path.join(folder(), name), text);
    }
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    editor = await editorAt(browser, { ...login, timezoneId: 'America/New_York' });
  });

  afterAll(async () => {
    await browser?.close();
    for (const name of Object.keys(STORED)) fs.rmSync(path.join(folder(), name));
  });

  it('are rejected in the media library with the reason', async () => {
    const svg = Buffer.from(STORED['old-poster.svg']!);
    expect((await add('poster.svg', 'image/svg+xml', svg)).status()).toBe(400);
    await editor.page
      .getByText('“poster.svg” cannot be stored', { exact: false })
      .first()
      .waitFor();
  });

  it('are stored and shown in the media library if they are pictures', async () => {
    const { page } = editor;
    const answer = await add('poster.png', 'image/png', await pictureBytes('png', 300));
    expect(answer.status()).toBe(201);
    await page.locator('img[src*="poster"]').first().waitFor();
    const width = () =>
      page.evaluate<number>(`document.querySelector('img[src*="poster"]')?.naturalWidth ?? 0`);
    const last = Date.now() + PATIENCE;
    while (!(await width()) && Date.now() < last) await page.waitForTimeout(50);
    expect(await width()).toBeGreaterThan(0);
  });

  it('are sent again from the form of an event after the connection failed', async () => {
    const { page, open, settled } = editor;
    await open(`${EVENTS}/create?plugins[i18n][locale]=en`);
    await page.getByText('Click to add an asset').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add more assets' }).click();
    const buffer = await pictureBytes('png', 300);
    const files = ['first.png', 'second.png'].map((name) => ({
      name,
      mimeType: 'image/png',
      buffer,
    }));
    await dialog.locator('input[type=file]').setInputFiles(files);
    await page.route('**/upload', (route) => route.abort());
    const upload = dialog.getByRole('button', { name: 'Upload 2 assets to the library' });
    await upload.click();
    await dialog.getByText('The calendar did not answer.').nth(1).waitFor();
    await page.unroute('**/upload');
    await settled();
    await upload.click();
    await dialog.getByRole('button', { name: 'Finish' }).click();
    await page.locator('main img:is([src*="first"], [src*="second"])').first().waitFor();
    editor.faults.length = 0; // Strapi's dialog leaves the rejections of uploads unhandled.
  });

  it.each(['old-poster.svg', 'old-poster.html'])(
    'run no script and are downloaded: %s',
    async (name) => {
      const other = await browser.newPage();
      other.setDefaultTimeout(PATIENCE);
      try {
        const [download] = await Promise.all([
          other.waitForEvent('download'),
          other.goto(`${baseURL}/uploads/${name}`).catch(() => undefined),
        ]);
        expect(download.suggestedFilename()).toBe(name);
        expect(await other.title()).toBe('');
      } finally {
        await other.close();
      }
    },
  );
});
