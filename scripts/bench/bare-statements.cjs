const EVENTS = 'calendar_events';

const listed = (type, name) =>
  `SELECT * FROM calendar_${type} WHERE published_at IS NOT NULL AND locale = 'en' ORDER BY ${name} LIMIT 10`;

const UPCOMING = `SELECT v.* FROM calendar_venues v WHERE v.published_at IS NOT NULL AND v.locale = 'en'
  AND EXISTS (SELECT 1 FROM bench_pages p WHERE p.language = 'en' AND p.kind = 'venue'
    AND p.target = v.public_id AND p.utc_start > :now) ORDER BY v.venue LIMIT 10`;

const TABLES = {
  venue: () => [listed('venues', 'venue'), {}],
  category: () => [listed('categories', 'name'), {}],
  tag: () => [listed('tags', 'name'), {}],
  upcoming: (_, now) => [UPCOMING, { now }],
  event: ({ column, value }) => [
    `SELECT * FROM ${EVENTS} WHERE ${column} = :value AND published_at IS NOT NULL`,
    { value },
  ],
  page: ({ kind, target = 0, language = 'en', limit, offset = 0, until }, now) => [
    `SELECT e.* FROM (SELECT row_id, utc_start, public_id FROM bench_pages
      WHERE language = :language AND kind = :kind AND target = :target AND utc_end >= :now
      ${until ? 'AND utc_start < :until' : ''}
      ORDER BY utc_start, public_id LIMIT :limit OFFSET :offset) AS page
     JOIN ${EVENTS} e ON e.id = page.row_id ORDER BY page.utc_start, page.public_id`,
    { language, kind, target, now, limit, offset, ...(until ? { until: +new Date(until) } : {}) },
  ],
  write: ({ copied }) => [
    `INSERT INTO bench_rows SELECT * FROM ${EVENTS} WHERE public_id = :copied`,
    { copied },
  ],
};

/**
 * The fastest statement for a scenario, with the values of its named parameters; times are in
 * milliseconds.
 */
const bareStatement = (bare, now) => TABLES[bare.table](bare, now);

const MOMENTS = ['now', 'until'];

/** The same statement with PostgreSQL's numbered parameters and timestamps. */
function forPostgres([sql, named]) {
  const names = Object.keys(named);
  const text = sql.replace(/(?<!:):(\w+)/g, (_, name) => `$${names.indexOf(name) + 1}`);
  const value = (name) =>
    MOMENTS.includes(name) ? new Date(named[name]).toISOString() : named[name];
  return { text, values: names.map(value) };
}

module.exports = { bareStatement, forPostgres };
