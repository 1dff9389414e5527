import type { Browser } from 'playwright-core';
import ar from '../../src/plugins/calendar/admin/src/translations/ar.json';
import en from '../../src/plugins/calendar/admin/src/translations/en.json';
import fr from '../../src/plugins/calendar/admin/src/translations/fr.json';
import { t } from '../../src/plugins/calendar/server/src/messages/t';
import { admin } from '../support/admin';
import { invite, roleOf } from '../support/admin-roles';
import { canBrowse, openBrowser } from '../support/browser';
import { type EditorAt, EVENTS, editorAt } from '../support/editing';
import { firstOf, inFull, isExhaustive } from '../support/extent';
import { buildEvent } from '../support/records';

/** Milliseconds a key: no time at all, people who know where the keys are, and who look for them. */
const PAUSES = { none: 0, quick: 60, slow: 200 };

/** What somebody types for 28 November 2026, 19:30 and 09:05, where the admin is in their language. */
const KEYBOARDS = {
  en: { date: '11282026', nextDay: '11292026', evening: '1930', morning: ['0905', 'A'] },
  ar: { date: '28112026', nextDay: '29112026', evening: '1930', morning: ['0905', 'ArrowUp'] },
  fr: { date: '28112026', nextDay: '29112026', evening: '1930', morning: ['0905'] },
};

const WORDS = { ar, en, fr };

/** Where Firefox reports a paste into a date or time input. */
const PASTED_AT_BODY = `{
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', '8:15 PM');
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}`;

/** Each language has its order of keys; what is made of the values is one for all, and tried in one. */
const inOne = (language: string) => (isExhaustive || language === 'en' ? it : it.skip);

let browser: Browser;
let editor: EditorAt;

/** What the admin's API says is stored. */
async function record() {
  const [, id] = editor.page.url().match(/calendar\.event\/([a-z0-9]+)/) ?? [];
  const path = `/content-manager/collection-types/plugin::calendar.event/${id}?locale=en`;
  return (await admin('GET', path)).body.data;
}

async function stored() {
  const { start_date, end_date } = await record();
  return { start_date, end_date };
}

const input = (id: string) => editor.page.locator(`[id="${id}"]`);

const dateOf = (field: string) => editor.page.locator(`input[type=date][name=${field}]`);

/** Goes to an input as a keyboard does, into its first part, and presses one key after the other. */
async function type(field: string, half: 'date' | 'time', keys: string, delay = PAUSES.none) {
  await (half === 'date' ? dateOf(field) : input(`${field}-time`)).focus();
  await editor.page.keyboard.type(keys, { delay });
}

async function press(...keys: string[]) {
  for (const key of keys) await editor.page.keyboard.press(key);
}

/** Away from the field, as whoever thinks that it is done. */
const leave = () => editor.page.locator('input[name=title]').click();

const message = (text: RegExp) => editor.page.getByText(text);

async function fresh(title = 'Typed') {
  await editor.open(`${EVENTS}/create?plugins[i18n][locale]=en`);
  await editor.page.locator('input[name=title]').click();
  await editor.page.keyboard.type(title);
}

async function edited() {
  const event = await buildEvent({
    start_date: '2027-01-07 10:00:00',
    end_date: '2027-12-31 23:15:30',
  });
  await editor.open(`${EVENTS}/${event.documentId}?plugins[i18n][locale]=en`);
}

