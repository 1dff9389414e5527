import type { Browser } from 'playwright-core';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { isExhaustive } from '../support/extent';
import { buildEvent, type Stored } from '../support/records';

const IN_2099 = '2099-12-20T09:00:00.000Z';

const WORDS = {
  en: {
    publish: 'Published',
    future: 'Scheduled',
    private: 'Private',
    pending: 'Pending',
    draft: 'Draft',
    trash: 'In the trash',
  },
  ar: {
    publish: 'منشور',
    future: 'مجدول',
    private: 'خاص',
    pending: 'قيد المراجعة',
    draft: 'مسودة',
    trash: 'في سلة المهملات',
  },
};

type State = keyof (typeof WORDS)['en'];

/** Each form that is opened takes seconds: of those, one whose word is Strapi’s own, and two of ours. */
const SHOWN: Record<string, State[]> = { en: ['draft', 'private', 'trash'], ar: ['future'] };

let browser: Browser;
let editor: EditorAt;
let events: Record<State, Stored>;

async function buildAll() {
  const trash = await buildEvent({ title: 'trash' });
  await strapi.documents(uidOf('event')).update({
    documentId: trash.documentId,
    locale: 'en',
    data: { trashed_at: IN_2099 } as object,
  });
  return {
    publish: await buildEvent({ title: 'publish', custom_fields: { kept: [1, 2] } }),
    future: await buildEvent({ title: 'future', date: IN_2099 }),
    private: await buildEvent({ title: 'private', post_status: 'private' }),
    pending: await buildEvent({ title: 'pending', post_status: 'pending' }, { publish: false }),
    draft: await buildEvent({ title: 'draft' }, { publish: false }),
    trash,
  };
}

const formOf = (state: State) => `${EVENTS}/${events[state].documentId}?plugins[i18n][locale]=en`;

(canBrowse ? describe : describe.skip)('the form and the list of events in the browser', () => {
  beforeAll(async () => {
    events = await buildAll();
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Europe/Paris' });
  });

  afterAll(() => browser?.close());

  describe.each(Object.entries(WORDS))('in %s', (language, words) => {
    const states = Object.entries(words) as [State, string][];

    beforeAll(() => editor.speak(language));

    it('say in the list what each record is (D6.8)', async () => {
      await editor.open(`${EVENTS}?plugins[i18n][locale]=en&sort=title:ASC`);
      const shown = states.map(async ([state]) => {
        const row = editor.page.getByRole('row').filter({ hasText: state });
        return [state, await row.getByRole('status').textContent()];
      });
      expect(await Promise.all(shown)).toEqual(states);
    });

    it.each(states.filter(([state]) => isExhaustive || SHOWN[language]?.includes(state)))(
      'say in the header of the form that it is %s',
      async (state, word) => {
        await editor.open(formOf(state));
        const badge = editor.page.locator('main').getByRole('status').first();
        expect(await badge.textContent()).toBe(word);
      },
    );
  });

  describe('by keyboard', () => {
    beforeAll(() => editor.speak('en'));

    it('lets Tab go from the title to Publish', async () => {
      await editor.open(formOf('draft'));
      await editor.page.locator('input[name=title]').focus();
      const focused = () => editor.page.evaluate('document.activeElement.textContent.trim()');
      for (let stops = 0; stops < 150 && (await focused()) !== 'Publish'; stops += 1) {
        await editor.page.keyboard.press('Tab');
      }
      expect(await focused()).toBe('Publish');
    });

    it('keeps what the form does not show', async () => {
      await editor.open(formOf('publish'));
      await editor.page.locator('input[name=title]').press('End');
      await editor.page.keyboard.type(' again');
      await editor.press('Publish');
      const rows = await strapi.db.query(uidOf('event')).findMany({
        where: { documentId: events.publish.documentId },
      });
      for (const row of rows) {
        expect(row).toMatchObject({ title: 'publish again', custom_fields: { kept: [1, 2] } });
      }
    });
  });

  it('shows when a scheduled event is to be seen, and its id', async () => {
    await editor.open(formOf('future'));
    await editor.page
      .getByText('Not yet: scheduled for December 20, 2099 at 9:00 AM (UTC).')
      .waitFor();
    await editor.page.getByText(`ID ${events.future.public_id}`, { exact: true }).waitFor();
  });

  it('leads nobody to the documentation of previews, and shows no field in another zone', async () => {
    await editor.open(formOf('publish'));
    expect(await editor.page.getByText(/Set up preview/i).count()).toBe(0);
    expect(await editor.page.getByLabel(/UTC\)/).count()).toBe(0);
  });

  it('speaks of a form only where there is one', async () => {
    await editor.open(`${EVENTS}?plugins[i18n][locale]=en`);
    const row = editor.page.getByRole('row').filter({ hasText: 'draft' });
    await row.getByRole('button', { name: 'Row actions' }).click();
    await editor.page.getByRole('menuitem', { name: 'Move to the trash (all languages)' }).click();
    await editor.page.getByText(/It can be taken out again as it is now\.$/).waitFor();
  });

  it('meets no error in any page', () => {
    expect(editor.faults).toEqual([]);
  });
});
