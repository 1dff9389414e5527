const { tableOf } = require('./bulk.cjs');

/** The order in which a language falls back to others (D7.2). */
const ORDER = ['en', 'ar', 'fr', 'es'];

const orderOf = (language) =>
  [language, ...ORDER.filter((other) => other !== language)]
    .map((locale, place) => `WHEN '${locale}' THEN ${place}`)
    .join(' ');

/** SQL conditions for the rows of each kind: all, those that contain a text, those with a link. */
function kindsOf(word) {
  const texts = (text) => `search_text LIKE '%${text}%'`;
  return {
    all: 'true',
    featured: 'featured',
    common: texts('music'),
    rare: texts('harpsichord'),
    unique: texts(word),
    arabic: texts('الموسيقي'),
    near: `EXISTS (SELECT 1 FROM calendar_links l JOIN calendar_venues v ON v.public_id = l.target_id
      WHERE l.row_id = best.id AND l.kind = 'venue' AND v.published_at IS NOT NULL
      AND v.geo_lat BETWEEN 45.65 AND 45.95 AND v.geo_lng BETWEEN 4.67 AND 5.09)`,
  };
}

const LINKED = { category: 'categories', tag: 'tags', venue: 'venue', organizer: 'organizer' };
const COLUMNS = 'language, kind, target, utc_start, utc_end, public_id, row_id';

const bestOf = (language, events) => `WITH best AS (SELECT * FROM (
  SELECT id, public_id, utc_start_date, utc_end_date, featured, search_text,
    row_number() OVER (PARTITION BY public_id ORDER BY CASE locale ${orderOf(language)} END) AS place
  FROM ${events} WHERE published_at IS NOT NULL AND NOT hide_from_listings) AS ranked WHERE place = 1)`;

const insert = (language, events, rows) =>
  `INSERT INTO bench_pages (${COLUMNS}) ${bestOf(language, events)} ${rows}`;

const rowsFor = (language, kind, target) =>
  `SELECT '${language}', '${kind}', ${target}, utc_start_date, utc_end_date, best.public_id, best.id FROM best`;

/** The events of a category also belong to its parent. */
const ANCESTORS = `SELECT 'en', 'category', parent, utc_start_date, utc_end_date, best.public_id, best.id
  FROM best JOIN calendar_links l ON l.row_id = best.id AND l.kind = 'categories'
  JOIN (SELECT DISTINCT public_id, parent FROM calendar_categories WHERE parent IS NOT NULL) c
  ON c.public_id = l.target_id`;

/**
 * Creates the table that the bare statements read: the sorted events of every list in the
 * scenarios. It is a lower bound and no design: no product could store this for all possible
 * requests.
 */
async function makePages(strapi, word) {
  const run = (sql) => strapi.db.connection.raw(sql);
  const events = tableOf(strapi, 'event');
  const moment = strapi.db.dialect.client === 'postgres' ? 'timestamp(3)' : 'integer';
  await run(
    `CREATE TABLE bench_pages (language text, kind text, target integer, utc_start ${moment}, utc_end ${moment}, public_id integer, row_id integer)`,
  );
  const kinds = kindsOf(word);
  for (const [kind, where] of Object.entries(kinds)) {
    const language = kind === 'arabic' ? 'ar' : 'en';
    await run(insert(language, events, `${rowsFor(language, kind, 0)} WHERE ${where}`));
  }
  await run(insert('fr', events, rowsFor('fr', 'all', 0)));
  for (const [kind, field] of Object.entries(LINKED)) {
    const link = `JOIN calendar_links l ON l.row_id = best.id AND l.kind = '${field}'`;
    await run(insert('en', events, `${rowsFor('en', kind, 'l.target_id')} ${link}`));
  }
  await run(insert('en', events, ANCESTORS));
  await run(
    'CREATE INDEX bench_pages_start ON bench_pages (language, kind, target, utc_start, public_id, utc_end, row_id)',
  );
  await run(`CREATE TABLE bench_rows AS SELECT * FROM ${events} WHERE id < 0`);
  await run('ANALYZE bench_pages'); // Only this one; the calendar maintains its own tables.
}

module.exports = { makePages };
