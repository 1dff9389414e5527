const path = require('node:path');
const { randomFrom } = require('./site/random.cjs');

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id in the form of Strapi's document ids. */
function documentIdOf(seed) {
  const random = randomFrom(seed);
  return Array.from({ length: 24 }, () => LETTERS[random.below(LETTERS.length)]).join('');
}

/** The compiled rules that derive columns from values (D4). */
function rulesOf(strapi) {
  const rules = path.join(strapi.dirs.dist.root, 'src/plugins/calendar/server/src');
  const { prepare } = require(path.join(rules, 'saves/prepare.js'));
  const { searchTextOf } = require(path.join(rules, 'sql/sql.js'));
  const { slugFromTitle } = require(path.join(rules, 'kinds/text/normalize.js'));
  const { NAME_FIELD, isPostType } = require(path.join(rules, 'settings/record-types.js'));
  return { prepare, searchTextOf, slugFromTitle, NAME_FIELD, isPostType };
}

const isColumn = ({ type }) => type !== 'media' && type !== 'relation';

const defaultsOf = (strapi, type) =>
  Object.fromEntries(
    Object.entries(strapi.contentType(`plugin::calendar.${type}`).attributes)
      .filter(([, attribute]) => isColumn(attribute) && attribute.default !== undefined)
      .map(([name, attribute]) => [name, attribute.default]),
  );

/**
 * Returns a function that makes the rows of a record as a save through the interface would: one per
 * language, and for events, venues and organizers one draft and one published row each. Names are
 * unique, so no slug needs a suffix.
 */
function rowMaker(strapi) {
  const { prepare, searchTextOf, slugFromTitle, NAME_FIELD, isPostType } = rulesOf(strapi);

  function ofLanguage(type, { shared, made }, texts) {
    const values = prepare(type, { ...shared, ...texts }, {});
    const slug = slugFromTitle(values[NAME_FIELD[type]]);
    const posted = isPostType(type) ? { date: made } : {};
    return { ...values, ...posted, slug, search_text: searchTextOf(type, { ...values, slug }) };
  }

  return (type, record, publicId) => {
    const defaults = defaultsOf(strapi, type);
    const { made, texts } = record;
    const document_id = documentIdOf(publicId * 31 + type.length);
    const moments = { created_at: made, updated_at: made };
    return Object.entries(texts).flatMap(([locale, own]) => {
      const row = {
        ...defaults,
        ...ofLanguage(type, record, own),
        ...moments,
        locale,
        document_id,
        public_id: publicId,
      };
      const published = { ...row, published_at: made };
      return isPostType(type) ? [{ ...row, published_at: null }, published] : [published];
    });
  };
}

module.exports = { rowMaker };
