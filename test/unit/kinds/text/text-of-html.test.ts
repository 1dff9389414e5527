import { blockHtml, htmlToLine } from '../../../../src/plugins/calendar/server/src/kinds/text/html';

it.each([
  ['**open** air, mar**ket**', 'open air, market'],
  ['<b>S</b>pringfest', 'Springfest'],
  ['# Title\ntext\n\n- one\n- two', 'Title text one two'],
  ['<p>one</p><p>two</p>', 'one two'],
  ['words<div>block</div>after', 'words block after'],
  ['line<br>line', 'line line'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ['We <3 Jazz -> here', 'We <3 Jazz -> here'],
  ['<p>if a &lt;b and c&gt; d &amp;amp; e</p>', 'if a <b and c> d &amp; e'],
  ['[tickets](https://example.org "Buy")', 'tickets'],
  ['<script>alert(1)</script>seen', 'seen'],
  ['Caf&eacute;&nbsp;noir', 'Café noir'],
])('extracts from %j the text that people read', (stored, text) => {
  expect(htmlToLine(blockHtml(stored))).toBe(text);
});
