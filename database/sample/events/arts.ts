import { argentinePesos, dirhams, dollars, euros, free, mexicanPesos, pounds } from '../currencies';
import type { SampleEvent } from './sample-event';

export const arts: SampleEvent[] = [
  {
    key: 'zellij-exhibition',
    when: { day: -12, days: 40 },
    timezone: 'Africa/Casablanca',
    venue: ['riad-al-funun'],
    categories: ['exhibitions'],
    tags: ['heritage', 'handmade'],
    picture: 'frames-coral',
    details: { ...dirhams('30'), featured: true },
    texts: {
      ar: {
        title: 'هندسة الزليج: من الورشة إلى الجدار',
        excerpt: 'معرض عن فنّ الزليج وصنّاعه.',
        description:
          'يتتبّع المعرض قطعة الزليج من الطين إلى الجدار: أدوات الصنّاع ورسوم المعلّمين وثماني لوحات جديدة لفنانين شباب.\n\nجولة مع مرشدة كل يوم جمعة في الخامسة مساءً.',
      },
      en: {
        title: 'The Geometry of Zellij: From Workshop to Wall',
        excerpt: 'An exhibition on tile-making and its makers.',
        description:
          'The exhibition follows a tile from clay to wall: tools, master drawings and eight new panels by young artists.\n\nGuided tour every Friday at five.',
      },
      fr: {
        title: 'Géométries du zellige, de l’atelier au mur',
        excerpt: 'Une exposition sur le zellige et ceux qui le font.',
        description:
          'L’exposition suit le carreau de l’argile au mur : outils, dessins de maîtres et huit panneaux de jeunes artistes.\n\nVisite guidée chaque vendredi à 17 h.',
      },
      es: {
        title: 'Geometría del alicatado: del taller al muro',
        excerpt: 'Una exposición sobre el zellij y quienes lo hacen.',
        description:
          'La exposición sigue la pieza desde el barro hasta el muro: herramientas, dibujos de maestros y ocho paneles de artistas jóvenes.\n\nVisita guiada los viernes a las cinco.',
      },
    },
  },
  {
    key: 'windows-of-the-city',
    when: { day: -20, days: 35 },
    timezone: 'Europe/Madrid',
    venue: ['nave-madreselva'],
    categories: ['exhibitions'],
    tags: ['photography', 'accessible'],
    picture: 'frames-blue',
    details: free,
    texts: {
      ar: {
        title: 'نوافذ المدينة: معرض صور',
        description: 'مئة صورة لنوافذ التقطها أهل الحي بهواتفهم، ومعها مئة حكاية قصيرة.',
      },
      en: {
        title: 'Windows of the City: Photographs',
        description:
          'A hundred windows, photographed by the people of the quarter with their telephones, and a hundred short stories.',
      },
      fr: {
        title: 'Fenêtres de la ville, photographies',
        description:
          'Cent fenêtres photographiées par les habitants avec leur téléphone, et cent récits courts.',
      },
      es: {
        title: 'Ventanas de la ciudad: fotografías',
        description:
          'Cien ventanas fotografiadas por el vecindario con el móvil, y cien historias breves.',
      },
    },
  },
  {
    key: 'radio-theatre-mexico',
    when: { day: 5, from: '19:00', to: '20:45' },
    timezone: 'America/Mexico_City',
    venue: ['teatro-jacarandal'],
    organizer: ['luna-rojiza'],
    categories: ['theatre'],
    tags: ['evening', 'sign-language'],
    picture: 'curtain-violet',
    details: {
      ...mexicanPesos('180 - 260'),
      ticket_url: 'https://luna-rojiza.example/boletos/faro',
    },
    texts: {
      es: {
        title: 'La última noche del faro, radioteatro en vivo',
        excerpt: 'Cuatro voces, un piano y una mesa llena de ruidos.',
        description:
          'Una obra para escuchar con los ojos cerrados: cuatro voces, un piano y una mesa de efectos a la vista del público. Función con intérprete de lengua de signos.',
      },
      en: {
        title: 'The Lighthouse’s Last Night: Live Radio Play',
        description:
          'A play to hear with closed eyes: four voices, a piano and a table of noises in full view. Sign-language interpreted. In Spanish.',
      },
      ar: {
        title: 'ليلة الفنار الأخيرة: تمثيلية إذاعية حيّة',
        description:
          'مسرحية تُسمع بعينين مغمضتين: أربعة أصوات وبيانو وطاولة مؤثرات أمام الجمهور. بالإسبانية مع ترجمة إلى لغة الإشارة.',
      },
      fr: {
        title: 'La Dernière Nuit du phare, théâtre radiophonique',
        description:
          'Une pièce à écouter les yeux fermés : quatre voix, un piano et une table de bruitage. En espagnol, interprétée en langue des signes.',
      },
    },
  },
  {
    key: 'shadow-and-salt',
    when: { day: 21, from: '20:00', to: '21:30' },
    timezone: 'Europe/Madrid',
    venue: ['nave-madreselva'],
    organizer: ['luna-rojiza'],
    categories: ['theatre'],
    tags: ['dance', 'evening'],
    picture: 'curtain-red',
    details: euros('14,50'),
    texts: {
      es: {
        title: 'Sombra y sal',
        description:
          'Danza y sombras chinescas sobre un pueblo que se queda sin mar. Para mayores de doce años.',
      },
      en: {
        title: 'Shadow and Salt',
        description:
          'Dance and shadow play about a village that loses its sea. Ages twelve and up.',
      },
      fr: {
        title: 'Ombre et sel',
        description: 'Danse et théâtre d’ombres : un village perd sa mer. À partir de douze ans.',
      },
      ar: {
        title: 'ظلّ وملح',
        description: 'رقص وخيال ظل عن قرية يهجرها البحر. لمن بلغ الثانية عشرة فما فوق.',
      },
    },
  },
  {
    key: 'film-night-london',
    when: { day: 2, from: '19:15', to: '22:00' },
    timezone: 'Europe/London',
    venue: ['tanners-yard'],
    organizer: ['quiet-frames'],
    categories: ['film'],
    tags: ['evening', 'accessible'],
    picture: 'beam-night',
    details: pounds('6.50 - 8.50'),
    texts: {
      en: {
        title: 'Film Night: Three Letters from a Valley',
        description:
          'A documentary in three chapters, shown from film, then a talk with the projectionist. Subtitled throughout.',
      },
      fr: {
        title: 'Soirée cinéma : Trois lettres d’une vallée',
        description:
          'Un documentaire en trois chapitres, projeté en pellicule, puis une discussion avec la projectionniste.',
      },
    },
  },
  {
    key: 'courtyard-cinema-cairo',
    when: { day: 16, from: '20:30', to: '23:15' },
    timezone: 'Africa/Cairo',
    venue: ['dar-al-nil'],
    organizer: ['quiet-frames', 'nile-readers'],
    categories: ['film'],
    tags: ['open-air', 'evening', 'books'],
    picture: 'beam-amber',
    details: {
      cost: '80',
      currency_symbol: 'ج.م',
      currency_code: 'EGP',
      currency_position: 'postfix',
    },
    texts: {
      ar: {
        title: 'سينما في الحوش: من الرواية إلى الشاشة',
        excerpt: 'فيلمان قصيران مأخوذان عن قصص، ونقاش مع المخرجتين.',
        description:
          'نعرض في الهواء الطلق فيلمين قصيرين مأخوذين عن قصتين من قراءات هذا الموسم، ثم نتحدث مع المخرجتين عمّا تكسبه القصة وما تخسره على الشاشة.',
      },
      en: {
        title: 'Courtyard Cinema: From Page to Screen',
        description:
          'Two short films made from stories of this season’s reading list, then a talk with both directors about what a story gains and loses.',
      },
    },
  },
  {
    key: 'sunday-film-ceibo',
    when: { day: -3, from: '19:00', to: '21:30' },
    timezone: 'America/Argentina/Buenos_Aires',
    venue: ['galpon-del-ceibo'],
    organizer: ['quiet-frames'],
    categories: ['film'],
    tags: ['weekend'],
    details: argentinePesos('2000'),
    texts: {
      es: {
        title: 'Cine de domingo: cortos patagónicos',
        description:
          'Siete cortos filmados con cámaras prestadas, y empanadas en el patio al terminar.',
      },
    },
  },
  {
    key: 'paper-boats-installation',
    when: { day: 8, from: '10:00', to: '19:00', nights: 2 },
    timezone: 'Europe/Paris',
    venue: ['halle-ourcine'],
    organizer: ['canal-makers'],
    categories: ['exhibitions', 'workshops'],
    tags: ['children', 'handmade', 'climate'],
    picture: 'frames-blue',
    details: free,
    texts: {
      ar: {
        title: 'مئة قارب ورقي',
        description:
          'عمل جماعي يكبر ثلاثة أيام: يطوي كل زائر قارباً ويكتب عليه ما يتمناه للماء، ثم تُضاء القوارب مساء اليوم الأخير.',
      },
      en: {
        title: 'A Hundred Paper Boats',
        description:
          'An installation that grows for three days: every visitor folds a boat and writes a wish for the water. On the last evening they are lit.',
      },
      fr: {
        title: 'Cent bateaux de papier',
        description:
          'Une installation qui grandit pendant trois jours : chacun plie un bateau et y écrit un vœu pour l’eau. Mise en lumière le dernier soir.',
      },
      es: {
        title: 'Cien barcos de papel',
        description:
          'Una instalación que crece durante tres días: cada visitante pliega un barco y escribe un deseo para el agua. La última tarde se iluminan.',
      },
    },
  },
  {
    key: 'ink-and-reed',
    when: { day: -45, days: 14 },
    timezone: 'Asia/Beirut',
    venue: ['manara-hall'],
    categories: ['exhibitions'],
    tags: ['heritage'],
    picture: 'frames-coral',
    details: free,
    texts: {
      ar: {
        title: 'حبر وقصب: معرض خط عربي',
        excerpt: 'أربعون لوحة بين الثلث والكوفي والخط الحرّ.',
        description:
          'أربعون لوحة لخطّاطين من خمسة بلدان، من الثلث والكوفي إلى التجارب الحرة، مع ركن لتجربة القصبة والحبر.',
      },
      en: {
        title: 'Ink and Reed: Arabic Calligraphy',
        description:
          'Forty works by calligraphers from five countries, from thuluth and kufic to free experiments, and a corner to try the reed.',
      },
      fr: {
        title: 'Encre et roseau, calligraphies arabes',
        description:
          'Quarante œuvres de calligraphes de cinq pays, du thuluth et du coufique aux essais libres, et un coin pour s’exercer.',
      },
    },
  },
  {
    key: 'members-preview',
    when: { day: 7, from: '18:00', to: '20:00' },
    timezone: 'Europe/Paris',
    venue: ['halle-ourcine'],
    organizer: ['canal-makers'],
    categories: ['exhibitions'],
    tags: ['registration'],
    details: { hide_from_listings: true },
    texts: {
      fr: {
        title: 'Avant-première pour les adhérentes et adhérents',
        description: 'Une visite tranquille de l’installation, la veille de l’ouverture.',
      },
      en: {
        title: 'Members’ Preview',
        description: 'A quiet look at the installation on the eve of its opening.',
      },
      ar: {
        title: 'عرض خاص للأعضاء',
        description: 'زيارة هادئة للعمل الفني عشية افتتاحه.',
      },
    },
  },
  {
    key: 'open-studios-brooklyn',
    when: { day: 34, days: 2 },
    timezone: 'America/New_York',
    venue: ['harborlight-library'],
    categories: ['arts', 'exhibitions'],
    tags: ['weekend', 'accessible', 'handmade'],
    picture: 'frames-coral',
    details: dollars('0 - 10'),
    texts: {
      en: {
        title: 'Open Studios on the Slip',
        description:
          'Twenty studios around the library open their doors for a weekend. Pay what you like, up to ten dollars.',
      },
      es: {
        title: 'Talleres abiertos en el muelle',
        description:
          'Veinte talleres en torno a la biblioteca abren sus puertas un fin de semana. Aportación voluntaria de hasta diez dólares.',
      },
      fr: {
        title: 'Ateliers ouverts sur le quai',
        description:
          'Vingt ateliers autour de la bibliothèque ouvrent leurs portes le temps d’un week-end. Participation libre.',
      },
      ar: {
        title: 'مراسم مفتوحة على المرفأ',
        description: 'عشرون مرسماً حول المكتبة تفتح أبوابها يومين. ادفع ما تشاء حتى عشرة دولارات.',
      },
    },
  },
];
