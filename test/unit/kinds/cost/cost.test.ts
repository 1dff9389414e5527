import { parseCost, presentCost } from '../../../../src/plugins/calendar/server/src/kinds/cost';

const SITE = { symbol: '$', code: 'USD', position: 'prefix' as const };
const NOTHING = { currency_symbol: null, currency_code: null, currency_position: null };

const shown = (stored: string | null, language: 'ar' | 'en' | 'fr' | 'es' = 'en', own = {}) => {
  const { cost, cost_details } = presentCost(
    stored,
    { ...NOTHING, ...own },
    { language, site: SITE },
  );
  const { currency_symbol, currency_position, currency_code, values } = cost_details;
  return [cost, currency_symbol, currency_position, currency_code, values];
};

it.each([
  [null, '', '', '', '', []],
  ['', '', '', '', '', []],
  ['23', '$23', '', '', '', ['23']],
  ['20$', '20$', '$', 'postfix', '', ['20']],
  ['20 €', '20€', '€', 'postfix', '', ['20']],
  ['US$5', 'US$5', 'US$', 'prefix', '', ['5']],
  ['CHF 20', 'CHF 20', 'CHF', 'prefix', '', ['20']],
  ['20 kr', '20 kr', 'kr', 'postfix', '', ['20']],
  ['0$, 20$, 30$', 'Free – 30$', '$', 'postfix', '', ['0', '20', '30']],
  ['Free – 30$', 'Free – 30$', '$', 'postfix', '', ['0', '30']],
  ['0', 'Free', '', '', '', ['0']],
  ['0.00', 'Free', '', '', '', ['0.00']],
  ['25.55', '$25.55', '', '', '', ['25.55']],
  ['25,55', '$25,55', '', '', '', ['25.55']],
  ['€6.50 - €8.50', '€6.50 – €8.50', '€', 'prefix', '', ['6.50', '8.50']],
  ['5,00 € - 5 €', '5,00€', '€', 'postfix', '', ['5.00', '5']],
  ['6,50 - 8,50 €', '6,50€ – 8,50€', '€', 'postfix', '', ['6.50', '8.50']],
  ['5,50 7,50', '$5,50 – $7,50', '', '', '', ['5.50', '7.50']],
  ['30; 10; 20', '$10 – $30', '', '', '', ['10', '20', '30']],
  ['10 - 10', '$10', '', '', '', ['10']],
  ['1,234.56', '$1,234.56', '', '', '', ['1234.56']],
  ['1.234,56 €', '1.234,56€', '€', 'postfix', '', ['1234.56']],
  ["1'234.50", "$1'234.50", '', '', '', ['1234.50']],
  ['1,234,567', '$1,234,567', '', '', '', ['1234567']],
  ['1,234', '$1,234', '', '', '', ['1234']],
  ['12,34,567.5', '$12,34,567.5', '', '', '', ['1234567.5']],
  ['10,20,30', '$10 – $30', '', '', '', ['10', '20', '30']],
  ['5.50,7.50 €', '5.50€ – 7.50€', '€', 'postfix', '', ['5.50', '7.50']],
  ['100,20,300', '$20 – $300', '', '', '', ['20', '100', '300']],
  ['10,000,15,000', '$10,000 – $15,000', '', '', '', ['10000', '15000']],
  ['3,000.00,4,000.00 €', '3,000.00€ – 4,000.00€', '€', 'postfix', '', ['3000.00', '4000.00']],
  ['1234,000,000', '$1234,000,000', '', '', '', ['1234000000']],
  ['5 €, until 1.2.2027', '5 €, until 1.2.2027', '', '', '', ['1', '2', '5', '2027']],
  ['1 200 €', '1 200€', '€', 'postfix', '', ['1200']],
  ['1 234 567,89 €', '1 234 567,89€', '€', 'postfix', '', ['1234567.89']],
  ['7 500 - 12 000 €', '7 500€ – 12 000€', '€', 'postfix', '', ['7500', '12000']],
  ['1\u00a0200 €', '1\u00a0200€', '€', 'postfix', '', ['1200']],
  ['1\u2009200,50', '$1\u2009200,50', '', '', '', ['1200.50']],
  ['5,50 700', '$5,50 – $700', '', '', '', ['5.50', '700']],
  ['0 200', 'Free – $200', '', '', '', ['0', '200']],
  ['1200 300', '$300 – $1200', '', '', '', ['300', '1200']],
  ['30 1500', '$30 – $1500', '', '', '', ['30', '1500']],
  ['1.500', '$1.500', '', '', '', ['1.500']],
  ['1.200 €', '1.200€', '€', 'postfix', '', ['1200']],
  ['$1.500 - $2.500', '$1.500 – $2.500', '$', 'prefix', '', ['1500', '2500']],
  ['900 - 1.200 €', '900€ – 1.200€', '€', 'postfix', '', ['900', '1200']],
  ['desde 1.200 €', 'desde 1.200 €', '', '', '', ['1200']],
  ['€0.125', '€0.125', '€', 'prefix', '', ['0.125']],
  ['€1.5', '€1.5', '€', 'prefix', '', ['1.5']],
  ['1.500 KWD', '1.500 KWD', 'KWD', 'postfix', '', ['1.500']],
  ['1.500 DT', '1.500 DT', 'DT', 'postfix', '', ['1.500']],
  ['1.500 د.ك', '1.500 د.ك', 'د.ك', 'postfix', '', ['1.500']],
  ['$.50', '$.50', '$', 'prefix', '', ['0.50']],
  [',50 €', ',50€', '€', 'postfix', '', ['0.50']],
  ['€.99 - €1.50', '€.99 – €1.50', '€', 'prefix', '', ['0.99', '1.50']],
  ['.5 - .75', '$.5 – $.75', '', '', '', ['0.5', '0.75']],
  ['.00', 'Free', '', '', '', ['0.00']],
  ['5€,10€', '5€ – 10€', '€', 'postfix', '', ['5', '10']],
  ['5 €,10 €', '5€ – 10€', '€', 'postfix', '', ['5', '10']],
  ['Rs.50', 'Rs.50', 'Rs.', 'prefix', '', ['50']],
  ['0,125', '$0,125', '', '', '', ['0.125']],
  ['٢٠ د.إ', '20 د.إ', 'د.إ', 'postfix', '', ['20']],
  ['٢٠ د.إ، ٣٠ د.إ', '20 د.إ – 30 د.إ', 'د.إ', 'postfix', '', ['20', '30']],
  ['٢٠؛ ٣٠ د.إ', '20 د.إ – 30 د.إ', 'د.إ', 'postfix', '', ['20', '30']],
  ['مجاناً، 10€', 'Free – 10€', '€', 'postfix', '', ['0', '10']],
  ['Free', 'Free', '', '', '', ['free']],
  ['gratuit', 'Free', '', '', '', ['free']],
  ['\u200fمجاني', 'Free', '', '', '', ['free']],
  ['\u202a25 €\u202c', '25€', '€', 'postfix', '', ['25']],
  ['\u2068$10\u2069 – \u2068$20\u2069', '$10 – $20', '$', 'prefix', '', ['10', '20']],
  ['Gratuite', 'Free', '', '', '', ['free']],
  ['مجانًا', 'Free', '', '', '', ['free']],
  ['الدخول مجاناً، 10€', 'الدخول مجاناً، 10€', '', '', '', ['0', '10']],
  ['gratuites - 5€', 'Free – 5€', '€', 'postfix', '', ['0', '5']],
  ['Gratuité 10€', 'Gratuité 10€', '', '', '', ['10']],
  ['Donation', 'Donation', '', '', '', ['donation']],
  ['Pay what you can!', 'Pay what you can!', '', '', '', ['pay-what-you-can']],
  ['Adults 20, children 10', 'Adults 20, children 10', '', '', '', ['10', '20']],
  ['$10 / €9', '$10 / €9', '', '', '', ['9', '10']],
  ['from 5$', 'from 5$', '', '', '', ['5']],
  ['20,- €', '20,- €', '', '', '', ['20']],
  ['10-20', '$10 – $20', '', '', '', ['10', '20']],
  ['10–20 €', '10€ – 20€', '€', 'postfix', '', ['10', '20']],
  ['Free - 5', 'Free – $5', '', '', '', ['0', '5']],
  ['free-5', 'Free – $5', '', '', '', ['0', '5']],
  ['Members free, others 10€', 'Members free, others 10€', '', '', '', ['0', '10']],
  ['Freestyle class 10$', 'Freestyle class 10$', '', '', '', ['10']],
  ['Gluten-free menu 20€', 'Gluten-free menu 20€', '', '', '', ['20']],
  ['Gluten‑free menu 20€', 'Gluten‑free menu 20€', '', '', '', ['20']],
  ['Free-form dance 10$', 'Free-form dance 10$', '', '', '', ['10']],
  ['Gratis, 10€', 'Free – 10€', '€', 'postfix', '', ['0', '10']],
])('shows %j as %j', (stored, ...expected) => {
  expect(shown(stored)).toEqual(expected);
});

