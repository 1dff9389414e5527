import {
  fold,
  normalizeName,
} from '../../../../src/plugins/calendar/server/src/kinds/text/normalize';

it.each([
  ['upper case', 'ÉTÉ', 'ete'],
  ['composed and decomposed', 'Événements', 'E\u0301ve\u0301nements'],
  ['ligatures of French', 'Chœurs', 'CHOEURS'],
  ['ligatures of old', 'Læticia ﬁn', 'Laeticia fin'],
  ['letters with strokes', 'Straße Ørsted Łódź', 'strasse orsted lodz'],
  ['Icelandic letters', 'Þórður', 'THORDUR'],
  ['Croatian and Vietnamese d', 'Đorđe ở Đà Nẵng', 'DORDE o da nang'],
  ['Maltese and Sami letters', 'Ħamrun Ŧ', 'hamrun t'],
  ['Turkish i', 'DİYARBAKIR İstanbul', 'diyarbakır ISTANBUL'],
  ['Greek sigma', 'ΟΔΟΣ', 'οδοσ'],
  ['sigma at the end of a word', 'οδός', 'ΟΔΌσ'],
  ['apostrophes', 'L’atelier', "l'atelier"],
  ['quotation marks', '« été » “x”', '" ete " "x"'],
  ['hyphens', 'Saint‑Denis', 'saint-denis'],
  ['dashes', '2026–2027 Lyon—Turin ‒ ― −5', '2026-2027 lyon-turin - - -5'],
  ['Arabic digits', '٢٠٢٧', '2027'],
  ['Persian digits', '۲۰۲۷', '2027'],
  ['wide digits', '２０２７', '2027'],
  ['Arabic vowels and stretching', 'مُوسِيقَى', 'موسـيقى'],
  ['forms of alif', 'أإآٱ', 'اااا'],
  ['ya, ta marbuta', 'موسيقى مدرسة', 'موسيقي مدرسه'],
  ['Persian ya and kaf', 'کتاب موسیقی', 'كتاب موسيقي'],
  ['letters joined into one sign', '\ufefb', '\u0644\u0627'],
  ['direction marks', '\u200f\u061cموسيقى\u200e', 'موسيقى'],
  ['embeddings and isolates', '\u202bjazz\u202c \u2067club\u2069', 'jazz club'],
  ['joiners, soft hyphens, order marks', 'mu\u00adsi\u200bque\ufeff \u200ca\u200db', 'musique ab'],
  ['blanks of any kind', ' a\u00a0b\n\tc\u3000d ', 'a b c d'],
])('does not distinguish %s', (_, one, other) => {
  expect(fold(one)).toBe(fold(other));
});

it.each([
  ['été à Köln', 'ete a koln'],
  ['a <3 b -> c', 'a <3 b -> c'],
  ['100% C++ & #1', '100% c++ & #1'],
  ['日本 🎷', '日本 🎷'],
  ['Москва', 'москва'],
  ['\u200f', ''],
])('folds %s to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

it('leaves no control character', () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('x');
  expect(fold(controls)).toMatch(/^[x ]+$/);
});

it('leaves folded text unchanged', () => {
  const sample = 'L’Œuvre « ÉTÉ » ٢٠٢٧ Straße مُوسِيقَى İstanbul ıÞ ΟΔΟΣ ϲ';
  expect(fold(fold(sample))).toBe(fold(sample));
});

it('normalizes the case and composition of names, but keeps accents', () => {
  expect(normalizeName('E\u0301TE\u0301')).toBe(normalizeName('été'));
  expect(normalizeName('ete')).not.toBe(normalizeName('été'));
});
