/** One record of each type, as the interface's description shows them. */
export const en = {
  event: {
    title: 'Chess in the square',
    description: 'Bring a board, or play on one of ours.',
    excerpt: 'An evening of chess in the open air.',
    timezone: 'Europe/London',
    cost: '£5',
    level: { label: 'Level', value: 'All levels' },
  },
  venue: {
    venue: 'Gillett Square',
    description: 'An open square with benches and trees.',
    address: '1 Gillett Street',
    city: 'London',
    country: 'United Kingdom',
    zip: 'N16 8JH',
    geo_lat: 51.5492,
    geo_lng: -0.0754,
  },
  organizer: {
    organizer: 'Friday Chess Club',
    description: 'We meet every Friday.',
  },
  category: { name: 'Games', description: 'Board games, card games and chess.' },
  tag: { name: 'outdoors', description: 'In the open air.' },
};
