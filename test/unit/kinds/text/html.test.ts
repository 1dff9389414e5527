import {
  blockHtml,
  inlineHtml,
  plainName,
} from '../../../../src/plugins/calendar/server/src/kinds/text/html';
import { storedHtml } from '../../../../src/plugins/calendar/server/src/kinds/text/text';

it.each([
  [null, ''],
  ['', ''],
  ['plain', '<p>plain</p>'],
  ['one\ntwo', '<p>one<br />\ntwo</p>'],
  ['# Title', '<h1>Title</h1>'],
  ['a **b** <em>c</em>', '<p>a <strong>b</strong> <em>c</em></p>'],
  ['<p>stored *as it is*</p>', '<p>stored *as it is*</p>'],
  [
    '<p>One.</p>\n\nMore, **by hand**.\n\n- a',
    '<p>One.</p><p>More, <strong>by hand</strong>.</p>\n<ul>\n<li>a</li>\n</ul>',
  ],
  ['<div>One\n\n*two*</div>\n', '<div>One\n\n*two*</div>'],
  ['<div dir="rtl">نص</div>', '<div dir="rtl">نص</div>'],
  ['<p><b style="font-weight:normal;">a <b>b</b></b></p>', '<p><span>a <b>b</b></span></p>'],
  ['<p><b style="font-weight:bold">a</b></p>', '<p><b>a</b></p>'],
  [
    '<p>a<img src="data:image/png;base64,AA=="><img src="cid:1" alt="B"></p>',
    '<p>a<img alt="B" /></p>',
  ],
  ['<div><head><title>Page</title></head><p>a</p></div>', '<div><p>a</p></div>'],
  ['<p><xml><w:View>Normal</w:View></xml>a</p>', '<p>a</p>'],
])('renders %j', (stored, html) => {
  expect(blockHtml(stored)).toBe(html);
});

it.each([
  '<script>alert(1)</script>',
  '<p><img src=x onerror=alert(1)></p>',
  '<p><a href="javascript:alert(1)">x</a></p>',
  '[x](javascript:alert(1))',
  '<p><a href="data:text/html,<script>">x</a></p>',
  '<iframe src="https://example.org"></iframe>',
  '<svg onload=alert(1)></svg>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed">x</p>',
  '<form action="https://example.org"><input></form>',
])('removes everything executable from %j', (stored) => {
  const html = `${blockHtml(stored)}${inlineHtml(stored)}`;
  expect(`${blockHtml(stored)}${inlineHtml(stored)}`).toBe(html); // Remembered, and no less safe.
  expect(html).not.toMatch(/<script|<iframe|<svg|<style|<form|<input|onerror|onload|style=/i);
  expect(html).not.toMatch(/(href|src)="(javascript|data):/i);
});

it('keeps links and pictures with safe URLs', () => {
  const html =
    '<p><a href="mailto:a@example.org">a</a><img src="https://example.org/a.png" alt="A" /></p>';
  expect(blockHtml(html)).toBe(html);
});

it('renders a term in one line', () => {
  expect(inlineHtml('<p>a <b>b</b></p>')).toBe('a <b>b</b>');
});

it.each([
  '',
  '\u200b',
  '\u2060\u00ad',
  ' \u200e&#x200f; ',
  '\u3164',
  '\u2800\ufeff',
  '<b>\u034f</b>',
])('treats an invisible name as empty: %j', (name) => {
  expect(plainName(name)).toBe('');
});

it.each(['\u200fقمر\u200d', '\u200ba', '–'])(
  'keeps invisible characters beside visible ones: %j',
  (name) => {
    expect(plainName(name)).toBe(name);
  },
);

const timesEscaped = (text: string, times: number): string =>
  times === 0
    ? text
    : timesEscaped(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), times - 1);

it.each([0, 1, 2, 7, 8, 9, 30])('leaves no markup in a name that is escaped %i times', (times) => {
  const name = plainName(timesEscaped('One <i>two</i>', times));
  if (times < 8) expect(name).toBe('One two');
  expect(name).not.toMatch(/<i>/);
  expect(plainName(name)).toBe(name);
});

it.each([
  ['a < b\r\n\nTwo,\nthree.', '<p>a &lt; b</p>\n<p>Two,<br />three.</p>'],
  ['one<br />\ntwo<br> \n<br />\nthree', '<p>one<br />two<br /><br />three</p>'],
  [
    '<h2>A</h2>\n\nOne.\n\nTwo,\n<b>three</b>.\n<hr>',
    '<h2>A</h2><p>One.</p>\n<p>Two,<br /><b>three</b>.</p><hr />',
  ],
  [
    'One.\n\n<ul>\n<li>a\n\nb</li>\n</ul>\n\nTwo.',
    '<p>One.</p><ul>\n<li>a\n\nb</li>\n</ul><p>Two.</p>',
  ],
  [
    'One <img src="https://a.example/b.png"> two',
    '<p>One <img src="https://a.example/b.png" /> two</p>',
  ],
  [
    '<a href="https://a.example"><p>a</p></a>',
    '<div><a href="https://a.example"><p>a</p></a></div>',
  ],
  ['<p>a</p>\n<p>b</p>', '<p>a</p>\n<p>b</p>'],
])('stores %j, and keeps it when it is sent again', (sent, stored) => {
  expect(storedHtml(sent)).toBe(stored);
  expect(storedHtml(stored)).toBe(stored);
  expect(blockHtml(stored)).toBe(stored);
});
