import type { ExampleTexts } from './example-texts';

export const fr: ExampleTexts = {
  event: {
    title: 'Échecs sur la place',
    description: 'Apportez un échiquier, ou jouez sur l’un des nôtres.',
    excerpt: 'Une soirée d’échecs en plein air.',
    timezone: 'Europe/Paris',
    cost: '5,50 €',
    level: { label: 'Niveau', value: 'Tous niveaux' },
  },
  venue: {
    venue: 'Place Bellecour',
    description: 'Une grande place avec des bancs et des arbres.',
    address: '15 place Bellecour',
    city: 'Lyon',
    country: 'France',
    zip: '69002',
    geo_lat: 45.7578,
    geo_lng: 4.832,
  },
  organizer: {
    organizer: 'Club d’échecs du vendredi',
    description: 'Nous nous retrouvons tous les vendredis.',
  },
  category: { name: 'Jeux', description: 'Jeux de société, jeux de cartes et échecs.' },
  tag: { name: 'plein air', description: 'En plein air.' },
};
