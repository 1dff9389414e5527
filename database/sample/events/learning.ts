import { canadianDollars, dirhams, dollars, egyptianPounds, euros, free } from '../currencies';
import type { SampleEvent } from './sample-event';

export const learning: SampleEvent[] = [
  {
    key: 'book-of-the-month',
    when: { day: 1, from: '18:00', to: '20:00' },
    timezone: 'Africa/Cairo',
    venue: ['dar-al-nil'],
    organizer: ['nile-readers'],
    categories: ['talks'],
    tags: ['books', 'accessible'],
    picture: 'books-amber',
    details: free,
    texts: {
      ar: {
        title: 'كتاب الشهر: رسائل لم تُرسل',
        excerpt: 'جلسة نقاش مفتوحة لمن قرأ ولمن لم يقرأ بعد.',
        description:
          'نناقش هذا الشهر مجموعة رسائل متخيّلة بين مدينتين. الجلسة مفتوحة لمن قرأ الكتاب ولمن لم يقرأه بعد، والشاي علينا.',
      },
      en: {
        title: 'Book of the Month: Letters Never Sent',
        description:
          'This month: imagined letters between two cities. Come whether or not you have read it; the tea is on us. In Arabic.',
      },
      fr: {
        title: 'Le livre du mois : Lettres jamais envoyées',
        description:
          'Ce mois-ci, des lettres imaginaires entre deux villes. Que vous l’ayez lu ou non, le thé est offert. En arabe.',
      },
      es: {
        title: 'El libro del mes: Cartas nunca enviadas',
        description:
          'Este mes, cartas imaginarias entre dos ciudades. Lo hayas leído o no, el té corre de nuestra cuenta. En árabe.',
      },
    },
  },
  {
    key: 'calligraphy-for-beginners',
    when: { day: 12, from: '16:00', to: '19:00' },
    timezone: 'Africa/Casablanca',
    venue: ['riad-al-funun'],
    categories: ['workshops'],
    tags: ['beginners', 'heritage', 'registration', 'handmade'],
    picture: 'books-teal',
    details: dirhams('200'),
    texts: {
      ar: {
        title: 'الخط المغربي للمبتدئين',
        excerpt: 'ثلاث ساعات مع القصبة والصمغ.',
        description:
          'ورشة عملية في أصول الخط المغربي المبسوط: إمساك القصبة، تحضير الحبر، الحروف المفردة ثم الاسم الأول. الأدوات متوفرة، والعدد محدود باثني عشر مشاركاً.',
      },
      fr: {
        title: 'Calligraphie maghrébine pour débutants',
        description:
          'Tenir le calame, préparer l’encre, tracer les lettres puis son prénom. Matériel fourni, douze places.',
      },
      en: {
        title: 'Maghribi Calligraphy for Beginners',
        description:
          'Hold the reed, mix the ink, draw the letters and then your own name. Tools provided, twelve places.',
      },
      es: {
        title: 'Caligrafía magrebí para principiantes',
        description:
          'Sujetar el cálamo, preparar la tinta, trazar las letras y después tu nombre. Material incluido, doce plazas.',
      },
    },
  },
  {
    key: 'repair-cafe',
    when: { day: 4, from: '14:00', to: '18:00' },
    timezone: 'Europe/Paris',
    venue: ['halle-ourcine'],
    organizer: ['canal-makers'],
    categories: ['workshops'],
    tags: ['climate', 'beginners', 'weekend'],
    picture: 'bubbles-sky',
    details: free,
    texts: {
      fr: {
        title: 'Café-réparation du canal',
        excerpt: 'Grille-pain, fermetures éclair, vélos : on répare ensemble.',
        description:
          'Apportez ce qui est cassé, nous apportons les outils et les gâteaux. Pas de garantie, mais neuf réparations sur dix réussissent.',
      },
      en: {
        title: 'Repair Café on the Canal',
        description:
          'Bring what is broken; we bring tools and cake. No promises, but nine repairs in ten succeed.',
      },
      ar: {
        title: 'مقهى التصليح على القناة',
        description: 'أحضروا ما تعطّل، وعلينا الأدوات والكعك. لا وعود، لكن تسعة أعطال من عشرة تُصلَح.',
      },
      es: {
        title: 'Café de reparaciones del canal',
        description:
          'Trae lo que esté roto; nosotras ponemos las herramientas y el bizcocho. Sin promesas, pero nueve de cada diez arreglos salen bien.',
      },
    },
  },
  {
    key: 'language-tables',
    when: { day: 2, from: '18:30', to: '20:30' },
    timezone: 'America/New_York',
    venue: ['harborlight-library'],
    organizer: ['polyglot-porch'],
    categories: ['languages'],
    tags: ['beginners', 'evening', 'accessible'],
    picture: 'bubbles-sky',
    details: free,
    texts: {
      en: {
        title: 'Language Tables',
        excerpt: 'Twelve tables, twelve languages, one pot of tea.',
        description:
          'Sit where your ear takes you: Arabic, French, Spanish and nine more. Every table has a host who keeps the talk easy.',
      },
      ar: {
        title: 'طاولات اللغات',
        description:
          'اجلس حيث تقودك أذنك: العربية والفرنسية والإسبانية وتسع لغات أخرى. على كل طاولة مضيف يُبقي الحديث سهلاً.',
      },
      fr: {
        title: 'Tables de langues',
        description:
          'Asseyez-vous où l’oreille vous mène : arabe, français, espagnol et neuf autres. Un hôte anime chaque table.',
      },
      es: {
        title: 'Mesas de idiomas',
        description:
          'Siéntate donde te lleve el oído: árabe, francés, español y nueve más. Cada mesa tiene quien anime la charla.',
      },
    },
  },
  {
    key: 'arabic-online-course',
    when: { day: 10, from: '19:00', to: '20:30' },
    timezone: 'UTC+3',
    organizer: ['polyglot-porch', 'nile-readers'],
    categories: ['languages'],
    tags: ['beginners', 'registration', 'streamed'],
    details: {
      ...dollars('45'),
      attendance_mode: 'online',
      virtual_url: 'https://meet.polyglot-porch.example/arabic-1',
      ticket_url: 'https://polyglot-porch.example/register/arabic-1',
    },
    texts: {
      en: {
        title: 'First Steps in Arabic, Online',
        description:
          'An evening on the alphabet and twenty sentences that open doors. Held by video; recordings for those enrolled.',
      },
      fr: {
        title: 'Premiers pas en arabe, en ligne',
        description:
          'Une soirée pour l’alphabet et vingt phrases qui ouvrent des portes. En visioconférence, enregistrement fourni.',
      },
      es: {
        title: 'Primeros pasos en árabe, en línea',
        description:
          'Una tarde para el alfabeto y veinte frases que abren puertas. Por videoconferencia, con grabación.',
      },
      ar: {
        title: 'خطوات أولى في العربية، عن بُعد',
        description:
          'لقاء للتعرف إلى الحروف وعشرين جملة تفتح الأبواب. بالصوت والصورة مع تسجيل للمشتركين.',
      },
    },
  },
  {
    key: 'water-in-cities',
    when: { day: 15, from: '18:30', to: '20:00' },
    timezone: 'Europe/Paris',
    venue: ['mediatheque-trois-ponts'],
    categories: ['talks'],
    tags: ['climate', 'streamed', 'sign-language'],
    picture: 'bubbles-coral',
    details: {
      ...free,
      attendance_mode: 'mixed',
      virtual_url: 'https://direct.trois-ponts.example/eau',
    },
    texts: {
      fr: {
        title: 'Où va l’eau quand il pleut sur la ville ?',
        excerpt: 'Une conférence dessinée, sur place et en direct.',
        description:
          'Une hydrologue raconte, un dessinateur trace : rivières enterrées, sols qui respirent, toits qui boivent. Traduction en langue des signes.',
      },
      en: {
        title: 'Where Does the Water Go When It Rains on the City?',
        description:
          'A hydrologist tells, an artist draws: buried rivers, breathing soils, thirsty roofs. In French, with sign language.',
      },
      ar: {
        title: 'أين يذهب الماء حين تمطر على المدينة؟',
        description:
          'محاضرة مرسومة: عالمة مياه تحكي ورسّام يرسم عن الأنهار المدفونة والتربة التي تتنفس. بالفرنسية مع لغة الإشارة.',
      },
      es: {
        title: '¿Adónde va el agua cuando llueve en la ciudad?',
        description:
          'Una hidróloga cuenta y un dibujante traza: ríos enterrados, suelos que respiran, tejados que beben. En francés.',
      },
    },
  },
  {
    key: 'letter-writing-hour',
    when: { hour: -1, hours: 4 },
    timezone: 'America/New_York',
    venue: ['harborlight-library'],
    categories: ['workshops'],
    tags: ['books', 'handmade'],
    details: free,
    texts: {
      en: {
        title: 'Letter-Writing Afternoon',
        description:
          'Paper, pens and stamps are on the table. Write to somebody you have not seen for a year.',
      },
      es: {
        title: 'Taller de cartas',
        description:
          'Hay papel, plumas y sellos en la mesa. Escribe a alguien a quien no ves desde hace un año.',
      },
      fr: {
        title: 'L’heure des lettres',
        description:
          'Papier, stylos et timbres sont sur la table. Écrivez à quelqu’un perdu de vue.',
      },
      ar: {
        title: 'ساعة كتابة الرسائل',
        description: 'الورق والأقلام والطوابع على الطاولة. اكتب لشخص لم تره منذ عام.',
      },
    },
  },
  {
    key: 'portrait-photography',
    when: { day: -8, from: '10:00', to: '16:00' },
    timezone: 'Europe/Madrid',
    venue: ['nave-madreselva'],
    categories: ['workshops'],
    tags: ['photography', 'registration'],
    picture: 'frames-blue',
    details: euros('35'),
    texts: {
      es: {
        title: 'Retrato con luz natural',
        description:
          'Un día junto a un ventanal: mirar, esperar y disparar poco. Sirve cualquier cámara.',
      },
      en: {
        title: 'Portraits by Window Light',
        description:
          'A day at a large window: look, wait, press the button seldom. Any camera will do.',
      },
    },
  },
  {
    key: 'bookbinding-day',
    when: { day: 23, from: '09:30', to: '17:00' },
    timezone: 'America/Toronto',
    venue: ['maison-du-tilleul'],
    organizer: ['canal-makers'],
    categories: ['workshops'],
    tags: ['books', 'handmade', 'registration'],
    picture: 'books-amber',
    details: canadianDollars('85'),
    texts: {
      fr: {
        title: 'Journée de reliure',
        description:
          'Plier, coudre, couvrir : chacun repart avec deux carnets reliés à la main. Dîner compris.',
      },
      en: {
        title: 'A Day of Bookbinding',
        description:
          'Fold, sew, cover: everybody takes home two hand-bound notebooks. Lunch included.',
      },
    },
  },
  {
    key: 'poetry-translation-room',
    when: { day: -15, from: '19:00', to: '21:00' },
    timezone: 'Europe/Madrid',
    organizer: ['nile-readers', 'polyglot-porch'],
    categories: ['languages', 'talks'],
    tags: ['books', 'streamed'],
    details: {
      ...free,
      attendance_mode: 'online',
      virtual_url: 'https://meet.nile-readers.example/tarjama',
    },
    texts: {
      ar: {
        title: 'غرفة الترجمة: قصيدة واحدة بأربع لغات',
        description: 'نترجم معاً قصيدة واحدة إلى ثلاث لغات، ونتجادل في كل كلمة.',
      },
      en: {
        title: 'The Translation Room: One Poem, Four Languages',
        description: 'Together we put one poem into three languages and quarrel over every word.',
      },
      fr: {
        title: 'La chambre de traduction : un poème, quatre langues',
        description: 'Ensemble, nous traduisons un poème en trois langues et disputons chaque mot.',
      },
      es: {
        title: 'La sala de traducción: un poema, cuatro lenguas',
        description: 'Traducimos juntos un poema a tres lenguas y discutimos cada palabra.',
      },
    },
  },
  {
    key: 'storytellers-school',
    when: { day: 40, from: '17:00', to: '20:00' },
    timezone: 'Africa/Cairo',
    venue: ['dar-al-nil'],
    organizer: ['small-lantern'],
    categories: ['workshops', 'storytelling'],
    tags: ['beginners', 'registration'],
    picture: 'lanterns-amber',
    details: egyptianPounds('250'),
    texts: {
      ar: {
        title: 'مدرسة الحكّائين',
        excerpt: 'كيف تُروى الحكاية فيصغي إليها الصغار والكبار؟',
        description:
          'ورشة في فنّ الحكي الشعبي: الصوت والصمت والإيقاع، وكيف تبدأ الحكاية وكيف تُختم. لا تُشترط خبرة سابقة.',
      },
    },
  },
];
