const { randomFrom } = require('./random.cjs');
const { LANGUAGES, chooseSentences, textsOf } = require('./texts.cjs');

/** The number of records of each type other than events, and of categories with a parent. */
const COUNTS = { venue: 200, organizer: 100, category: 40, tag: 100 };
const CHILDREN = 8;
const PICTURES = 20;

const ALL = Object.keys(LANGUAGES);
const SINGLES = ['en', 'en', 'en', 'fr', 'es', 'ar'];
const PAIRS = [
  ['en', 'fr'],
  ['en', 'es'],
  ['en', 'ar'],
  ['fr', 'ar'],
];
const ZONES = ['Europe/Paris', 'Europe/Madrid', 'Africa/Cairo', 'America/New_York', 'UTC'];
const CITIES = [
  { city: 'Lyon', country: 'France', lat: 45.76, lng: 4.84 },
  { city: 'Sevilla', country: 'Spain', lat: 37.39, lng: -5.98 },
  { city: 'Alexandria', country: 'Egypt', lat: 31.2, lng: 29.92 },
  { city: 'Boston', country: 'United States', state: 'Massachusetts', lat: 42.36, lng: -71.06 },
  { city: 'Leeds', country: 'United Kingdom', lat: 53.8, lng: -1.55 },
];
const NAMES = {
  venue: { en: 'Hall', fr: 'Salle', es: 'Sala', ar: 'قاعة' },
  organizer: { en: 'Society', fr: 'Association', es: 'Asociación', ar: 'جمعية' },
  category: { en: 'Category', fr: 'Catégorie', es: 'Categoría', ar: 'فئة' },
  tag: { en: 'Topic', fr: 'Thème', es: 'Tema', ar: 'موضوع' },
};
const FIELD = { venue: 'venue', organizer: 'organizer', category: 'name', tag: 'name' };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** 60 % in one language, 30 % in two, 10 % in four. */
function languagesOf(random) {
  const share = random.next();
  if (share < 0.6) return [random.one(SINGLES)];
  return share < 0.9 ? random.one(PAIRS) : ALL;
}

const wall = (time) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** 70 % within the next two years, the others within the last two; some are all-day events. */
function timesOf(random, now) {
  const ahead = random.chance(0.7);
  const days = random.below(730) * (ahead ? 1 : -1) + (ahead ? 1 : -1);
  const start = Math.floor(+now / DAY) * DAY + days * DAY + random.between(8, 21) * HOUR;
  const long = random.chance(0.03) ? random.between(1, 3) * DAY : 0;
  const timezone = random.one(ZONES);
  if (random.chance(0.05)) {
    const day = wall(start).slice(0, 10);
    return {
      start_date: `${day} 00:00:00`,
      end_date: `${wall(start + long).slice(0, 10)} 23:59:59`,
      timezone,
      all_day: true,
    };
  }
  const end = start + long + random.between(1, 4) * HOUR;
  return { start_date: wall(start), end_date: wall(end), timezone, all_day: false };
}

/** References as indexes into the records of their types, for which the loader has the ids. */
const referencesOf = (random) => ({
  venue: [random.below(COUNTS.venue)],
  organizer: random.several(random.between(1, 2), () => random.below(COUNTS.organizer)),
  categories: random.several(random.between(1, 3), () => random.below(COUNTS.category)),
  tags: random.several(random.between(0, 4), () => random.below(COUNTS.tag)),
});

const choicesOf = (random) => ({
  cost: random.chance(0.3) ? '' : String(random.between(1, 60)),
  website: random.chance(0.4) ? `https://example.org/e/${random.below(1e6)}` : '',
  ticket_url: random.chance(0.2) ? `https://example.com/t/${random.below(1e6)}` : '',
  featured: random.chance(0.03),
  hide_from_listings: random.chance(0.005),
});

const filled = (values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** The event with a number; depends only on the seed and the day. */
function eventOf({ seed, now }, number) {
  const random = randomFrom(seed * 1_000_003 + number);
  const chosen = chooseSentences(random, number);
  const languages = languagesOf(random);
  return {
    shared: {
      ...timesOf(random, now),
      ...filled(choicesOf(random)),
      show_map: false,
      show_map_link: false,
    },
    references: referencesOf(random),
    picture: random.chance(0.25) ? random.below(PICTURES) : undefined,
    made: +now - random.between(1, 700) * DAY,
    texts: Object.fromEntries(languages.map((language) => [language, textsOf(language, chosen)])),
  };
}

const EXTRA = {
  venue(random) {
    const { lat, lng, ...place } = random.one(CITIES);
    return {
      ...place,
      address: `${random.between(1, 200)} Station Road`,
      zip: String(random.between(10000, 99999)),
      ...(random.chance(0.8)
        ? { geo_lat: lat + random.below(100) / 1000, geo_lng: lng + random.below(100) / 1000 }
        : {}),
    };
  },
  organizer: (random) => ({
    email: `office${random.below(1e6)}@example.org`,
    phone: `+33 ${random.between(1e8, 9e8)}`,
    website: 'https://example.org/',
  }),
  category: () => ({}),
  tag: () => ({}),
};

const LOCALIZED = ['city', 'country', 'state', 'address'];

/** A venue, organizer, category or tag: terms in all languages, half of the others in English only. */
function linkedOf({ seed, now }, type, number) {
  const random = randomFrom(seed * 7919 + number + type.length * 1000);
  const extra = Object.entries(EXTRA[type](random));
  const texts = Object.fromEntries(extra.filter(([name]) => LOCALIZED.includes(name)));
  const isTerm = type === 'category' || type === 'tag';
  const languages = isTerm || random.chance(0.5) ? ALL : ['en'];
  const named = (language) => ({
    [FIELD[type]]: `${NAMES[type][language]} ${number + 1}`,
    ...texts,
  });
  return {
    shared: Object.fromEntries(extra.filter(([name]) => !LOCALIZED.includes(name))),
    parent:
      type === 'category' && number >= COUNTS.category - CHILDREN ? number % CHILDREN : undefined,
    made: +now - 800 * DAY,
    texts: Object.fromEntries(languages.map((language) => [language, named(language)])),
  };
}

module.exports = { COUNTS, PICTURES, eventOf, linkedOf };
