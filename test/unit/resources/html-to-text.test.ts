import { htmlToText } from '../../../src/plugins/calendar/server/src/resources/feeds/content-line';

it.each([
  ['<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
  ['<ul><li dir="ltr"><p dir="ltr">one</p></li><li><p><b>two</b></p></li></ul>', '- one\n- two'],
  ['<p><a href="https://a.test">words</a></p>', 'words (https://a.test)'],
  [
    '<p><a href="https://a.test"><span><u>words</u> here</span></a></p>',
    'words here (https://a.test)',
  ],
  ['<p><a href="https://a.test"><span>https://a.test</span></a></p>', 'https://a.test'],
  [
    '<p><a href="https://a.test"><b>a</a> <a href="https://b.test">b</a></p>',
    'a (https://a.test) b (https://b.test)',
  ],
])('converts %j to text', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

it('converts thousands of unclosed links in less than two seconds', () => {
  const began = performance.now();
  htmlToText('<a href="https://a.test"><b>'.repeat(20_000));
  htmlToText(`<a href="https://a.test">${'<b>'.repeat(100_000)}`);
  expect(performance.now() - began).toBeLessThan(2000);
});
