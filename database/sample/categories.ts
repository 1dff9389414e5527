import type { TermTexts } from './shapes';

export type SampleCategory = { parent?: string; color: string; texts: TermTexts };

const term = (en: string, ar: string, fr: string, es: string): TermTexts => ({
  en: { name: en },
  ar: { name: ar },
  fr: { name: fr },
  es: { name: es },
});

/** Two levels; parents come before their children. */
export const categories = {
  music: {
    color: '#8e2f5c',
    texts: {
      en: { name: 'Music', description: 'Everything that sounds.' },
      ar: { name: 'موسيقى', description: 'كل ما يُسمع.' },
      fr: { name: 'Musique', description: 'Tout ce qui s’écoute.' },
      es: { name: 'Música', description: 'Todo lo que suena.' },
    },
  },
  concerts: {
    parent: 'music',
    color: '#b0457a',
    texts: term('Concerts', 'حفلات موسيقية', 'Concerts', 'Conciertos'),
  },
  classical: {
    parent: 'music',
    color: '#6d2a63',
    texts: term('Classical', 'موسيقى كلاسيكية', 'Classique', 'Clásica'),
  },
  traditional: {
    parent: 'music',
    color: '#a8563a',
    texts: term('Traditional music', 'طرب وتراث', 'Musiques traditionnelles', 'Música tradicional'),
  },
  arts: {
    color: '#c2543d',
    texts: {
      en: { name: 'Arts', description: 'To look at, on walls, stages and screens.' },
      ar: { name: 'فنون', description: 'على الجدران والخشبات والشاشات.' },
      fr: { name: 'Arts', description: 'À voir, aux murs, sur scène et à l’écran.' },
      es: { name: 'Artes', description: 'Para mirar: en la pared, en escena y en pantalla.' },
    },
  },
  exhibitions: {
    parent: 'arts',
    color: '#d97757',
    texts: term('Exhibitions', 'معارض', 'Expositions', 'Exposiciones'),
  },
  theatre: {
    parent: 'arts',
    color: '#7a3b69',
    texts: term('Theatre', 'مسرح', 'Théâtre', 'Teatro'),
  },
  film: { parent: 'arts', color: '#34344e', texts: term('Film', 'سينما', 'Cinéma', 'Cine') },
  learning: {
    color: '#1f6f8b',
    texts: {
      en: { name: 'Learning', description: 'Workshops, talks and languages.' },
      ar: { name: 'تعلّم', description: 'ورش ومحاضرات ولغات.' },
      fr: { name: 'Apprendre', description: 'Ateliers, conférences et langues.' },
      es: { name: 'Aprender', description: 'Talleres, charlas e idiomas.' },
    },
  },
  workshops: {
    parent: 'learning',
    color: '#2a8ca8',
    texts: term('Workshops', 'ورش عمل', 'Ateliers', 'Talleres'),
  },
  talks: {
    parent: 'learning',
    color: '#3b6ea5',
    texts: term('Talks', 'محاضرات ولقاءات', 'Rencontres et conférences', 'Charlas'),
  },
  languages: {
    parent: 'learning',
    color: '#4aa3c7',
    texts: term('Languages', 'لغات', 'Langues', 'Idiomas'),
  },
  technology: {
    color: '#3d4fa1',
    texts: term('Technology', 'تقنية', 'Technologie', 'Tecnología'),
  },
  conferences: {
    parent: 'technology',
    color: '#5566c4',
    texts: term('Conferences', 'مؤتمرات', 'Congrès', 'Congresos'),
  },
  meetups: {
    parent: 'technology',
    color: '#6f7fd8',
    texts: term('Meetups', 'لقاءات تقنية', 'Meetups', 'Encuentros'),
  },
  family: { color: '#d98e04', texts: term('Family', 'للعائلة', 'En famille', 'En familia') },
  storytelling: {
    parent: 'family',
    color: '#e3a72f',
    texts: term(
      'Stories and puppets',
      'حكايات ودمى',
      'Contes et marionnettes',
      'Cuentos y títeres',
    ),
  },
  food: { color: '#b5651d', texts: term('Food', 'مأكولات', 'Cuisine', 'Gastronomía') },
  markets: {
    parent: 'food',
    color: '#c77f3a',
    texts: term('Markets', 'أسواق', 'Marchés', 'Mercados'),
  },
  tastings: {
    parent: 'food',
    color: '#96521a',
    texts: term('Tastings', 'تذوّق', 'Dégustations', 'Degustaciones'),
  },
  sport: {
    color: '#2e7d4f',
    texts: term('Sport and nature', 'رياضة وطبيعة', 'Sport et nature', 'Deporte y naturaleza'),
  },
  running: {
    parent: 'sport',
    color: '#3f9a63',
    texts: term('Running', 'جري', 'Course à pied', 'Carreras'),
  },
  walks: { parent: 'sport', color: '#5a8f3c', texts: term('Walks', 'نزهات', 'Balades', 'Paseos') },
} satisfies Record<string, SampleCategory>;

export type CategoryKey = keyof typeof categories;
