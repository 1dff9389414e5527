const DAY = 86_400_000;
const uidOf = (type) => `plugin::calendar.${type}`;

/**
 * The records that a list shows with its events; Strapi's own relations do not contain them (D4.3).
 */
const NAMED = { venue: 'venue', organizer: 'organizer', categories: 'category', tags: 'tag' };

async function named(strapi, events, locale) {
  const ask = async ([field, type]) => {
    const ids = [...new Set(events.flatMap((event) => event[field] ?? []))];
    const status = type === 'venue' || type === 'organizer' ? { status: 'published' } : {};
    if (ids.length === 0) return [field, []];
    const filters = { public_id: { $in: ids } };
    return [field, await strapi.documents(uidOf(type)).findMany({ locale, ...status, filters })];
  };
  return Object.fromEntries(await Promise.all(Object.entries(NAMED).map(ask)));
}

function filtersOf({ window, until, search, where = {} }, now) {
  const starts = until ? { utc_start_date: { $lt: new Date(until).toISOString() } } : {};
  return {
    ...where,
    ...starts,
    ...(window
      ? { utc_end_date: { $gte: new Date(now).toISOString() }, hide_from_listings: { $ne: true } }
      : {}),
    ...(search ? { search_text: { $contains: search } } : {}),
  };
}

/**
 * A page and its total from Strapi's Document Service, with the referenced records that the
 * response shows.
 */
async function listOf(strapi, asked, now) {
  const { type = 'event', locale = 'en', limit = 10, offset: start = 0, sort } = asked;
  const status = type === 'event' || type === 'venue' ? { status: 'published' } : {};
  const documents = strapi.documents(uidOf(type));
  const question = { locale, ...status, filters: type === 'event' ? filtersOf(asked, now) : {} };
  const order = sort ?? ['utc_start_date:asc', 'public_id:asc'];
  const populate = type === 'event' ? { populate: ['image'] } : {};
  const rows = await documents.findMany({ ...question, sort: order, limit, start, ...populate });
  const total = await documents.count(question);
  return { rows, total, ...(type === 'event' ? await named(strapi, rows, locale) : {}) };
}

async function oneOf(strapi, { one }) {
  const asked = { locale: 'en', status: 'published', filters: one, populate: ['image'] };
  const row = await strapi.documents(uidOf('event')).findFirst(asked);
  return { row, ...(await named(strapi, [row], 'en')) };
}

let made = 0;

/** The calls of the Document Service that writes of the interface make. */
const WRITES = {
  async create(strapi, values) {
    const events = strapi.documents(uidOf('event'));
    const { documentId } = await events.create({ locale: 'en', data: values });
    return events.publish({ documentId, locale: 'en' });
  },
  async update(strapi, { documentId, ...data }) {
    const events = strapi.documents(uidOf('event'));
    await events.update({ documentId, locale: 'en', data });
    return events.publish({ documentId, locale: 'en' });
  },
};

/** The values of a new event; each has another title. */
function newEvent({ ids, now }) {
  made += 1;
  const day = new Date(now + 30 * DAY).toISOString().slice(0, 10);
  return {
    ...{ title: `Made by the bench ${process.pid} ${made} ${Date.now()}`, timezone: 'UTC' },
    ...{ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` },
    description: '<p>Everybody is welcome, whether it is the first visit or already a habit.</p>',
    ...{ venue: [ids.venue + 1], organizer: [ids.organizer + 1] },
    ...{ categories: [ids.category + 1], tags: [ids.tag + 1] },
  };
}

/** Adds the bench's own routes, in the same process as the interface. */
function addRoutes(strapi, settings) {
  const route = (method, path, scope, handler) => ({
    ...{ method, path: `/bench${path}`, handler, info: { type: 'content-api' } },
    config: { auth: { scope: [`plugin::calendar.event.${scope}`] } },
  });
  const empty = (ctx) => {
    ctx.body = { answer: true };
  };
  const answer = async (ctx) => {
    const { scenarios, facts } = settings;
    const { documents } = scenarios[Number(ctx.params.place)];
    ctx.body = await (documents.one ? oneOf : listOf)(strapi, documents, facts.now);
  };
  const write = async (ctx) => {
    ctx.body = await strapi.db.transaction(() => WRITES[ctx.params.kind](strapi, ctx.request.body));
  };
  strapi.server
    .api('content-api')
    .routes([
      route('GET', '/empty', 'find', empty),
      route('POST', '/empty', 'create', empty),
      route('GET', '/documents/:place', 'find', answer),
      route('POST', '/write/:kind', 'create', write),
    ]);
}

module.exports = { addRoutes, newEvent };