it.each([
  ['-5', ['-5']],
  ['−5', ['-5']],
  ['- 5', ['-5']],
  ['-$5', ['-5']],
  ['$-5', ['-5']],
  ['-5 €', ['-5']],
  ['10, -5', ['-5', '10']],
  ['10 -5', ['-5', '10']],
  ['-10 - 20', ['-10', '20']],
  ['10 - -5', ['-5', '10']],
  ['٥ ، -٣', ['-3', '5']],
  ['\u061c-٥', ['-5']],
  ['\u200e−\u200e۵', ['-5']],
  ['10 \u200f-٥', ['-5', '10']],
  ['-.5', ['-0.5']],
  ['10 -,50', ['-0.50', '10']],
  ['from 5 - 10', ['5', '10']],
  ['Row A-5, 20€-30€', ['5', '20', '30']],
])('shows a negative amount as text: %j', (stored, values) => {
  expect(shown(stored)[0]).toBe(stored);
  expect(parseCost(stored)).toMatchObject({ kind: 'words', values });
});

it.each([
  ['1e21', ['1e21']],
  ['1.5E-7 €', ['1-5e-7']],
  ['1e5 or 20', ['20']],
  ['1,234,567e5 or 20', ['20']],
  ['2e étage, 5', ['2', '5']],
  ['10E-20E', ['10', '20']],
  ['5e-10e', ['5', '10']],
])('reads no part of a power of ten as an amount: %j', (stored, values) => {
  expect(shown(stored)[0]).toBe(stored);
  expect(parseCost(stored)).toMatchObject({ kind: 'words', values });
});

