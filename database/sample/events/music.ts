import { argentinePesos, egyptianPounds, euros, free, yen } from '../currencies';
import type { SampleEvent } from './sample-event';

export const music: SampleEvent[] = [
  {
    key: 'oud-by-the-nile',
    when: { day: 3, from: '20:00', to: '22:30' },
    timezone: 'Africa/Cairo',
    venue: ['dar-al-nil'],
    organizer: ['cedar-chamber'],
    categories: ['traditional', 'concerts'],
    tags: ['evening', 'open-air'],
    picture: 'strings-gold',
    details: { ...egyptianPounds('150 - 300'), featured: true },
    texts: {
      ar: {
        title: 'ليلة عود على النيل',
        excerpt: 'تقاسيم وموشحات في حديقة دار النيل.',
        description:
          'أمسية هادئة مع ثلاثة عازفي عود من القاهرة وبيروت: تقاسيم وموشحات ومقطوعات جديدة تُعزف للمرة الأولى.\n\nتُفتح الأبواب في السابعة والنصف، والمقاعد في الحديقة غير مرقّمة.',
      },
      en: {
        title: 'Oud by the Nile',
        excerpt: 'Improvisations and muwashshahat in the garden.',
        description:
          'A quiet evening with three oud players from Cairo and Beirut: taqasim, muwashshahat and new pieces heard for the first time.\n\nDoors open at half past seven; seats in the garden are not numbered.',
      },
      fr: {
        title: 'Une nuit de oud au bord du Nil',
        excerpt: 'Improvisations et mouwachahat dans le jardin.',
        description:
          'Une soirée paisible avec trois joueurs de oud du Caire et de Beyrouth : taqsims, mouwachahat et créations.\n\nOuverture des portes à 19 h 30, placement libre dans le jardin.',
      },
      es: {
        title: 'Noche de laúd junto al Nilo',
        excerpt: 'Improvisaciones y moaxajas en el jardín.',
        description:
          'Una velada tranquila con tres laudistas de El Cairo y Beirut: taqasim, moaxajas y piezas de estreno.\n\nLas puertas abren a las 19:30; los asientos del jardín no están numerados.',
      },
    },
  },
  {
    key: 'cedar-quartet',
    when: { day: 9, from: '19:30', to: '21:15' },
    timezone: 'Asia/Beirut',
    venue: ['manara-hall'],
    organizer: ['cedar-chamber'],
    categories: ['classical'],
    tags: ['evening', 'accessible'],
    picture: 'rings-wine',
    details: { cost: '15 - 40', currency_symbol: '$', currency_code: 'USD' },
    texts: {
      ar: {
        title: 'رباعي الأرز: من بغداد إلى فيينا',
        description:
          'برنامج يضع المقام العراقي إلى جوار الرباعيات الوترية، مع كلمة قصيرة قبل كل مقطوعة. تستمر الأمسية نحو ساعة وثلاثة أرباع الساعة مع استراحة.',
      },
      en: {
        title: 'The Cedar Quartet: Baghdad to Vienna',
        description:
          'A programme that sets the Iraqi maqam beside the string quartet, with a few words before each piece. About an hour and three quarters with an interval.',
      },
      fr: {
        title: 'Quatuor du Cèdre : de Bagdad à Vienne',
        description:
          'Un programme qui rapproche le maqam irakien du quatuor à cordes, avec quelques mots avant chaque œuvre. Environ 1 h 45 avec entracte.',
      },
      es: {
        title: 'Cuarteto del Cedro: de Bagdad a Viena',
        description:
          'Un programa que acerca el maqam iraquí al cuarteto de cuerda, con unas palabras antes de cada obra. Una hora y tres cuartos con descanso.',
      },
    },
  },
  {
    key: 'canal-jazz-weekend',
    when: { day: 18, days: 3 },
    timezone: 'Europe/Paris',
    venue: ['halle-ourcine'],
    organizer: ['canal-makers'],
    categories: ['concerts'],
    tags: ['weekend', 'open-air'],
    picture: 'strings-night',
    details: {
      ...euros('12 - 45'),
      ticket_url: 'https://halle-ourcine.example/billets/jazz',
      website: 'https://halle-ourcine.example/jazz',
      featured: true,
      sticky: true,
    },
    texts: {
      ar: {
        title: 'ثلاثة أيام من الجاز على القناة',
        excerpt: 'اثنتا عشرة فرقة وثلاث منصات وقارب واحد.',
        description:
          'مهرجان صغير يمتد ثلاثة أيام في قاعة أورسين وعلى رصيف القناة، من جاز الشوارع ظهراً إلى الحفلات الكبرى ليلاً.\n\n- تذكرة اليوم: ١٢ إلى ٢٠ يورو\n- تذكرة الأيام الثلاثة: ٤٥ يورو',
      },
      en: {
        title: 'Three Days of Jazz on the Canal',
        excerpt: 'Twelve bands, three stages, one boat.',
        description:
          'A small three-day festival in the hall and along the quay, from street jazz at noon to the big sets at night.\n\n- Day ticket: €12 to €20\n- All three days: €45',
      },
      fr: {
        title: 'Trois jours de jazz au fil du canal',
        excerpt: 'Douze formations, trois scènes, une péniche.',
        description:
          'Un petit festival de trois jours, dans la halle et sur le quai : fanfares à midi, grands concerts le soir.\n\n- Billet journée : de 12 à 20 €\n- Pass trois jours : 45 €',
      },
      es: {
        title: 'Tres días de jazz en el canal',
        excerpt: 'Doce grupos, tres escenarios y una barcaza.',
        description:
          'Un pequeño festival de tres días en la nave y en el muelle: charangas al mediodía y grandes conciertos de noche.\n\n- Entrada de un día: de 12 a 20 €\n- Abono de tres días: 45 €',
      },
    },
  },
  {
    key: 'canal-jazz-opening',
    partOf: 'canal-jazz-weekend',
    when: { day: 18, from: '18:30', to: '20:00' },
    timezone: 'Europe/Paris',
    venue: ['halle-ourcine'],
    organizer: ['canal-makers'],
    categories: ['concerts'],
    tags: ['open-air'],
    details: free,
    texts: {
      ar: {
        title: 'موكب الافتتاح على القناة',
        description: 'موكب موسيقي مفتوح للجميع من الجسر الدوّار إلى القاعة. أحضروا ما يُطبَل عليه.',
      },
      en: {
        title: 'Opening Parade on the Canal',
        description:
          'A musical parade from the swing bridge to the hall, open to all. Bring something to drum on.',
      },
      fr: {
        title: 'Parade d’ouverture le long du canal',
        description:
          'Une déambulation musicale ouverte à tous, du pont tournant à la halle. Apportez de quoi taper.',
      },
      es: {
        title: 'Desfile inaugural junto al canal',
        description:
          'Un pasacalle musical abierto a todos, del puente giratorio a la nave. Traed algo con que tocar.',
      },
    },
  },
  {
    key: 'thursday-milonga',
    when: { day: 6, from: '22:00', to: '02:30', nights: 1 },
    timezone: 'America/Argentina/Buenos_Aires',
    venue: ['galpon-del-ceibo'],
    categories: ['traditional'],
    tags: ['dance', 'evening', 'beginners'],
    picture: 'rings-copper',
    details: argentinePesos('4,500'),
    texts: {
      es: {
        title: 'Milonga del Ceibo',
        excerpt: 'Clase para principiantes a las diez; orquesta a la medianoche.',
        description:
          'Clase abierta a las 22 h, pista desde las 23 h y orquesta en vivo a la medianoche. No hace falta venir en pareja.',
      },
      en: {
        title: 'Ceibo Milonga',
        description:
          'An open class at ten, the floor from eleven, a live orchestra at midnight. No partner needed.',
      },
      fr: {
        title: 'Milonga du Ceibo',
        description:
          'Cours ouvert à 22 h, bal dès 23 h, orchestre à minuit. Inutile de venir accompagné.',
      },
    },
  },
  {
    key: 'hinoki-chamber-music',
    when: { day: 14, from: '15:00', to: '16:40' },
    timezone: 'Asia/Tokyo',
    venue: ['hinoki-hall'],
    organizer: ['cedar-chamber'],
    categories: ['classical'],
    tags: ['weekend', 'accessible'],
    picture: 'rings-wine',
    details: yen('3500'),
    texts: {
      en: {
        title: 'Chamber Music and Tea',
        description:
          'Strings and winds in the afternoon light of Hinoki Hall; tea with the musicians afterwards.',
      },
      fr: {
        title: 'Musique de chambre et thé',
        description:
          'Cordes et vents dans la lumière de l’après-midi, puis un thé avec les musiciens.',
      },
    },
  },
  {
    key: 'andalusi-nights',
    when: { day: 27, from: '20:30', to: '23:00' },
    timezone: 'Africa/Casablanca',
    venue: ['riad-al-funun'],
    organizer: ['cedar-chamber'],
    categories: ['traditional'],
    tags: ['evening', 'heritage'],
    picture: 'strings-gold',
    details: {
      cost: '120',
      currency_symbol: 'DH',
      currency_code: 'MAD',
      currency_position: 'postfix',
    },
    texts: {
      ar: {
        title: 'أمسية الطرب الأندلسي',
        excerpt: 'نوبة كاملة في فناء الرياض.',
        description:
          'جوق من تسعة عازفين ومنشدين يؤدي نوبة رصد الذيل كاملة في فناء رياض الفنون، ويُقدَّم الشاي في الاستراحة.',
      },
      en: {
        title: 'An Evening of Andalusi Music',
        description:
          'Nine musicians and singers perform a complete nuba in the courtyard. Tea is served at the interval.',
      },
      fr: {
        title: 'Soirée de musique andalouse',
        excerpt: 'Une nouba entière dans le patio du riad.',
        description:
          'Neuf musiciens et chanteurs interprètent une nouba entière dans le patio. Thé servi à l’entracte.',
      },
      es: {
        title: 'Velada de música andalusí',
        description:
          'Nueve músicos y cantores interpretan una nuba completa en el patio. Té en el descanso.',
      },
    },
  },
  {
    key: 'neighbourhood-choir',
    when: { day: -6, from: '18:30', to: '20:30' },
    timezone: 'America/Toronto',
    venue: ['maison-du-tilleul'],
    categories: ['music'],
    tags: ['beginners', 'accessible'],
    details: free,
    texts: {
      fr: {
        title: 'Chorale de quartier : répétition ouverte',
        description: 'On vient comme on est, on chante à trois voix et on repart avec la chanson.',
      },
      en: {
        title: 'Neighbourhood Choir: Open Rehearsal',
        description: 'Come as you are, sing in three parts and take the song home.',
      },
    },
  },
  {
    key: 'harvest-songs',
    when: { day: -32, from: '17:00', to: '19:00' },
    timezone: 'Asia/Beirut',
    venue: ['manara-hall'],
    organizer: ['cedar-chamber'],
    categories: ['traditional'],
    tags: ['heritage', 'streamed'],
    picture: 'strings-gold',
    details: {
      ...free,
      attendance_mode: 'mixed',
      virtual_url: 'https://live.manara-hall.example/hasad',
    },
    texts: {
      ar: {
        title: 'أغاني الحصاد',
        description:
          'أغانٍ جُمعت من قرى الجبل والساحل، تؤديها أصوات من ثلاثة أجيال. نُقلت الأمسية مباشرة على الإنترنت.',
      },
      en: {
        title: 'Harvest Songs',
        description:
          'Songs gathered in villages of the mountains and the coast, sung by three generations. The evening was streamed.',
      },
      fr: {
        title: 'Chants de la moisson',
        description:
          'Des chants recueillis dans les villages de la montagne et de la côte, par trois générations de voix. Soirée retransmise en direct.',
      },
    },
  },
  {
    key: 'rooftop-string-trio',
    when: { day: 11, from: '19:00', to: '20:30' },
    timezone: 'Europe/London',
    venue: ['tanners-yard'],
    categories: ['classical', 'concerts'],
    tags: ['open-air', 'evening'],
    details: {
      cost: '£12.50 - £18',
      currency_symbol: '£',
      currency_code: 'GBP',
      event_status: 'canceled',
    },
    texts: {
      ar: {
        title: 'ثلاثي وتري على السطح',
        description: 'أُلغيت الأمسية لأعمال صيانة في السقف، وتُردّ قيمة التذاكر كاملة.',
      },
      en: {
        title: 'String Trio on the Roof',
        description: 'Canceled: the roof is under repair. All tickets are refunded without asking.',
      },
      fr: {
        title: 'Trio à cordes sur le toit',
        description: 'Annulé pour cause de travaux sur le toit. Tous les billets sont remboursés.',
      },
      es: {
        title: 'Trío de cuerda en la azotea',
        description:
          'Cancelado por obras en la azotea. Se devuelve el importe de todas las entradas.',
      },
    },
  },
];
