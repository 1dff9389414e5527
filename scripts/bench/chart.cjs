const ROW = 30;
const LEFT = 190;
const WIDTH = 900;
const BARS = [
  ['documents', 'Strapi’s way', '#c9a227'],
  ['cold', 'the calendar', '#1a7f64'],
  ['bound', 'empty + bare', '#8a8f98'],
];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A logarithmic scale of milliseconds: the x position of a value, and the powers of ten. */
function scaleOf(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10);
  const [from, to] = [Math.floor(low), Math.ceil(high)];
  const at = (value) =>
    LEFT + ((Math.log10(value) - from) / (to - from || 1)) * (WIDTH - LEFT - 60);
  return { at, steps: Array.from({ length: to - from + 1 }, (_, place) => 10 ** (from + place)) };
}

const text = (x, y, words, more = '') => `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`;

function barsOf({ name, ...values }, place, { at }) {
  const top = 50 + place * ROW;
  const bars = BARS.map(([key, , color], index) =>
    values[key] === undefined
      ? ''
      : `<rect x="${LEFT}" y="${top + index * 8}" width="${Math.max(1, at(values[key]) - LEFT).toFixed(1)}" height="7" fill="${color}"/>`,
  );
  return text(LEFT - 8, top + 15, name, 'text-anchor="end"') + bars.join('');
}

/** An SVG chart of the medians of all reads: one bar per column, on a logarithmic scale. */
function chartOf(rows, title) {
  const scale = scaleOf(
    rows.flatMap(({ name: _, ...values }) => Object.values(values).filter(Boolean)),
  );
  const height = 60 + rows.length * ROW;
  const lines = scale.steps.map(
    (step) =>
      `<line x1="${scale.at(step)}" x2="${scale.at(step)}" y1="44" y2="${height - 10}" stroke="#d8dbe0"/>` +
      text(scale.at(step), 40, `${step} ms`, 'text-anchor="middle" fill="#6b7280"'),
  );
  const legend = BARS.map(
    ([, words, color], place) =>
      `<rect x="${LEFT + place * 130}" y="12" width="10" height="10" fill="${color}"/>` +
      text(LEFT + 16 + place * 130, 21, words),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/>`,
    ...legend,
    ...lines,
    ...rows.map((row, place) => barsOf(row, place, scale)),
    '</svg>\n',
  ].join('\n');
}

module.exports = { chartOf };
