import { dollars, euros, free, pounds } from '../currencies';
import type { SampleEvent } from './sample-event';

export const sport: SampleEvent[] = [
  {
    key: 'river-run',
    when: { day: 31, from: '08:30', to: '12:30' },
    timezone: 'Europe/London',
    organizer: ['green-stride'],
    categories: ['running'],
    tags: ['open-air', 'weekend', 'registration'],
    picture: 'hills-green',
    details: {
      ...pounds('18 - 28'),
      ticket_url: 'https://green-stride.example/enter/river-run',
      featured: true,
    },
    texts: {
      ar: {
        title: 'سباق النهر: عشرة كيلومترات',
        excerpt: 'مسار مستوٍ على الضفتين، وكل السرعات مرحّب بها.',
        description:
          'مسار مستوٍ من عشرة كيلومترات يعبر خمسة جسور. لا كؤوس بلاستيكية على الطريق: أحضر قارورتك. آخر الواصلين يُستقبل بالموسيقى.',
      },
      en: {
        title: 'River Run: Ten Kilometres, Five Bridges',
        excerpt: 'A flat course along both banks; every speed is welcome.',
        description:
          'A flat ten kilometres over five bridges. No plastic cups on the course: carry a bottle. The band plays until the last runner is home.',
      },
      fr: {
        title: 'La course du fleuve : dix kilomètres, cinq ponts',
        excerpt: 'Un parcours plat sur les deux rives, à toute allure ou tranquillement.',
        description:
          'Dix kilomètres sans relief et cinq ponts. Pas de gobelets sur le parcours : prenez votre gourde. La fanfare joue jusqu’au dernier arrivé.',
      },
      es: {
        title: 'Carrera del río: diez kilómetros, cinco puentes',
        excerpt: 'Un recorrido llano por ambas orillas, para todos los ritmos.',
        description:
          'Diez kilómetros llanos y cinco puentes. Sin vasos de plástico: trae tu botella. La banda toca hasta que llega la última persona.',
      },
    },
  },
  {
    key: 'dawn-walk-cairo',
    when: { day: 7, from: '05:30', to: '07:30' },
    timezone: 'Africa/Cairo',
    organizer: ['green-stride', 'nile-readers'],
    categories: ['walks'],
    tags: ['open-air', 'heritage', 'photography'],
    picture: 'hills-dawn',
    details: free,
    texts: {
      ar: {
        title: 'مشي الفجر بين البيوت القديمة',
        excerpt: 'ساعتان قبل أن تستيقظ المدينة.',
        description:
          'نمشي على مهل بين بيوت القاهرة القديمة قبل الزحام، ونقرأ عند كل محطة صفحة من كتاب. ننهي الجولة بفول وطعمية.',
      },
      en: {
        title: 'Dawn Walk among Old Houses',
        description:
          'A slow walk through old Cairo before the crowds, with a page of a book at every stop and beans for breakfast.',
      },
      fr: {
        title: 'Marche de l’aube parmi les vieilles maisons',
        description:
          'Une marche lente dans le vieux Caire avant la foule, une page de livre à chaque halte, des fèves au petit déjeuner.',
      },
      es: {
        title: 'Paseo del alba entre casas antiguas',
        description:
          'Un paseo lento por el viejo Cairo antes del bullicio, con una página de un libro en cada parada y habas de desayuno.',
      },
    },
  },
  {
    key: 'snowshoe-day',
    when: { day: 50, days: 1 },
    timezone: 'America/Toronto',
    organizer: ['green-stride'],
    categories: ['walks'],
    tags: ['open-air', 'weekend', 'registration'],
    picture: 'hills-snow',
    details: {
      cost: '25',
      currency_symbol: '$',
      currency_code: 'CAD',
      currency_position: 'postfix',
    },
    texts: {
      fr: {
        title: 'Journée en raquettes',
        description:
          'Une boucle de huit kilomètres sur la montagne, soupe au refuge. Raquettes prêtées.',
      },
      en: {
        title: 'A Day on Snowshoes',
        description:
          'An eight-kilometre loop on the mountain, soup at the hut. Snowshoes are lent.',
      },
    },
  },
  {
    key: 'canal-clean-up',
    when: { day: 11, from: '09:00', to: '12:00' },
    timezone: 'Europe/Paris',
    organizer: ['green-stride', 'canal-makers'],
    categories: ['sport'],
    tags: ['climate', 'open-air', 'children'],
    picture: 'hills-green',
    details: free,
    texts: {
      fr: {
        title: 'Courir, ramasser, recommencer',
        description: 'Une matinée le long du canal : gants et sacs fournis, café et pesée finale.',
      },
      en: {
        title: 'Run, Pick Up, Repeat',
        description:
          'A morning along the canal: gloves and bags provided, coffee and a weigh-in at the end.',
      },
      ar: {
        title: 'اركض والتقط وأعد',
        description: 'صباح على طول القناة: القفازات والأكياس علينا، وفي الختام قهوة وميزان.',
      },
      es: {
        title: 'Correr, recoger, repetir',
        description:
          'Una mañana junto al canal: guantes y bolsas incluidos, café y pesaje al final.',
      },
    },
  },
  {
    key: 'city-cycle-day',
    when: { day: 38, days: 1 },
    timezone: 'America/Mexico_City',
    organizer: ['green-stride'],
    categories: ['sport'],
    tags: ['open-air', 'weekend', 'climate', 'children'],
    picture: 'hills-dawn',
    details: free,
    texts: {
      es: {
        title: 'La ciudad en bicicleta',
        description:
          'Todo un día sin coches en las avenidas del centro. Talleres de ajuste en cada glorieta.',
      },
      en: {
        title: 'The City by Bicycle',
        description:
          'A whole day without cars on the avenues of the centre. Repair stands at every roundabout.',
      },
      ar: {
        title: 'المدينة على دراجة',
        description: 'يوم كامل بلا سيارات في شوارع الوسط، ونقاط تصليح عند كل دوّار.',
      },
      fr: {
        title: 'La ville à vélo',
        description:
          'Une journée entière sans voitures sur les avenues du centre. Ateliers à chaque rond-point.',
      },
    },
  },
  {
    key: 'trail-weekend-past',
    when: { day: -40, days: 3 },
    timezone: 'Europe/Madrid',
    organizer: ['green-stride'],
    categories: ['running', 'walks'],
    tags: ['open-air', 'weekend'],
    picture: 'hills-snow',
    details: euros('22,50 - 60'),
    texts: {
      es: {
        title: 'Tres días de sierra',
        description: 'Tres etapas, dos refugios y una tormenta que quedará en la memoria del club.',
      },
      en: {
        title: 'Three Days in the Sierra',
        description: 'Three stages, two huts and a storm that the club will remember.',
      },
      fr: {
        title: 'Trois jours dans la sierra',
        description: 'Trois étapes, deux refuges et un orage mémorable.',
      },
      ar: {
        title: 'ثلاثة أيام في الجبل',
        description: 'ثلاث مراحل وملجآن وعاصفة سيذكرها النادي طويلاً.',
      },
    },
  },
  {
    key: 'night-swim',
    when: { day: -10, from: '20:00', to: '21:30' },
    timezone: 'Asia/Beirut',
    organizer: ['green-stride'],
    categories: ['sport'],
    tags: ['open-air', 'evening', 'registration'],
    picture: 'hills-dawn',
    details: dollars('10'),
    texts: {
      ar: {
        title: 'سباحة ليلية',
        description: 'مئتا متر بمحاذاة الشاطئ مع منقذين وقوارب مضاءة.',
      },
      en: {
        title: 'Night Swim',
        description: 'Two hundred metres along the shore, with lifeguards and lit boats.',
      },
    },
  },
  {
    key: 'beginners-five-k',
    when: { day: 1, from: '07:00', to: '08:30' },
    timezone: 'America/New_York',
    organizer: ['green-stride'],
    categories: ['running'],
    tags: ['beginners', 'open-air'],
    picture: 'hills-green',
    details: free,
    texts: {
      en: {
        title: 'From the Couch to Five Kilometres',
        description: 'Week one: run a minute, walk two, laugh in between. Nobody is left behind.',
      },
      es: {
        title: 'Del sofá a los cinco kilómetros',
        description:
          'Primera semana: correr un minuto, andar dos y reírse entre medias. Nadie se queda atrás.',
      },
      fr: {
        title: 'Du canapé aux cinq kilomètres',
        description:
          'Première semaine : une minute de course, deux de marche. Personne ne reste derrière.',
      },
      ar: {
        title: 'من الأريكة إلى خمسة كيلومترات',
        description: 'الأسبوع الأول: دقيقة جري ودقيقتا مشي وضحكة بينهما. لا نترك أحداً خلفنا.',
      },
    },
  },
  {
    key: 'stargazing-walk',
    when: { day: 43, from: '23:00', to: '01:30', nights: 1 },
    timezone: 'Africa/Casablanca',
    organizer: ['green-stride'],
    categories: ['walks'],
    tags: ['open-air', 'evening', 'photography', 'registration'],
    picture: 'lanterns-night',
    details: {
      cost: '50',
      currency_symbol: 'DH',
      currency_code: 'MAD',
      currency_position: 'postfix',
    },
    texts: {
      ar: {
        title: 'نزهة تحت النجوم',
        description:
          'نبتعد عن أضواء المدينة ساعة، ونتعرف إلى نجوم سمّاها العرب وما زالت تحمل أسماءهم.',
      },
      fr: {
        title: 'Balade sous les étoiles',
        description:
          'Une heure loin des lumières de la ville, pour reconnaître les étoiles qui portent encore des noms arabes.',
      },
    },
  },
];
