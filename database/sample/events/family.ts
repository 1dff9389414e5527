import { dirhams, egyptianPounds, euros, free, mexicanPesos } from '../currencies';
import type { SampleEvent } from './sample-event';

export const family: SampleEvent[] = [
  {
    key: 'lantern-parade',
    when: { day: 19, from: '17:30', to: '19:30' },
    timezone: 'America/Toronto',
    venue: ['maison-du-tilleul'],
    organizer: ['small-lantern'],
    categories: ['family'],
    tags: ['children', 'open-air', 'evening'],
    picture: 'lanterns-night',
    details: { ...free, featured: true },
    texts: {
      fr: {
        title: 'Parade des lanternes',
        excerpt: 'On fabrique sa lanterne, puis on allume la rue.',
        description:
          'Atelier dès 15 h pour fabriquer sa lanterne, départ à la nuit tombée. Chocolat chaud à l’arrivée. Habillez-vous chaudement.',
      },
      en: {
        title: 'Lantern Parade',
        excerpt: 'Make a lantern, then light the street.',
        description:
          'Make your lantern from three o’clock; the parade sets out at nightfall. Hot chocolate at the end. Dress warmly.',
      },
      ar: {
        title: 'موكب الفوانيس',
        excerpt: 'نصنع الفانوس ثم نضيء الشارع.',
        description:
          'ورشة لصنع الفوانيس من الثالثة، وينطلق الموكب مع حلول الظلام. شوكولاتة ساخنة في الختام، والملابس الدافئة ضرورية.',
      },
      es: {
        title: 'Desfile de farolillos',
        excerpt: 'Haz tu farolillo y enciende la calle.',
        description:
          'Taller de farolillos desde las tres; el desfile sale al caer la noche. Chocolate caliente al llegar. Venid abrigados.',
      },
    },
  },
  {
    key: 'puppets-in-the-garden',
    when: { day: 4, from: '11:00', to: '12:00' },
    timezone: 'Africa/Cairo',
    venue: ['dar-al-nil'],
    organizer: ['small-lantern'],
    categories: ['storytelling'],
    tags: ['children', 'open-air', 'weekend'],
    picture: 'curtain-red',
    details: egyptianPounds('60'),
    texts: {
      ar: {
        title: 'عروسة وأراجوز في الحديقة',
        excerpt: 'عرض دمى للصغار من عمر أربع سنوات.',
        description: 'حكاية جديدة للأراجوز وصديقته الغيمة، بعدها يصنع كل طفل عروسته من ورق ملوّن.',
      },
      en: {
        title: 'Puppets in the Garden',
        description:
          'A new tale of Aragoz and his friend the cloud; afterwards every child makes a paper puppet. Ages four and up.',
      },
      fr: {
        title: 'Marionnettes au jardin',
        description:
          'Une nouvelle aventure d’Aragoz et de son amie la nuée, puis chacun fabrique sa marionnette. Dès quatre ans.',
      },
    },
  },
  {
    key: 'museum-of-small-things',
    when: { day: -5, days: 21 },
    timezone: 'Europe/Paris',
    venue: ['mediatheque-trois-ponts'],
    categories: ['family', 'exhibitions'],
    tags: ['children', 'accessible'],
    picture: 'balloons-sky',
    details: free,
    texts: {
      fr: {
        title: 'Le musée des toutes petites choses',
        description:
          'Un bouton, une graine, un ticket de tram : les enfants du quartier ont choisi, étiqueté et raconté.',
      },
      en: {
        title: 'The Museum of Very Small Things',
        description:
          'A button, a seed, a tram ticket: chosen, labelled and told by the children of the quarter.',
      },
      ar: {
        title: 'متحف الأشياء الصغيرة جداً',
        description: 'زرّ وبذرة وتذكرة ترام: اختارها أطفال الحي وكتبوا بطاقاتها وحكاياتها.',
      },
      es: {
        title: 'El museo de las cosas diminutas',
        description:
          'Un botón, una semilla, un billete de tranvía: elegidos y contados por los niños del barrio.',
      },
    },
  },
  {
    key: 'kite-morning',
    when: { day: 25, from: '09:00', to: '13:00' },
    timezone: 'Asia/Beirut',
    organizer: ['small-lantern'],
    categories: ['family'],
    tags: ['children', 'open-air', 'handmade', 'weekend'],
    picture: 'balloons-sky',
    details: free,
    texts: {
      ar: {
        title: 'صباح الطائرات الورقية',
        description: 'نلتقي على الكورنيش لصنع الطائرات وإطلاقها. إن سكنت الريح حكينا حكايات عنها.',
      },
      en: {
        title: 'Kite Morning',
        description:
          'We meet on the Corniche to build kites and fly them. Without wind, we tell stories about it.',
      },
    },
  },
  {
    key: 'story-breakfast',
    when: { day: -1, from: '10:00', to: '11:30' },
    timezone: 'America/New_York',
    venue: ['harborlight-library'],
    organizer: ['small-lantern'],
    categories: ['storytelling'],
    tags: ['children', 'books', 'sign-language'],
    picture: 'lanterns-amber',
    details: free,
    texts: {
      en: {
        title: 'Story Breakfast',
        description: 'Pancakes and picture books in two languages. Pyjamas are welcome.',
      },
      es: {
        title: 'Desayuno con cuentos',
        description: 'Tortitas y álbumes ilustrados en dos lenguas. Se admite pijama.',
      },
    },
  },
  {
    key: 'alebrije-workshop',
    when: { day: 28, from: '10:00', to: '13:00' },
    timezone: 'America/Mexico_City',
    venue: ['teatro-jacarandal'],
    categories: ['family', 'workshops'],
    tags: ['children', 'handmade', 'heritage'],
    picture: 'balloons-rose',
    details: mexicanPesos('120'),
    texts: {
      es: {
        title: 'Alebrijes en familia',
        description:
          'Papel, engrudo y muchos colores: cada familia se lleva un animal que nadie había visto.',
      },
      en: {
        title: 'Family Alebrijes',
        description:
          'Paper, paste and many colours: every family takes home an animal nobody had seen before.',
      },
      fr: {
        title: 'Alebrijes en famille',
        description:
          'Du papier, de la colle et beaucoup de couleurs : chaque famille repart avec un animal inédit.',
      },
      ar: {
        title: 'حيوانات خيالية من ورق',
        description: 'ورق وغراء وألوان كثيرة: تعود كل عائلة بحيوان لم يره أحد من قبل.',
      },
    },
  },
  {
    key: 'shadow-theatre-rabat',
    when: { day: 36, from: '16:00', to: '17:15' },
    timezone: 'Africa/Casablanca',
    venue: ['riad-al-funun'],
    organizer: ['small-lantern'],
    categories: ['storytelling', 'theatre'],
    tags: ['children', 'accessible'],
    picture: 'lanterns-night',
    details: { ...dirhams('40'), event_status: 'postponed' },
    texts: {
      ar: {
        title: 'خيال الظل: الهدهد والبحر',
        description: 'تأجّل العرض لوعكة ألمّت بأحد اللاعبين، ونعلن الموعد الجديد قريباً.',
      },
      fr: {
        title: 'Théâtre d’ombres : la huppe et la mer',
        description:
          'Spectacle reporté, l’un des marionnettistes étant souffrant. Nouvelle date bientôt.',
      },
      en: {
        title: 'Shadow Theatre: The Hoopoe and the Sea',
        description: 'Postponed, as one of the players is ill. A new date soon.',
      },
    },
  },
  {
    key: 'circus-sunday',
    when: { day: 47, from: '12:00', to: '14:00' },
    timezone: 'Europe/Madrid',
    venue: ['nave-madreselva'],
    organizer: ['luna-rojiza', 'small-lantern'],
    categories: ['family', 'theatre'],
    tags: ['children', 'weekend', 'dance'],
    picture: 'balloons-rose',
    details: euros('6 - 9'),
    texts: {
      es: {
        title: 'Circo de bolsillo',
        description: 'Acrobacias pequeñas, música en directo y un perro que no obedece.',
      },
      en: {
        title: 'Pocket Circus',
        description: 'Small acrobatics, live music and a dog that does not obey.',
      },
      fr: {
        title: 'Cirque de poche',
        description: 'De petites acrobaties, de la musique et un chien désobéissant.',
      },
      ar: {
        title: 'سيرك الجيب',
        description: 'ألعاب بهلوانية صغيرة وموسيقى حيّة وكلب لا يطيع أحداً.',
      },
    },
  },
];
