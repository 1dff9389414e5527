import type { PictureKey } from './pictures/pictures';
import type { Texts } from './shapes';

export type SampleVenue = {
  picture?: PictureKey;
  details: {
    geo_lat: number;
    geo_lng: number;
    zip?: string;
    phone?: string;
    website?: string;
  };
  texts: Texts<{
    venue: string;
    description?: string;
    address: string;
    city: string;
    country: string;
    state?: string;
    province?: string;
  }>;
};

/** Fictional venues in real cities. */
export const venues = {
  'dar-al-nil': {
    picture: 'arches-sand',
    details: {
      geo_lat: 30.0609,
      geo_lng: 31.2197,
      zip: '11211',
      website: 'https://dar-al-nil.example/',
    },
    texts: {
      ar: {
        venue: 'دار النيل للثقافة',
        description:
          'بيت قديم على ضفة النيل في حي الزمالك، فيه قاعة تتسع لمئتي شخص وحديقة تُقام فيها أمسيات الصيف.',
        address: '١٤ شارع الصفصاف، الزمالك',
        city: 'القاهرة',
        country: 'مصر',
      },
      en: {
        venue: 'Dar al-Nil Culture House',
        description:
          'An old riverside house in Zamalek with a hall for two hundred and a garden for summer evenings.',
        address: '14 Willow Street, Zamalek',
        city: 'Cairo',
        country: 'Egypt',
      },
      fr: {
        venue: 'Maison de la culture Dar al-Nil',
        description:
          'Une maison ancienne au bord du Nil, à Zamalek : une salle de deux cents places et un jardin pour les soirées d’été.',
        address: '14, rue du Saule, Zamalek',
        city: 'Le Caire',
        country: 'Égypte',
      },
      es: {
        venue: 'Casa de Cultura Dar al-Nil',
        description:
          'Una casa antigua a orillas del Nilo, en Zamalek, con una sala para doscientas personas y un jardín para las noches de verano.',
        address: 'Calle del Sauce 14, Zamalek',
        city: 'El Cairo',
        country: 'Egipto',
      },
    },
  },
  'manara-hall': {
    picture: 'hall-blue',
    details: { geo_lat: 33.9003, geo_lng: 35.4778, website: 'https://manara-hall.example/' },
    texts: {
      ar: {
        venue: 'قاعة المنارة البيضاء',
        description: 'قاعة حفلات صغيرة قرب الكورنيش معروفة بنقاء صوتها، وتُطل شرفتها على البحر.',
        address: 'شارع الموج، رأس بيروت',
        city: 'بيروت',
        country: 'لبنان',
      },
      en: {
        venue: 'White Lighthouse Hall',
        description:
          'A small concert hall near the Corniche, known for its clear sound and its balcony over the sea.',
        address: 'Wave Street, Ras Beirut',
        city: 'Beirut',
        country: 'Lebanon',
      },
      fr: {
        venue: 'Salle du Phare blanc',
        description:
          'Une petite salle de concert près de la Corniche, appréciée pour son acoustique et son balcon sur la mer.',
        address: 'Rue de la Vague, Ras Beyrouth',
        city: 'Beyrouth',
        country: 'Liban',
      },
      es: {
        venue: 'Sala del Faro Blanco',
        description:
          'Una pequeña sala de conciertos junto a la Corniche, conocida por su acústica y por su balcón sobre el mar.',
        address: 'Calle de la Ola, Ras Beirut',
        city: 'Beirut',
        country: 'Líbano',
      },
    },
  },
  'riad-al-funun': {
    picture: 'arches-clay',
    details: { geo_lat: 34.0267, geo_lng: -6.8352, zip: '10030' },
    texts: {
      ar: {
        venue: 'رياض الفنون',
        description: 'فناء مُزلَّج تتوسطه نافورة، وحوله أربع قاعات للعرض ومقهى على السطح.',
        address: 'درب الياسمين، المدينة العتيقة',
        city: 'الرباط',
        country: 'المغرب',
      },
      en: {
        venue: 'Riad of the Arts',
        description:
          'A tiled courtyard around a fountain, with four exhibition rooms and a café on the roof.',
        address: 'Jasmine Alley, Old Medina',
        city: 'Rabat',
        country: 'Morocco',
      },
      fr: {
        venue: 'Riad des Arts',
        description:
          'Un patio de zelliges autour d’une fontaine, quatre salles d’exposition et un café sur le toit.',
        address: 'Derb Yasmine, ancienne médina',
        city: 'Rabat',
        country: 'Maroc',
      },
      es: {
        venue: 'Riad de las Artes',
        description:
          'Un patio de azulejos en torno a una fuente, cuatro salas de exposición y un café en la azotea.',
        address: 'Callejón del Jazmín, medina antigua',
        city: 'Rabat',
        country: 'Marruecos',
      },
    },
  },
  'halle-ourcine': {
    picture: 'hall-red',
    details: {
      geo_lat: 48.8892,
      geo_lng: 2.3843,
      zip: '75019',
      phone: '+33 1 99 00 14 20',
      website: 'https://halle-ourcine.example/',
    },
    texts: {
      ar: {
        venue: 'قاعة أورسين',
        description: 'مستودع قديم على ضفاف القناة تحوّل إلى ورش وقاعات عرض ومسرح صغير.',
        address: '٨ رصيف القصب',
        city: 'باريس',
        country: 'فرنسا',
      },
      en: {
        venue: 'Halle Ourcine',
        description:
          'A former canal warehouse turned into workshops, exhibition halls and a small stage.',
        address: '8 quai des Roseaux',
        city: 'Paris',
        country: 'France',
      },
      fr: {
        venue: 'La Halle Ourcine',
        description:
          'Un ancien entrepôt du canal devenu lieu d’ateliers, d’expositions et de spectacles.',
        address: '8, quai des Roseaux',
        city: 'Paris',
        country: 'France',
      },
      es: {
        venue: 'La Halle Ourcine',
        description:
          'Un antiguo almacén del canal convertido en talleres, salas de exposición y un pequeño escenario.',
        address: '8, quai des Roseaux',
        city: 'París',
        country: 'Francia',
      },
    },
  },
  'mediatheque-trois-ponts': {
    picture: 'books-teal',
    details: { geo_lat: 45.7597, geo_lng: 4.8422, zip: '69003', phone: '+33 4 65 71 20 03' },
    texts: {
      ar: {
        venue: 'مكتبة الجسور الثلاثة',
        address: '٣ ساحة المنوال',
        city: 'ليون',
        country: 'فرنسا',
      },
      en: {
        venue: 'Three Bridges Library',
        address: '3 place du Métier',
        city: 'Lyon',
        country: 'France',
      },
      fr: {
        venue: 'Médiathèque des Trois-Ponts',
        description:
          'Trois étages de livres, un auditorium et des salles de travail ouvertes à tous.',
        address: '3, place du Métier',
        city: 'Lyon',
        country: 'France',
      },
      es: {
        venue: 'Mediateca de los Tres Puentes',
        address: '3, place du Métier',
        city: 'Lyon',
        country: 'Francia',
      },
    },
  },
  'nave-madreselva': {
    picture: 'hall-red',
    details: {
      geo_lat: 40.3925,
      geo_lng: -3.6971,
      zip: '28045',
      website: 'https://nave-madreselva.example/',
    },
    texts: {
      ar: {
        venue: 'فضاء مادريسيلفا',
        description: 'هنغار صناعي سابق قرب النهر للمسرح والرقص والأسواق.',
        address: '٤١ شارع الزعتر',
        city: 'مدريد',
        country: 'إسبانيا',
      },
      en: {
        venue: 'Nave Madreselva',
        description: 'A former factory hall by the river, for theatre, dance and markets.',
        address: 'Calle del Tomillo 41',
        city: 'Madrid',
        country: 'Spain',
        province: 'Madrid',
      },
      fr: {
        venue: 'Nave Madreselva',
        description: 'Une ancienne usine près du fleuve, pour le théâtre, la danse et les marchés.',
        address: 'Calle del Tomillo, 41',
        city: 'Madrid',
        country: 'Espagne',
      },
      es: {
        venue: 'Nave Madreselva',
        description: 'Una antigua nave industrial junto al río para teatro, danza y mercados.',
        address: 'Calle del Tomillo, 41',
        city: 'Madrid',
        country: 'España',
        province: 'Madrid',
      },
    },
  },
  'teatro-jacarandal': {
    picture: 'curtain-violet',
    details: { geo_lat: 19.4178, geo_lng: -99.1636, zip: '06700' },
    texts: {
      ar: {
        venue: 'مسرح الجكرندا',
        address: '٢١٥ شارع العليق، كولونيا روما',
        city: 'مدينة مكسيكو',
        country: 'المكسيك',
      },
      en: {
        venue: 'Jacarandal Theatre',
        description: 'A neighbourhood theatre of the 1930s with one hundred and sixty seats.',
        address: 'Calle Zarzamora 215, Roma Norte',
        city: 'Mexico City',
        country: 'Mexico',
      },
      fr: {
        venue: 'Théâtre Jacarandal',
        address: 'Calle Zarzamora 215, Roma Norte',
        city: 'Mexico',
        country: 'Mexique',
      },
      es: {
        venue: 'Teatro Jacarandal',
        description: 'Un teatro de barrio de los años treinta con ciento sesenta butacas.',
        address: 'Calle Zarzamora 215, Roma Norte',
        city: 'Ciudad de México',
        country: 'México',
        state: 'CDMX',
      },
    },
  },
  'galpon-del-ceibo': {
    picture: 'skyline-dusk',
    details: { geo_lat: -34.5886, geo_lng: -58.4301, zip: 'C1414' },
    texts: {
      en: {
        venue: 'Ceibo Barn',
        address: 'Pasaje Duraznillo 960, Palermo',
        city: 'Buenos Aires',
        country: 'Argentina',
      },
      es: {
        venue: 'Galpón del Ceibo',
        description: 'Milonga los jueves, cine los domingos y un patio con parrilla todo el año.',
        address: 'Pasaje Duraznillo 960, Palermo',
        city: 'Buenos Aires',
        country: 'Argentina',
      },
    },
  },
  'tanners-yard': {
    picture: 'skyline-dusk',
    details: {
      geo_lat: 51.5009,
      geo_lng: -0.0793,
      zip: 'SE1 3XX',
      phone: '+44 20 7946 0123',
      website: 'https://tanners-yard.example/',
    },
    texts: {
      ar: {
        venue: 'استوديوهات تانرز يارد',
        address: '٥ تانرز يارد، برمنزي',
        city: 'لندن',
        country: 'المملكة المتحدة',
      },
      en: {
        venue: 'Old Tanners Yard Studios',
        description: 'Brick studios around a cobbled yard: talks, meetups and a projection room.',
        address: '5 Old Tanners Yard, Bermondsey',
        city: 'London',
        country: 'United Kingdom',
      },
      fr: {
        venue: 'Studios Old Tanners Yard',
        address: '5 Old Tanners Yard, Bermondsey',
        city: 'Londres',
        country: 'Royaume-Uni',
      },
      es: {
        venue: 'Estudios Old Tanners Yard',
        address: '5 Old Tanners Yard, Bermondsey',
        city: 'Londres',
        country: 'Reino Unido',
      },
    },
  },
  'harborlight-library': {
    picture: 'books-teal',
    details: {
      geo_lat: 40.6782,
      geo_lng: -74.0094,
      zip: '11231',
      phone: '+1 718 555 0142',
      website: 'https://harborlight-library.example/',
    },
    texts: {
      ar: {
        venue: 'مكتبة ضوء المرفأ',
        address: '٢٢٠ شارع المنارة، بروكلين',
        city: 'نيويورك',
        country: 'الولايات المتحدة',
      },
      en: {
        venue: 'Harborlight Library',
        description:
          'A community library in a former customs shed, with a makers’ room and a reading garden.',
        address: '220 Beacon Slip, Brooklyn',
        city: 'New York',
        country: 'United States',
        state: 'NY',
      },
      fr: {
        venue: 'Bibliothèque Harborlight',
        address: '220 Beacon Slip, Brooklyn',
        city: 'New York',
        country: 'États-Unis',
        state: 'NY',
      },
      es: {
        venue: 'Biblioteca Harborlight',
        address: '220 Beacon Slip, Brooklyn',
        city: 'Nueva York',
        country: 'Estados Unidos',
        state: 'NY',
      },
    },
  },
  'hinoki-hall': {
    picture: 'hall-blue',
    details: { geo_lat: 35.7263, geo_lng: 139.7669, zip: '110-0001' },
    texts: {
      en: {
        venue: 'Hinoki Hall',
        description: 'A wooden hall for chamber music and tea, five minutes from the station.',
        address: '3-14 Yanaka, Taito-ku',
        city: 'Tokyo',
        country: 'Japan',
      },
      fr: {
        venue: 'Salle Hinoki',
        description: 'Une salle toute de bois pour la musique de chambre et le thé.',
        address: '3-14 Yanaka, Taito-ku',
        city: 'Tokyo',
        country: 'Japon',
      },
    },
  },
  'maison-du-tilleul': {
    picture: 'lanterns-amber',
    details: { geo_lat: 45.5236, geo_lng: -73.5835, zip: 'H2J 2K9', phone: '+1 514 555 0166' },
    texts: {
      en: {
        venue: 'Linden House',
        description: 'A community house with a winter garden on the Plateau.',
        address: '4120, rue des Moineaux',
        city: 'Montreal',
        country: 'Canada',
        province: 'QC',
      },
      fr: {
        venue: 'Maison du Tilleul',
        description: 'Une maison de quartier et son jardin d’hiver, sur le Plateau.',
        address: '4120, rue des Moineaux',
        city: 'Montréal',
        country: 'Canada',
        province: 'QC',
      },
      ar: {
        venue: 'بيت الزيزفون',
        address: '٤١٢٠ شارع العصافير',
        city: 'مونتريال',
        country: 'كندا',
      },
      es: {
        venue: 'Casa del Tilo',
        address: '4120, rue des Moineaux',
        city: 'Montreal',
        country: 'Canadá',
      },
    },
  },
} satisfies Record<string, SampleVenue>;

export type VenueKey = keyof typeof venues;
