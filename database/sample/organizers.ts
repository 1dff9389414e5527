import type { PictureKey } from './pictures/pictures';
import type { Texts } from './shapes';

export type SampleOrganizer = {
  picture?: PictureKey;
  details: { phone?: string; website?: string; email?: string };
  texts: Texts<{ organizer: string; description?: string }>;
};

/** Fictional organizers; their URLs use the reserved domain `.example`. */
export const organizers = {
  'nile-readers': {
    picture: 'books-amber',
    details: { website: 'https://nile-readers.example/', email: 'salam@nile-readers.example' },
    texts: {
      ar: {
        organizer: 'حلقة قرّاء النيل',
        description: 'قرّاء من أعمار مختلفة يلتقون منذ عشر سنوات حول كتاب واحد كل شهر.',
      },
      en: {
        organizer: 'Nile Readers’ Circle',
        description: 'Readers of all ages who have met around one book a month for ten years.',
      },
      fr: {
        organizer: 'Cercle des lecteurs du Nil',
        description:
          'Des lecteurs de tous âges réunis chaque mois autour d’un livre depuis dix ans.',
      },
      es: {
        organizer: 'Círculo de Lectores del Nilo',
        description:
          'Lectores de todas las edades que desde hace diez años comparten un libro al mes.',
      },
    },
  },
  'cedar-chamber': {
    picture: 'rings-wine',
    details: { website: 'https://cedar-chamber.example/', email: 'tickets@cedar-chamber.example' },
    texts: {
      ar: {
        organizer: 'فرقة الأرز لموسيقى الحجرة',
        description: 'أربعة عشر عازفاً يجمعون بين التخت الشرقي والوتريات الكلاسيكية.',
      },
      en: {
        organizer: 'Cedar Chamber Players',
        description: 'Fourteen musicians between the oriental takht and the classical strings.',
      },
      fr: {
        organizer: 'Ensemble de chambre du Cèdre',
        description: 'Quatorze musiciens entre le takht oriental et les cordes classiques.',
      },
      es: {
        organizer: 'Conjunto de Cámara del Cedro',
        description: 'Catorce músicos entre el takht oriental y la cuerda clásica.',
      },
    },
  },
  'open-atlas': {
    picture: 'network-indigo',
    details: { website: 'https://open-atlas.example/', email: 'hello@open-atlas.example' },
    texts: {
      ar: {
        organizer: 'جماعة الأطلس المفتوح',
        description: 'مبرمجون وجغرافيون يصنعون خرائط وأدوات حرّة للمدن.',
      },
      en: {
        organizer: 'Open Atlas Collective',
        description: 'Programmers and geographers who make free maps and tools for cities.',
      },
      fr: {
        organizer: 'Collectif Atlas ouvert',
        description: 'Des développeurs et des géographes qui créent cartes et outils libres.',
      },
      es: {
        organizer: 'Colectivo Atlas Abierto',
        description:
          'Programadores y geógrafos que crean mapas y herramientas libres para las ciudades.',
      },
    },
  },
  'canal-makers': {
    picture: 'frames-coral',
    details: { website: 'https://canal-makers.example/', phone: '+33 1 99 00 31 07' },
    texts: {
      ar: { organizer: 'صُنّاع القناة' },
      en: { organizer: 'Canal Makers' },
      fr: {
        organizer: 'Les Bricoleuses du canal',
        description: 'Une association de quartier qui répare, coud, imprime et transmet.',
      },
      es: { organizer: 'Las Manitas del Canal' },
    },
  },
  'luna-rojiza': {
    picture: 'curtain-violet',
    details: { website: 'https://luna-rojiza.example/', email: 'hola@luna-rojiza.example' },
    texts: {
      ar: { organizer: 'فرقة القمر الأحمر المسرحية' },
      en: { organizer: 'Luna Rojiza Theatre Company' },
      fr: { organizer: 'Compagnie Luna Rojiza' },
      es: {
        organizer: 'Compañía Luna Rojiza',
        description: 'Teatro de cámara, títeres y radioteatro, siempre con músicos en escena.',
      },
    },
  },
  'green-stride': {
    picture: 'hills-green',
    details: { website: 'https://green-stride.example/', email: 'run@green-stride.example' },
    texts: {
      ar: { organizer: 'نادي الخطوة الخضراء' },
      en: {
        organizer: 'Green Stride Club',
        description: 'Runners and walkers who pick up litter on the way. All speeds welcome.',
      },
      fr: { organizer: 'Club Foulée verte' },
      es: { organizer: 'Club Zancada Verde' },
    },
  },
  'saffron-table': {
    picture: 'bowls-saffron',
    details: { website: 'https://saffron-table.example/' },
    texts: {
      ar: {
        organizer: 'مائدة الزعفران',
        description: 'طهاة وبستانيون يفتحون مطابخهم للجيران.',
      },
      en: {
        organizer: 'The Saffron Table',
        description: 'Cooks and gardeners who open their kitchens to the neighbours.',
      },
      fr: { organizer: 'La Table au safran' },
      es: { organizer: 'La Mesa de Azafrán' },
    },
  },
  'small-lantern': {
    picture: 'lanterns-amber',
    details: { website: 'https://small-lantern.example/', email: 'post@small-lantern.example' },
    texts: {
      ar: { organizer: 'الفانوس الصغير', description: 'دمى وحكايات وظلال للصغار ومن يرافقهم.' },
      en: {
        organizer: 'Small Lantern Puppets',
        description: 'Puppets, tales and shadows for the young and whoever comes with them.',
      },
      fr: { organizer: 'La Petite Lanterne' },
      es: { organizer: 'La Linternita' },
    },
  },
  'quiet-frames': {
    picture: 'beam-night',
    details: { website: 'https://quiet-frames.example/', phone: '+44 20 7946 0177' },
    texts: {
      en: {
        organizer: 'Quiet Frames Film Club',
        description: 'Small films on a large wall, with time to talk afterwards.',
      },
      fr: { organizer: 'Ciné-club Quiet Frames' },
    },
  },
  'polyglot-porch': {
    picture: 'bubbles-sky',
    details: { website: 'https://polyglot-porch.example/', phone: '+1 718 555 0119' },
    texts: {
      ar: { organizer: 'شرفة اللغات' },
      en: {
        organizer: 'Polyglot Porch',
        description: 'Tables, tea and twelve languages, every week.',
      },
      fr: { organizer: 'Le Perron polyglotte' },
      es: { organizer: 'El Porche Políglota' },
    },
  },
} satisfies Record<string, SampleOrganizer>;

export type OrganizerKey = keyof typeof organizers;