(canBrowse ? describe : describe.skip)('dates and times typed key by key (D5.11)', () => {
  beforeAll(async () => {
    browser = await openBrowser();
    const login = await invite(await roleOf('strapi-super-admin'));
    editor = await editorAt(browser, { ...login, timezoneId: 'Asia/Tokyo' });
  });

  afterAll(() => browser?.close());

  describe.each(firstOf(2, Object.entries(KEYBOARDS)))('in %s', (language, keys) => {
    const { date, nextDay, evening, morning } = keys;
    const spoken = language as keyof typeof WORDS;
    const words = WORDS[spoken];
    const [hour = '', ...half] = morning;

    beforeAll(() => editor.speak(language));

    inFull('set the end of a new event one hour after its start', async () => {
      await fresh();
      await type('start_date', 'date', date);
      await type('start_date', 'time', evening, PAUSES.quick);
      expect(await dateOf('end_date').inputValue()).toBe('2026-11-28');
      expect(await input('end_date-time').inputValue()).toBe('20:30');
    });

    it('are stored as typed, in a new event', async () => {
      await fresh();
      await type('start_date', 'date', date);
      await type('start_date', 'time', hour);
      await press(...half);
      await type('end_date', 'date', date, PAUSES.quick);
      await type('end_date', 'time', evening, PAUSES.quick);
      await editor.press('Save');
      expect(await stored()).toEqual({
        start_date: '2026-11-28 09:05:00',
        end_date: '2026-11-28 19:30:00',
      });
    });

    inFull('replace the previous values', async () => {
      await type('start_date', 'time', evening, PAUSES.slow);
      await type('end_date', 'date', nextDay, PAUSES.slow);
      await type('end_date', 'time', evening, PAUSES.slow);
      await editor.press('Save');
      expect(await stored()).toEqual({
        start_date: '2026-11-28 19:30:00',
        end_date: '2026-11-29 19:30:00',
      });
    });

    inOne(language).each(firstOf(1, ['date', 'time'] as const))(
      'with an incomplete %s are reported, and rejected when saved',
      async (part) => {
        const before = await stored();
        const typed = part === 'date' ? dateOf('start_date') : input('start_date-time');
        await typed.focus();
        await press('Backspace');
        const error = editor.page.locator('[data-strapi-field-error]');
        const [answer] = await Promise.all([
          editor.page.waitForResponse((each) => each.request().method() === 'PUT'),
          press('ControlOrMeta+S'),
        ]);
        expect(answer.status()).toBe(400);
        expect((await answer.json()).error.message).toContain(t(spoken, 'rule.unfinished'));
        await editor.settled();
        expect(await error.allTextContents()).toEqual([words[`wall-time.unfinished.${part}`]]);
        expect(await stored()).toEqual(before);
        await leave();
        await error.waitFor();
        expect(await typed.getAttribute('aria-describedby')).toBe(await error.getAttribute('id'));
        expect(await typed.getAttribute('aria-invalid')).toBe('true');
        expect((await editor.ask('Save')).status()).toBe(400);
        await editor.settled(); // Strapi shows what is stored for a moment, before what was typed stands there again.
        await error.waitFor();
        expect(await stored()).toEqual(before);
        await type('start_date', part, part === 'date' ? date : evening, PAUSES.quick);
        await error.waitFor({ state: 'detached' });
      },
    );

    it('set the publication date in the time zone of the browser', async () => {
      await edited();
      await type('date', 'date', date);
      await type('date', 'time', evening, PAUSES.quick);
      await editor.press('Save');
      expect((await record()).date).toBe('2026-11-28T10:30:00.000Z');
    });
  });

  describe('on a 12-hour clock, in a new event', () => {
    beforeAll(async () => {
      await editor.speak('en');
      await fresh();
    });

    inFull('keep a date without a time incomplete, instead of assuming midnight', async () => {
      await type('start_date', 'date', '11282026');
      await leave();
      await message(/^The time is incomplete/).waitFor();
      expect(await input('start_date-time').getAttribute('aria-invalid')).toBe('true');
      expect(await dateOf('start_date').getAttribute('aria-invalid')).toBe('false');
      expect((await editor.ask('Save')).status()).toBe(400);
      await editor.settled(); // What was typed stands there again behind what is stored.
      expect(await dateOf('start_date').inputValue()).toBe('2026-11-28');
      await type('start_date', 'time', '1930');
      await message(/^The time is incomplete/).waitFor({ state: 'detached' });
      await editor.press('Save');
      expect(await stored()).toMatchObject({ start_date: '2026-11-28 19:30:00' });
    });

    inFull('wait for AM or PM', async () => {
      await editor.page.getByRole('button', { name: 'Clear: Ends' }).click();
      await type('end_date', 'date', '11282026');
      await type('end_date', 'time', '0830');
      await leave();
      await message(/^The time is incomplete/).waitFor();
      await type('end_date', 'time', '0831P');
      await editor.press('Save');
      expect(await stored()).toMatchObject({ end_date: '2026-11-28 20:31:00' });
    });

    /** Anew, behind a date, without its half of the day. */
    async function typeEnd(time: string) {
      await leave();
      await editor.page.getByRole('button', { name: 'Clear: Ends' }).click();
      await type('end_date', 'date', '11292026');
      await type('end_date', 'time', time, PAUSES.quick);
    }

    const ways: [string, string, string[]][] = [
      ['a key behind Tab', '04', ['Tab', 'P']],
      ['arrows', '05', ['ArrowRight', 'ArrowUp', 'ArrowUp']],
    ];

    inFull.each(ways)(
      'take AM or PM from %s after an hour of one digit',
      async (_, minute, keys) => {
        await typeEnd(`1:${minute}`); // Chromium reads an hour of ten.
        await press(...keys);
        expect(await input('end_date-time').inputValue()).toBe(`13:${minute}`);
        await editor.press('Save');
        expect(await stored()).toMatchObject({ end_date: `2026-11-29 13:${minute}:00` });
      },
    );

    inFull('accept another minute or a pasted time before AM or PM is set', async () => {
      await typeEnd('8:32');
      await press('ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowUp');
      expect(await input('end_date-time').inputValue()).toBe('20:33');
      await leave();
      await press('ControlOrMeta+A');
      await editor.page.keyboard.type('18:45');
      await press('ControlOrMeta+A', 'ControlOrMeta+C');
      await typeEnd('8:32');
      await press('ControlOrMeta+V');
      expect(await input('end_date-time').inputValue()).toBe('18:45');
    });

    inFull('do not accept a two-digit year as one of the first century', async () => {
      await type('start_date', 'date', '112826');
      await leave();
      await message(/^The date is incomplete/).waitFor();
      expect((await editor.ask('Save')).status()).toBe(400);
    });
  });

  describe('on a 12-hour clock, in an existing event', () => {
    beforeAll(edited);

    inFull('can be corrected in place with arrows and Tab', async () => {
      await dateOf('start_date').click({ position: { x: 20, y: 16 } });
      await press('Backspace', '1', '2', 'ArrowUp', 'Tab');
      await editor.page.keyboard.type('2026');
      await type('start_date', 'time', '09');
      await press('ArrowDown', 'ArrowDown');
      await leave();
      await editor.press('Save');
      expect(await stored()).toEqual({
        start_date: '2026-12-08 09:58:00',
        end_date: '2027-12-01 23:13:30', // As long behind it as before.
      });
    });

    inFull('accept seconds where the stored time has them', async () => {
      await type('end_date', 'time', '040507A');
      await editor.press('Save');
      expect(await stored()).toMatchObject({ end_date: '2027-12-01 04:05:07' });
    });

    inFull('can be cleared as a whole', async () => {
      await editor.page.getByRole('button', { name: 'Clear: Starts' }).click();
      await editor.press('Save');
      expect(await stored()).toMatchObject({ start_date: null });
    });
  });

  describe('on any clock', () => {
    beforeAll(() => editor.speak('en'));

    it.each(firstOf(1, ['28/11/2026', '28112026', '20261128']))(
      'are read from %s, which is no date where the month comes first',
      async (keys) => {
        await fresh();
        await type('start_date', 'date', keys);
        expect(await dateOf('start_date').inputValue()).toBe('2026-11-28');
      },
    );

    it('are dates of this century where the year has two digits', async () => {
      await fresh();
      await type('start_date', 'date', '5/12/26');
      await press('Tab');
      await type('end_date', 'date', '28/11/26');
      await leave();
      expect(await dateOf('start_date').inputValue()).toBe('2026-05-12');
      expect(await dateOf('end_date').inputValue()).toBe('2026-11-28');
      await edited();
      await dateOf('start_date').focus();
      const keyboard = await editor.page.context().newCDPSession(editor.page);
      // An Arabic keyboard's digits, which the browser ignores: it still shows the date before.
      for (const key of '٥/١٢/٢٦') {
        await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
        await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      }
      await leave();
      expect(await dateOf('start_date').inputValue()).toBe('2026-12-05');
      await editor.open('/admin/agenda');
      const { page } = editor;
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('From the day').focus();
      await page.keyboard.type('1/25/26');
      await page.getByLabel('From the day').blur();
      await page.waitForURL((url) => url.searchParams.get('from') === '2026-01-25');
    });

    inFull('are read the same way in the agenda', async () => {
      await editor.open('/admin/agenda');
      const { page } = editor;
      await page.getByRole('button', { name: 'Filters' }).click();
      const days = { '2026-11-28': '2026-11-28', '1/2/2027': '2027-01-02' };
      for (const [keys, day] of Object.entries(days)) {
        await page.getByLabel('From the day').focus();
        await page.keyboard.type(keys);
        await page.waitForURL((url) => url.searchParams.get('from') === day);
        await page.getByLabel('From the day').blur();
      }
    });

    inFull('can be pasted', async () => {
      await fresh();
      for (const [field, text] of [
        ['start_date', '2026-11-28T19:30'],
        ['end_date', '2026-11-29 07:05:09 '],
      ] as const) {
        await leave();
        await press('ControlOrMeta+A');
        await editor.page.keyboard.type(text);
        await press('ControlOrMeta+A', 'ControlOrMeta+C');
        await dateOf(field).focus();
        await press('ControlOrMeta+V');
      }
      await input('start_date-time').focus();
      await editor.page.evaluate(PASTED_AT_BODY);
      await editor.press('Save');
      expect(await stored()).toEqual({
        start_date: '2026-11-28 20:15:00',
        end_date: '2026-11-29 07:50:09', // As long behind the start as before.
      });
    });

    inFull('can be pasted in words', async () => {
      await fresh();
      const form = { dateStyle: 'full', timeStyle: 'short' } as const;
      for (const [field, language, day] of [
        ['start_date', 'ar', 28],
        ['end_date', 'fr', 29],
      ] as const) {
        const said = new Intl.DateTimeFormat(language, form).format(
          new Date(2026, 10, day, 19, 30),
        );
        await leave();
        await press('ControlOrMeta+A');
        await editor.page.keyboard.type(said);
        await press('ControlOrMeta+A', 'ControlOrMeta+C');
        await dateOf(field).focus();
        await press('ControlOrMeta+V');
      }
      await editor.press('Save');
      expect(await stored()).toEqual({
        start_date: '2026-11-28 19:30:00',
        end_date: '2026-11-29 19:30:00',
      });
    });

    it('are the wall times of an instant that is pasted with its offset', async () => {
      await fresh();
      const pasted = async (text: string, field: string) => {
        await leave();
        await press('ControlOrMeta+A');
        await editor.page.keyboard.type(text);
        await press('ControlOrMeta+A', 'ControlOrMeta+C');
        await dateOf(field).focus();
        await press('ControlOrMeta+V');
      };
      await editor.settled(); // The site's zone is known.
      await pasted('2026-11-28T18:30:00Z', 'start_date');
      const zones = editor.page.getByRole('combobox', { name: 'Time zone', exact: true });
      await zones.click();
      await editor.page.keyboard.type('Tokyo');
      await editor.page.getByRole('option', { name: /^Tokyo/ }).click();
      await pasted('2026-11-28T18:30:00+02:00', 'end_date');
      await pasted('2026-11-28T18:30:00.000Z', 'date');
      await editor.press('Save');
      expect(await record()).toMatchObject({
        start_date: '2026-11-28 18:30:00', // The site's zone is UTC.
        end_date: '2026-11-29 01:30:00',
        date: '2026-11-28T18:30:00.000Z',
      });
    });

    it('report the missing time of a publication date, and reject it when saved', async () => {
      await edited();
      await editor.page.getByRole('button', { name: 'Clear: Publication date' }).click();
      await type('date', 'date', '11282026');
      await type('date', 'time', '9');
      await press('ControlOrMeta+S');
      await message(/^A date or a time is incomplete/).waitFor();
      await message(/^The time is incomplete/).waitFor();
      await leave();
      expect((await editor.ask('Save')).status()).toBe(400);
      await editor.settled();
      await message(/^The time is incomplete/).waitFor();
      expect(await dateOf('date').inputValue()).toBe('2026-11-28');
      await type('date', 'time', '0930A');
      await editor.press('Save');
      expect((await record()).date).toBe('2026-11-28T00:30:00.000Z');
    });

    it('let a click on All day through that leaves a date without a time', async () => {
      await fresh();
      await type('start_date', 'date', '11282026');
      const allDay = editor.page.getByRole('switch', { name: 'All day' });
      await allDay.click(); // The error that appears would move it away before the mouse is released.
      await editor.settled();
      expect(await allDay.isChecked()).toBe(true);
      expect(await dateOf('end_date').inputValue()).toBe('2026-11-28');
    });

    inFull('need no time for an all-day event', async () => {
      await fresh();
      await type('start_date', 'date', '11282026');
      await type('end_date', 'date', '11292026');
      await editor.page.getByLabel('All day').click();
      expect(await input('start_date-time').isVisible()).toBe(false);
      await leave();
      expect(await editor.page.locator('[data-strapi-field-error]').count()).toBe(0);
      await editor.press('Save');
      expect(await stored()).toEqual({
        start_date: '2026-11-28 00:00:00',
        end_date: '2026-11-29 23:59:59',
      });
    });
  });

  it('cause no error on any page', () => {
    expect(editor.faults).toEqual([]);
  });
});
