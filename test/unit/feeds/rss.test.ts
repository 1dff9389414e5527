import { parseRssFeed } from 'feedsmith';
import type { NewsItem } from '../../../src/plugins/calendar/server/src/resources/feeds/news';
import { rss } from '../../../src/plugins/calendar/server/src/resources/feeds/news';
import { fc, runs } from '../../support/property';

const HEAD = {
  title: 'News',
  language: 'en',
  address: 'https://a.example/events.rss?a=1&b=2',
  list: 'https://a.example/events',
} as const;

const news = (title: string, html: string): NewsItem => ({
  ...{ id: 'x@y', url: 'https://a.example/1', title, language: 'en', html, text: '' },
  published: new Date('2026-01-02T08:00:00Z'),
  modified: new Date('2026-01-02T08:00:00Z'),
  tags: [title],
  event: { start: new Date(0), end: new Date(0), timezone: 'UTC', all_day: false, location: '' },
});

/** What XML 1.0 allows besides what is written as it is. */
const ALLOWED = /^(?:[\t\n\r\u0020-\ud7ff\ue000-\ufffd]|[\u{10000}-\u{10ffff}])*$/u;

it('writes any text so that an RSS reader reads it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const title = `a${text}z`;
      const written = rss([news(title, `<p>${title}</p>`)], HEAD);
      expect(written).toMatch(ALLOWED);
      const [item] = parseRssFeed(written).items ?? [];
      expect(item?.title?.replace(/\s+/g, ' ')).toBe(title.replace(/\s+/g, ' '));
    }),
    { numRuns: runs(100) },
  );
});

it('omits characters that XML cannot contain', () => {
  const written = rss([news('bell\u0007, half \ud800, none \uffff', '<p>\u0000</p>')], HEAD);
  expect(written).toMatch(ALLOWED);
  expect(parseRssFeed(written).items?.[0]?.title).toBe('bell, half , none');
});

it('has last changed when its latest item was published, if that was scheduled', () => {
  const published = new Date('2026-03-01T08:00:00Z');
  const written = rss([{ ...news('Planned', ''), published }, news('Before', '')], HEAD);
  expect(parseRssFeed(written).lastBuildDate).toBe('Sun, 01 Mar 2026 08:00:00 GMT');
});

it('stays well formed if texts contain closing markup', () => {
  const title = ']]></title></item><script a="b">&amp;&lt;';
  const [item, ...others] = parseRssFeed(rss([news(title, title)], HEAD)).items ?? [];
  expect([item?.title, item?.description, others]).toEqual([title, title, []]);
});
