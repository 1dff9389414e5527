import type { ExampleTexts } from './example-texts';

export const ar: ExampleTexts = {
  event: {
    title: 'شطرنج في الميدان',
    description: 'أحضر رقعة الشطرنج معك أو العب على إحدى رقعنا.',
    excerpt: 'أمسية شطرنج في الهواء الطلق.',
    timezone: 'Africa/Cairo',
    cost: '50 EGP',
    level: { label: 'المستوى', value: 'كل المستويات' },
  },
  venue: {
    venue: 'ميدان طلعت حرب',
    description: 'ميدان واسع فيه مقاعد وأشجار.',
    address: '6 ميدان طلعت حرب',
    city: 'القاهرة',
    country: 'مصر',
    zip: '11511',
    geo_lat: 30.0478,
    geo_lng: 31.2387,
  },
  organizer: {
    organizer: 'نادي شطرنج الجمعة',
    description: 'نلتقي كل يوم جمعة.',
  },
  category: { name: 'ألعاب', description: 'ألعاب الطاولة والورق والشطرنج.' },
  tag: { name: 'في الهواء الطلق', description: 'خارج المباني.' },
};