it.each(['ar-EG', 'fa', 'fr', 'en'])('reads -5 as %s formats it', (language) => {
  const written = new Intl.NumberFormat(language).format(-5);
  expect(parseCost(written).values).toEqual(['-5']);
});

it.each(['fr', 'es', 'de', 'en'])('reads 1234567.5 as %s formats it', (language) => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
  expect(parseCost(format.format(1_234_567.5)).values).toEqual(['1234567.50']);
});

it.each([
  ['ar-EG', 'EGP', 'ج.م.'],
  ['ar-SA', 'SAR', 'ر.س.'],
  ['ar-AE', 'AED', 'د.إ.'],
  ['ar-MA', 'MAD', 'د.م.'],
])('reads the currency as %s formats it, between direction marks', (language, currency, symbol) => {
  const written = new Intl.NumberFormat(language, { style: 'currency', currency }).format(1234.5);
  expect(written).toContain('\u200f');
  expect(shown(written).slice(1)).toEqual([symbol, 'postfix', '', ['1234.50']]);
});

it('says "free" in the language of the response', () => {
  expect(['ar', 'en', 'fr', 'es'].map((code) => shown('0', code as 'ar')[0])).toEqual([
    'مجاني',
    'Free',
    'Gratuit',
    'Gratis',
  ]);
  expect(shown('0 - 30', 'fr')[0]).toBe('Gratuit – $30');
});

it('prefers the currency of the text, then of the event, then of the site', () => {
  const own = { currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix' };
  expect(shown('12', 'en', own)).toEqual(['12€', '€', 'postfix', 'EUR', ['12']]);
  expect(shown('£12', 'en', own)).toEqual(['£12', '£', 'prefix', 'EUR', ['12']]);
});

it.each([
  ['EUR', '€12', '€'],
  ['AUD', 'A$ 12', 'A$'],
  ['SEK', 'SEK 12', 'SEK'],
  ['XTS', 'XTS 12', 'XTS'],
  ['USD', '$12', ''],
])(
  'takes the symbol of the currency %s from its code if there is no other',
  (code, ...expected) => {
    expect(shown('12', 'en', { currency_code: code }).slice(0, 2)).toEqual(expected);
  },
);

it('reads its own output as the same amounts', () => {
  for (const stored of [
    '23',
    '20 €',
    '€6.50 - €8.50',
    '0$, 20$, 30$',
    '1,234.56',
    'CHF 20',
    '1 200, 3 400',
  ]) {
    const [cost, , , , values] = shown(stored);
    const again = parseCost(cost as string).values;
    const ends = [(values as string[])[0], (values as string[]).at(-1)];
    expect([again[0], again.at(-1)]).toEqual(ends);
  }
});

it('accepts any text without throwing', () => {
  for (const text of [
    '-',
    '...',
    '$',
    '€€',
    ',,1,,',
    '1.2.3,4.5',
    '9'.repeat(400),
    '\u202e12',
    '½',
  ]) {
    expect(typeof shown(text)[0]).toBe('string');
  }
});
