const DAY = 86_400_000;

const dayAfter = (now, days) => new Date(now + days * DAY).toISOString().slice(0, 10);

const page = (kind, target, more = {}) => ({ table: 'page', kind, target, limit: 10, ...more });

/** Marks lists of upcoming events, for which `routes.cjs` sets Strapi's filters (Spec 4.3). */
const AHEAD = 'ahead';

/**
 * The requests to compare, in three forms: to the interface (`path`), as one statement (`bare`),
 * and to the Document Service (`documents`) where its filters can express them: they have neither
 * our lists of ids nor the fallback to another language. `facts`: which records exist.
 */
function readScenarios(facts) {
  const { now, ids, event, word, lastPage } = facts;
  const [month, halfYear] = [dayAfter(now, 31), dayAfter(now, 182)];
  const [today, parent, category] = [dayAfter(now, 0), ids.category, ids.category + 10];
  const list = (name, query, bare, documents) => ({
    name,
    path: `/events${query}`,
    bare,
    documents,
  });
  const search = (name, text, kind) =>
    list(name, `?search=${text}`, page(kind), { window: AHEAD, search: text });
  return [
    list('default list', '', page('all'), { window: AHEAD }),
    list('50 per page', '?per_page=50', page('all', 0, { limit: 50 }), {
      window: AHEAD,
      limit: 50,
    }),
    list(
      'one event',
      `/${event.id}`,
      { table: 'event', column: 'public_id', value: event.id },
      { one: { public_id: event.id } },
    ),
    list(
      'one by slug',
      `/by-slug/${event.slug}`,
      { table: 'event', column: 'slug', value: event.slug },
      { one: { slug: event.slug } },
    ),
    list(
      'category, six months',
      `?categories=${category}&start_date=${today}&end_date=${halfYear}`,
      page('category', category, { until: halfYear }),
    ),
    list('parent category', `?categories=${parent}`, page('category', parent)),
    list('tag', `?tags=${ids.tag + 5}`, page('tag', ids.tag + 5)),
    list('venue', `?venue=${ids.venue + 7}`, page('venue', ids.venue + 7)),
    list('organizer', `?organizer=${ids.organizer + 3}`, page('organizer', ids.organizer + 3)),
    list('one month', `?start_date=${today}&end_date=${month}`, page('all', 0, { until: month }), {
      window: AHEAD,
      until: month,
    }),
    list('featured', '?featured=true', page('featured'), {
      window: AHEAD,
      where: { featured: true },
    }),
    search('search, common word', 'music', 'common'),
    search('search, rare word', 'harpsichord', 'rare'),
    search('search, one event', word, 'unique'),
    search('search, no event', 'zeppelin', 'none'),
    list('page 20', '?page=20', page('all', 0, { offset: 190 }), { window: AHEAD, offset: 190 }),
    list('last page', `?page=${lastPage}`, page('all', 0, { offset: (lastPage - 1) * 10 }), {
      window: AHEAD,
      offset: (lastPage - 1) * 10,
    }),
    { ...list('French, with fallback', '', page('all', 0, { language: 'fr' })), language: 'fr' },
    {
      ...list(
        'Arabic search',
        `?search=${encodeURIComponent('الموسيقى')}`,
        page('arabic', 0, { language: 'ar' }),
        { window: AHEAD, locale: 'ar', search: 'الموسيقي' },
      ),
      language: 'ar',
    },
    list('within ten miles', '?geoloc_lat=45.8&geoloc_lng=4.88&geoloc_radius=10', page('near')),
    {
      name: 'venues',
      path: '/venues',
      bare: { table: 'venue' },
      documents: { type: 'venue', sort: 'venue:asc' },
    },
    {
      name: 'venues with upcoming',
      path: '/venues?only_with_upcoming=true',
      bare: { table: 'upcoming' },
    },
    {
      name: 'categories',
      path: '/categories',
      bare: { table: 'category' },
      documents: { type: 'category', sort: 'name:asc' },
    },
    {
      name: 'tags',
      path: '/tags',
      bare: { table: 'tag' },
      documents: { type: 'tag', sort: 'name:asc' },
    },
  ];
}

const addressOf = ({ path, language }) =>
  `${language ? `/${language}` : ''}/calendar/events/v1${path}`;

/** A URL with a parameter that is ignored, for which no response is cached. */
const coldAddressOf = (scenario, number) => {
  const address = addressOf(scenario);
  return `${address}${address.includes('?') ? '&' : '?'}bench=${number}`;
};

module.exports = { addressOf, coldAddressOf, readScenarios };
