const path = require('node:path');
const { COUNTS, eventOf, linkedOf } = require('./site/site.cjs');
const { bulkWriter, isPostgres, qualified } = require('./bulk.cjs');
const { makePictures, showPictures } = require('./pictures.cjs');
const { rowMaker } = require('./rows.cjs');

/** The number of events that are held in memory and written at once. */
const CHUNK = 500;
const DAY = 86_400_000;

const pluginFile = (strapi, file) =>
  require(path.join(strapi.dirs.dist.root, 'src/plugins/calendar/server/src', file));

const range = (from, count) => Array.from({ length: count }, (_, place) => from + place);

async function refuseUnlessEmpty(strapi) {
  for (const type of ['event', ...Object.keys(COUNTS)]) {
    const count = await strapi.db.query(`plugin::calendar.${type}`).count();
    if (count > 0)
      throw new Error(
        `The calendar holds ${count} rows of the type ${type}: the bench fills an empty one.`,
      );
  }
}

/** The next id of each sequence; the repair moves the sequences past the loaded records. */
async function firstIds(strapi) {
  const { nextId } = pluginFile(strapi, 'database/identity.js');
  return { post: await nextId('event'), term: await nextId('tag') };
}

/** Maps the indexes by which the site's records refer to each other to public ids. */
function numbering({ post, term }) {
  const first = { category: term, tag: term + COUNTS.category, venue: post };
  first.organizer = first.venue + COUNTS.venue;
  first.event = first.organizer + COUNTS.organizer;
  const idOf = (type, place) => first[type] + place;
  return { idOf, idsOf: (type, places) => places.map((place) => idOf(type, place)) };
}

const withoutEmpty = (lists) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

/** An event in the form that a save takes, with the ids of its references. */
function withIds(event, { idsOf }) {
  const { venue, organizer, categories, tags } = event.references;
  const references = withoutEmpty({
    venue: idsOf('venue', venue),
    organizer: idsOf('organizer', organizer),
    categories: idsOf('category', categories),
    tags: idsOf('tag', tags),
  });
  return { ...event, shared: { ...event.shared, ...references } };
}

/** A venue, organizer, category or tag in the form that a save takes. */
function linkedRecord(site, type, place, { idOf }) {
  const record = linkedOf(site, type, place);
  if (record.parent === undefined) return record;
  return { ...record, shared: { ...record.shared, parent: idOf('category', record.parent) } };
}

async function writeEvents({ site, events, numbers, writer, makeRows, progress }) {
  const shown = [];
  for (let from = 0; from < events; from += CHUNK) {
    const rows = range(from, Math.min(CHUNK, events - from)).flatMap((number) => {
      const event = withIds(eventOf(site, number), numbers);
      const public_id = numbers.idOf('event', number);
      if (event.picture !== undefined) shown.push({ public_id, picture: event.picture });
      return makeRows('event', event, public_id);
    });
    await writer.insert('event', rows);
    progress(Math.min(1, (from + CHUNK) / events));
  }
  return shown;
}

/**
 * Collects statistics: without them, PostgreSQL would plan as for empty tables until autovacuum
 * runs.
 */
async function analyze(strapi) {
  if (!isPostgres(strapi)) return;
  const { rows } = await strapi.db.connection.raw(
    `SELECT tablename FROM pg_tables WHERE schemaname = ? AND tablename ~ '^(calendar_|files)'`,
    [strapi.db.getSchemaName()],
  );
  for (const { tablename } of rows) {
    await strapi.db.connection.raw(`VACUUM ANALYZE ${qualified(strapi, tablename)}`);
  }
}

/**
 * Fills an empty calendar with the bench's site, with rows as the rules would have written them. The repairs
 * derive all other data and store that they have run, so that the next start repairs nothing. The same
 * `events`, `seed` and day give the same site. Resolves to the mapping of indexes to public ids.
 *
 * @param strapi a loaded Strapi
 * @param options `events`: their number; `seed`; `now`: the day to which dates are relative; `progress`: called
 *   with the share of the events that is written
 */
async function loadSite(strapi, { events, seed = 1, now = new Date(), progress = () => {} }) {
  await refuseUnlessEmpty(strapi);
  const site = { seed, now: Math.floor(+now / DAY) * DAY };
  const numbers = numbering(await firstIds(strapi));
  const makeRows = rowMaker(strapi);
  const files = await makePictures(strapi);
  const writer = bulkWriter(strapi);
  for (const [type, count] of Object.entries(COUNTS)) {
    const record = (place) => linkedRecord(site, type, place, numbers);
    const rows = range(0, count).flatMap((place) =>
      makeRows(type, record(place), numbers.idOf(type, place)),
    );
    await writer.insert(type, rows);
  }
  const shown = await writeEvents({ site, events, numbers, writer, makeRows, progress });
  writer.end();
  await showPictures(
    strapi,
    shown.map(({ public_id, picture }) => ({ public_id, file_id: files[picture] })),
  );
  await analyze(strapi);
  const { repairAll } = pluginFile(strapi, 'saves/repair.js');
  await repairAll();
  await analyze(strapi);
  return numbers;
}

module.exports = { linkedRecord, loadSite, numbering, withIds };
