const { bound, standing } = require('./goals.cjs');
const { chartOf } = require('./chart.cjs');

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A number with a readable precision. Throws if it is missing. */
function shown(value, what) {
  if (!Number.isFinite(value)) throw new Error(`No number for ${what}.`);
  if (value >= 100) return count.format(value);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const cell = (row, column, key = 'p50') =>
  shown(row[column]?.[key], `${row.name}, ${column}, ${key}`);

const table = (heads, lines) =>
  [heads, heads.map((_, place) => (place === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** A dash where Strapi's filters cannot express the request. */
const documentsOf = (row) => (row.documents ? cell(row, 'documents') : '–');

/** A dash for writes, which are not measured after a change. */
const anewOf = (row) => (row.anew ? cell(row, 'anew') : '–');

const coldTable = (rows) =>
  table(
    [
      'p50 in ms',
      'bare',
      'empty',
      'Strapi’s way',
      'cold',
      'p99',
      'after a change',
      'statements',
      'cold ÷ (empty + bare)',
      'cold ÷ Strapi’s way',
    ],
    rows.map((row) => [
      ...[row.name, cell(row, 'bare'), cell(row, 'empty'), documentsOf(row), cell(row, 'cold')],
      ...[
        cell(row, 'cold', 'p99'),
        anewOf(row),
        shown(row.statements, `${row.name}, statements`).replace(/\.0+$/, ''),
      ],
      shown(row.cold.p50 / bound(row), row.name),
      row.documents ? shown(row.cold.p50 / row.documents.p50, row.name) : '–',
    ]),
  );

const warmTable = (rows) =>
  table(
    [
      'requests per second, 8 connections',
      'bytes from memory',
      'warm',
      'p50 ms',
      'p99 ms',
      'warm ÷ memory',
    ],
    rows.map((row) => [
      ...[row.name, cell(row, 'bareWarm', 'perSecond'), cell(row, 'warm', 'perSecond')],
      ...[cell(row, 'warm'), cell(row, 'warm', 'p99')],
      shown(row.warm.perSecond / row.bareWarm.perSecond, row.name),
    ]),
  );

function goalLines(rows) {
  return standing(rows).map(({ title, reached, missed }) => {
    const all = reached.length + missed.length;
    const far = missed.map(({ name, ratio }) => `${name} ${shown(ratio, name)}`).join(', ');
    return `- ${title}: ${reached.length} of ${all}${far ? `; missed: ${far}` : ''}.`;
  });
}

/** Requests that a server refused with 503; no other figure includes them. */
function refusedLines({ rows, mixed }) {
  const cells = rows.flatMap(({ name, ...columns }) =>
    Object.entries(columns).map(([column, { refused = 0 }]) => [`${name}, ${column}`, refused]),
  );
  const refused = [...cells, ['mixed', mixed.refused]].filter(([, times]) => times > 0);
  if (refused.length === 0) return [];
  return [`Refused with 503: ${refused.map(([name, times]) => `${name} ${times}`).join('; ')}.`];
}

const fewest = (rows) => Math.min(...rows.map(({ cold }) => cold.count));
const most = (rows) => Math.max(...rows.map(({ cold }) => cold.count));

/**
 * Compares a feed with the pages of its list by their means. Empty for earlier runs, which did not
 * measure feeds.
 */
function feedLines({ feeds }) {
  if (!feeds) return [];
  const { events, bytes, count: many, feed, pages, unchanged, bareUnchanged } = feeds;
  const mean = ({ perSecond }) => 1000 / perSecond;
  const list = mean(pages) * many;
  const said = (value) => shown(value, 'feeds');
  return [
    `Feed of ${count.format(events)} events (iCalendar, ${said(bytes / 1024)} kB), cold: ${said(mean(feed))} ms, ${said(mean(feed) / list)} of the time of the ${many} pages of its list, measured in turn. Unchanged (304), 8 connections: ${said(unchanged.perSecond)} requests per second, ${said(unchanged.perSecond / bareUnchanged.perSecond)} of the rate of a bare server that answers 304.`,
  ];
}

const titleOf = ({ database, events }) => `${NAMES[database]}, ${count.format(events)} events`;

/** The name of a run's chart, next to the page. */
const chartFile = ({ database, events }) => `performance-${database}-${events}.svg`;

function sectionOf(run) {
  const { machine, mixed, memory, start, filled, rounds } = run;
  const reads = run.rows.filter(({ warm }) => warm);
  const megabytes = (bytes) => shown(bytes / 2 ** 20, 'memory');
  return [
    `## ${titleOf(run)}`,
    `${machine.cores} cores, ${machine.memory} GB, Node ${machine.node}, ${machine.database}; ${rounds} rounds, ${fewest(run.rows)} to ${most(run.rows)} requests per cold figure; machine load at the end ${shown(machine.load, 'load')} (above ${machine.cores} means that other programs were running).`,
    `![Medians of all reads](${chartFile(run)})`,
    coldTable(run.rows),
    warmTable(reads),
    [
      `Mixed, 95 reads to 5 changes, 8 connections: ${shown(mixed.perSecond, 'mixed')} requests per second, p50 ${shown(mixed.p50, 'mixed')} ms, p99 ${shown(mixed.p99, 'mixed')} ms.`,
      `Memory, in a process used only for this measurement: ${megabytes(memory.idle)} MB after the start, ${megabytes(memory.most)} MB at most. A start takes ${shown(start, 'start')} s; filling the empty calendar took ${shown(filled, 'filled')} s.`,
    ].join(' '),
    ...feedLines(run),
    ...refusedLines(run),
    `Goals:\n\n${goalLines(run.rows).join('\n')}`,
  ].join('\n\n');
}

const HEAD = `# Performance

This page is generated by \`npm run bench\`; to change it, edit \`scripts/bench/\`. Each section is one run, in which all columns were measured in turn, so that other load on the machine affected all of them equally, after a warm-up round that is not counted. **Compare within a row**: figures from different runs or machines are hardly comparable.

- **bare**: \`node:http\`, the database's driver, and one statement over a table that contains only the order of the results; its rows as JSON. No product can be faster, and this one has no rights, languages, references or totals.
- **empty**: a route of Strapi's content API, in the calendar's process, that returns a constant.
- **Strapi's way**: a route that asks the Document Service for the page and its total, and for everything else that the response shows; for writes, the Document Service calls that the interface makes. A dash means that Strapi's filters cannot express the request.
- **cold**: a request to the calendar's interface for which no response is cached; records that were read since the last change are cached. **after a change**: the same immediately after a change, when nothing is cached. **warm**: the same request repeated, compared with a server that has the bytes in memory.

The site has 200 venues, 100 organizers, 40 categories and 100 tags. An event has one venue, one or two organizers, one to three categories, up to four tags and about sixty words. 70 % of the events are in the future; 60 % are in one language, 30 % in two, 10 % in four.`;

/** The page of all runs. Throws if a figure is missing. */
const pageOf = (runs) => `${[HEAD, ...runs.map(sectionOf)].join('\n\n')}\n`;

/** The chart of a run. */
const drawingOf = (run) =>
  chartOf(
    run.rows
      .filter(({ warm }) => warm)
      .map((row) => ({
        name: row.name,
        documents: row.documents?.p50,
        cold: row.cold.p50,
        bound: bound(row),
      })),
    `${titleOf(run)}: milliseconds, median`,
  );

module.exports = { chartFile, drawingOf, feedLines, pageOf };
