import { docsPage } from '../../../src/plugins/calendar/server/src/http/openapi/docs-page';
import { html } from '../../../src/plugins/calendar/server/src/kinds/text/html';
import { MESSAGES } from '../../../src/plugins/calendar/server/src/messages/t';
import { LANGUAGES } from '../../../src/plugins/calendar/server/src/settings/languages';
import { describedIn } from '../../support/described';

describe('an HTML template', () => {
  it('escapes texts, but not pieces of HTML', () => {
    const text = `<b title="x" lang='y'>&`;
    expect(html`<p>${text}</p>`).toEqual({
      html: '<p>&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;&amp;</p>',
    });
    expect(html`<ul>${[html`<li>`, html`${'<'}`]}</ul>`.html).toBe('<ul><li>&lt;</ul>');
  });
});

const attributes = (page: string, name: string) =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value);

describe.each(LANGUAGES)('the documentation page in %s', (language) => {
  const page = docsPage(describedIn(language));

  it('contains every text of its language', () => {
    const said = page.replaceAll('&#39;', "'");
    const texts = Object.values(MESSAGES[language].page);
    expect(texts.filter((text) => !said.includes(text))).toEqual([]);
  });

  it('loads scripts and styles of its own host only, with no inline code', () => {
    const addresses = [...attributes(page, 'src'), ...attributes(page, 'href')];
    const links = [...page.matchAll(/<a href="([^"]*)" rel="nofollow noreferrer">/g)].map(
      ([, address]) => address,
    );
    expect(addresses.length).toBeGreaterThan(8);
    const foreign = addresses.filter((address) => !address?.startsWith('/'));
    expect(foreign.filter((address) => !links.includes(address))).toEqual([]);
    expect(page).not.toMatch(/<script[^>]*>[^<]|<style| on\w+=| style=|javascript:/);
  });

  it('links to the calendar and news feeds in its language', () => {
    const { root } = describedIn(language);
    const webcal = `${root.replace('https:', 'webcal:')}/events.ics`;
    const hrefs = attributes(page, 'href');
    expect(hrefs.filter((address) => address === webcal)).toHaveLength(2);
    const [google] = hrefs.filter((address) => address?.includes('google.com'));
    expect(new URL(google ?? '').searchParams.get('cid')).toBe(webcal);
    const [outlook] = hrefs.filter((address) => address?.includes('outlook.live.com'));
    expect(new URL(outlook ?? '').searchParams.get('url')).toBe(`${root}/events.ics`);
    expect(hrefs).toEqual(expect.arrayContaining([`${root}/events.rss`, `${root}/events.json`]));
  });

  it('labels its controls', () => {
    expect(attributes(page, 'for')).toEqual(['words']);
    expect(page).toMatch(/<input id="words"[^>]*aria-describedby="hint"/);
    expect(page.match(/aria-current/g)).toHaveLength(1);
    expect(page).toMatch(new RegExp(`hreflang="${language}"[^>]*aria-current="page"`));
  });
});

it('links to feeds in its language if that is named in the query', () => {
  const context = { ...describedIn('en'), language: 'fr' as const };
  const query = '?i18n_language=fr';
  const hrefs = attributes(docsPage(context, query), 'href');
  const feeds = hrefs.filter((address) => /events\.(ics|rss|json)/.test(address ?? ''));
  expect(feeds).toHaveLength(6);
  for (const address of feeds) expect(decodeURIComponent(address ?? '')).toContain(query);
});

it.each(LANGUAGES)('has the same page texts in %s, with the same placeholders', (language) => {
  const holes = (texts: Record<string, string>) =>
    Object.entries(texts).map(([key, text]) => [key, text.match(/\{\w+\}/g)]);
  expect(holes(MESSAGES[language].page)).toEqual(holes(MESSAGES.en.page));
  expect(Object.values(MESSAGES[language].page).every((text) => text.trim())).toBe(true);
});

it('escapes markup in an address', () => {
  const root = 'https://x/"><script>alert(1)</script>/calendar/events/v1';
  const page = docsPage({ ...describedIn('en'), root, origin: root });
  expect(page).not.toContain('<script>');
  expect(page).toContain('/&quot;&gt;&lt;script&gt;alert(1)');
});
