const { PICTURES } = require('./site/site.cjs');
const { qualified, tableOf } = require('./bulk.cjs');

const FOLDER = '/uploads';

/** The row of a picture in the media library; its file is never read. */
function fileOf(number) {
  const name = `bench-${number}.jpg`;
  const size = (width) => ({
    ...{ name, hash: `bench_${number}_${width}`, ext: '.jpg', mime: 'image/jpeg', path: null },
    ...{
      width,
      height: Math.round(width * 0.625),
      size: width / 10,
      url: `${FOLDER}/bench_${number}_${width}.jpg`,
    },
  });
  const { path: _, ...whole } = size(1600);
  const formats = { thumbnail: size(250), small: size(500), medium: size(750) };
  return { ...whole, formats, provider: 'local', folderPath: '/' };
}

/** Creates the pictures that events may show; resolves to their ids. */
async function makePictures(strapi) {
  const ids = [];
  for (let number = 0; number < PICTURES; number += 1) {
    const file = await strapi.db.query('plugin::upload.file').create({ data: fileOf(number) });
    ids.push(file.id);
  }
  return ids;
}

/** Attaches pictures to all rows of events. `shown`: pairs of `public_id` and `file_id`. */
async function showPictures(strapi, shown) {
  const postgres = strapi.db.dialect.client === 'postgres';
  const given = postgres
    ? 'json_to_recordset(?::json) AS given(public_id integer, file_id integer)'
    : "(SELECT value->>'public_id' AS public_id, value->>'file_id' AS file_id FROM json_each(?)) AS given";
  await strapi.db.connection.raw(
    `INSERT INTO ${qualified(strapi, 'files_related_mph')} (file_id, related_id, related_type, field, "order")
     SELECT given.file_id, event.id, 'plugin::calendar.event', 'image', 1
     FROM ${given} JOIN ${qualified(strapi, tableOf(strapi, 'event'))} AS event ON event.public_id = given.public_id`,
    [JSON.stringify(shown)],
  );
}

module.exports = { makePictures, showPictures };
