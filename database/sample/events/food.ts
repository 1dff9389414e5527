import { argentinePesos, dirhams, dollars, free, pounds, yen } from '../currencies';
import type { SampleEvent } from './sample-event';

export const food: SampleEvent[] = [
  {
    key: 'river-market',
    when: { day: 0, days: 1 },
    timezone: 'Europe/Madrid',
    venue: ['nave-madreselva'],
    organizer: ['saffron-table'],
    categories: ['markets'],
    tags: ['open-air', 'climate'],
    picture: 'market-stripes',
    details: free,
    texts: {
      es: {
        title: 'Mercado de la ribera',
        excerpt: 'Cuarenta puestos de menos de cien kilómetros.',
        description:
          'Verdura, quesos y panes de menos de cien kilómetros a la redonda. Trae tu bolsa y tu vaso.',
      },
      en: {
        title: 'Riverside Market',
        description:
          'Vegetables, cheeses and breads from within a hundred kilometres. Bring a bag and a cup.',
      },
      fr: {
        title: 'Marché de la rive',
        description:
          'Légumes, fromages et pains à moins de cent kilomètres. Apportez sac et gobelet.',
      },
      ar: {
        title: 'سوق ضفة النهر',
        excerpt: 'أربعون بائعاً من مسافة لا تتجاوز مئة كيلومتر.',
        description: 'خضار وأجبان وخبز من مزارع قريبة. أحضر حقيبتك وكوبك.',
      },
    },
  },
  {
    key: 'saffron-supper',
    when: { day: 10, from: '19:30', to: '22:30' },
    timezone: 'Africa/Casablanca',
    venue: ['riad-al-funun'],
    organizer: ['saffron-table'],
    categories: ['tastings'],
    tags: ['evening', 'registration', 'heritage'],
    picture: 'bowls-saffron',
    details: { ...dirhams('280 - 350'), featured: true },
    texts: {
      ar: {
        title: 'عشاء الزعفران',
        excerpt: 'خمسة أطباق ومائدة واحدة طويلة.',
        description:
          'خمسة أطباق حول الزعفران من قطفة هذا العام، تُقدَّم على مائدة واحدة طويلة في الفناء. يتوفر اختيار نباتي عند الحجز.',
      },
      fr: {
        title: 'Le souper au safran',
        excerpt: 'Cinq plats, une seule longue table.',
        description:
          'Cinq plats autour du safran de l’année, servis à une longue table dans le patio. Menu végétarien sur demande.',
      },
      en: {
        title: 'The Saffron Supper',
        excerpt: 'Five courses, one long table.',
        description:
          'Five courses around this year’s saffron, served at one long table in the courtyard. Vegetarian on request.',
      },
      es: {
        title: 'La cena del azafrán',
        excerpt: 'Cinco platos y una sola mesa larga.',
        description:
          'Cinco platos en torno al azafrán de este año, en una larga mesa en el patio. Opción vegetariana al reservar.',
      },
    },
  },
  {
    key: 'bread-overnight',
    when: { day: 8, from: '21:00', to: '07:00', nights: 1 },
    timezone: 'Europe/London',
    venue: ['tanners-yard'],
    organizer: ['saffron-table'],
    categories: ['food', 'workshops'],
    tags: ['registration', 'handmade', 'beginners'],
    picture: 'bowls-clay',
    details: pounds('55'),
    texts: {
      en: {
        title: 'Bread Overnight',
        description:
          'Mix at nine, talk till three, bake at five, breakfast at dawn. Bring a blanket.',
      },
    },
  },
  {
    key: 'mezze-lesson',
    when: { day: 24, from: '11:00', to: '14:30' },
    timezone: 'Asia/Beirut',
    venue: ['manara-hall'],
    organizer: ['saffron-table'],
    categories: ['tastings', 'workshops'],
    tags: ['beginners', 'registration'],
    picture: 'bowls-saffron',
    details: dollars('30'),
    texts: {
      ar: {
        title: 'درس المازة',
        description: 'سبع مازات في ثلاث ساعات: نفرم وندقّ ونتذوّق، ثم نأكل معاً على الشرفة.',
      },
      en: {
        title: 'The Mezze Lesson',
        description:
          'Seven mezze in three hours: chop, pound and taste, then lunch together on the balcony.',
      },
      fr: {
        title: 'La leçon de mezzé',
        description:
          'Sept mezzés en trois heures : hacher, piler, goûter, puis déjeuner sur le balcon.',
      },
      es: {
        title: 'La lección de mezze',
        description:
          'Siete mezzes en tres horas: picar, majar y probar; después, comida en el balcón.',
      },
    },
  },
  {
    key: 'tea-and-seasons',
    when: { day: 29, from: '13:00', to: '14:30' },
    timezone: 'Asia/Tokyo',
    venue: ['hinoki-hall'],
    organizer: ['saffron-table'],
    categories: ['tastings'],
    tags: ['registration', 'heritage'],
    picture: 'bowls-clay',
    details: yen('2,800'),
    texts: {
      en: {
        title: 'Tea and the Seasons',
        description:
          'Four teas, four sweets and the garden of each season. Explained in English and French.',
      },
      fr: {
        title: 'Le thé et les saisons',
        description:
          'Quatre thés, quatre douceurs et le jardin de chaque saison. En anglais et en français.',
      },
      ar: {
        title: 'الشاي والفصول',
        description: 'أربعة أنواع من الشاي وأربع حلويات وحديقة لكل فصل.',
      },
    },
  },
  {
    key: 'asado-patio',
    when: { day: 22, from: '12:30', to: '17:00' },
    timezone: 'America/Argentina/Buenos_Aires',
    venue: ['galpon-del-ceibo'],
    categories: ['food'],
    tags: ['open-air', 'weekend'],
    picture: 'market-stripes',
    details: { ...argentinePesos('12000'), event_status: 'canceled' },
    texts: {
      es: {
        title: 'Parrilla y guitarra en el patio',
        description: 'Suspendido por pronóstico de tormenta. Las reservas se devuelven completas.',
      },
      en: {
        title: 'Grill and Guitar on the Patio',
        description: 'Canceled: a storm is forecast. Bookings are refunded in full.',
      },
    },
  },
  {
    key: 'soup-solidarity',
    when: { hour: -2, hours: 5 },
    timezone: 'Europe/Paris',
    venue: ['halle-ourcine'],
    organizer: ['saffron-table', 'canal-makers'],
    categories: ['food'],
    tags: ['accessible'],
    picture: 'bowls-saffron',
    details: free,
    texts: {
      fr: {
        title: 'La grande soupe du quartier',
        description: 'On épluche ensemble, on mange ensemble. Apportez un légume, quel qu’il soit.',
      },
      en: {
        title: 'The Quarter’s Big Soup',
        description: 'We peel together and eat together. Bring one vegetable, whichever you like.',
      },
      ar: {
        title: 'حساء الحي الكبير',
        description: 'نقشّر معاً ونأكل معاً. أحضر حبة خضار واحدة، أيّاً كانت.',
      },
      es: {
        title: 'La gran sopa del barrio',
        description: 'Pelamos juntos y comemos juntos. Trae una verdura, la que quieras.',
      },
    },
  },
  {
    key: 'olive-harvest-feast',
    when: { day: -28, from: '12:00', to: '18:00' },
    timezone: 'Asia/Beirut',
    organizer: ['saffron-table'],
    categories: ['food', 'markets'],
    tags: ['open-air', 'heritage', 'weekend'],
    picture: 'market-stripes',
    details: free,
    texts: {
      ar: {
        title: 'عيد قطاف الزيتون',
        description: 'زيت جديد وخبز ساخن وزعتر، وسوق صغير لمؤونة البيوت.',
      },
      fr: {
        title: 'Fête de la cueillette des olives',
        description: 'Huile nouvelle, pain chaud et thym, et un petit marché de conserves maison.',
      },
      en: {
        title: 'Olive Harvest Feast',
        description: 'New oil, hot bread and thyme, and a small market of home preserves.',
      },
    },
  },
];
