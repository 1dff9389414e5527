import type { ExampleTexts } from './example-texts';

export const es: ExampleTexts = {
  event: {
    title: 'Ajedrez en la plaza',
    description: 'Trae un tablero o juega en uno de los nuestros.',
    excerpt: 'Una tarde de ajedrez al aire libre.',
    timezone: 'Europe/Madrid',
    cost: '5 €',
    level: { label: 'Nivel', value: 'Todos los niveles' },
  },
  venue: {
    venue: 'Alameda de Hércules',
    description: 'Una plaza amplia con bancos y árboles.',
    address: 'Alameda de Hércules, 12',
    city: 'Sevilla',
    country: 'España',
    zip: '41002',
    geo_lat: 37.3991,
    geo_lng: -5.9943,
  },
  organizer: {
    organizer: 'Club de ajedrez del viernes',
    description: 'Nos reunimos todos los viernes.',
  },
  category: { name: 'Juegos', description: 'Juegos de mesa, de cartas y ajedrez.' },
  tag: { name: 'al aire libre', description: 'Al aire libre.' },
};
