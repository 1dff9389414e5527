import { dollars, euros, free, pounds } from '../currencies';
import type { SampleEvent } from './sample-event';

export const technology: SampleEvent[] = [
  {
    key: 'open-maps-conference',
    when: { day: 30, days: 3 },
    timezone: 'Europe/Paris',
    venue: ['mediatheque-trois-ponts'],
    organizer: ['open-atlas'],
    categories: ['conferences'],
    tags: ['open-source', 'registration', 'streamed', 'accessible'],
    picture: 'network-indigo',
    details: {
      ...euros('60 - 140'),
      attendance_mode: 'mixed',
      virtual_url: 'https://live.open-atlas.example/2',
      website: 'https://open-atlas.example/conference',
      ticket_url: 'https://open-atlas.example/tickets',
      featured: true,
    },
    texts: {
      ar: {
        title: 'مؤتمر الخرائط المفتوحة',
        excerpt: 'ثلاثة أيام من المحاضرات والورش في ليون وعن بُعد.',
        description:
          'ثلاثون محاضرة وعشر ورش عن الخرائط الحرة: من مسارات الدراجات إلى أسماء الأماكن بلغات أهلها. تُنقل القاعة الكبرى مباشرة مع ترجمة فورية إلى العربية.\n\nاليوم الثالث مخصّص للعمل المشترك، والمشاركة فيه مجانية.',
      },
      en: {
        title: 'Open Maps Conference',
        excerpt: 'Three days of talks and workshops in Lyon and online.',
        description:
          'Thirty talks and ten workshops on free maps, from cycle routes to place names in the languages of those who live there. The main hall is streamed and interpreted.\n\nThe third day is for working together and costs nothing.',
      },
      fr: {
        title: 'Congrès des cartes ouvertes',
        excerpt: 'Trois jours de conférences et d’ateliers, à Lyon et en ligne.',
        description:
          'Trente conférences et dix ateliers sur les cartes libres, des itinéraires cyclables aux noms de lieux dans la langue de leurs habitants. Grande salle retransmise et interprétée.\n\nLe troisième jour est consacré au travail en commun, entrée libre.',
      },
      es: {
        title: 'Congreso de Mapas Abiertos',
        excerpt: 'Tres días de charlas y talleres, en Lyon y en línea.',
        description:
          'Treinta charlas y diez talleres sobre mapas libres: de las rutas ciclistas a los topónimos en la lengua de sus habitantes. La sala principal se emite en directo con interpretación.\n\nEl tercer día es de trabajo en común y gratuito.',
      },
    },
  },
  {
    key: 'place-names-sprint',
    partOf: 'open-maps-conference',
    when: { day: 32, from: '09:30', to: '16:30' },
    timezone: 'Europe/Paris',
    venue: ['mediatheque-trois-ponts'],
    organizer: ['open-atlas'],
    categories: ['workshops', 'technology'],
    tags: ['open-source', 'beginners'],
    details: free,
    texts: {
      en: {
        title: 'Place Names Sprint',
        description: 'A day of adding street and village names in several scripts. Bring a laptop.',
      },
      ar: {
        title: 'يوم عمل: أسماء الأماكن',
        description: 'نضيف معاً أسماء الشوارع والقرى بأكثر من كتابة. أحضر حاسوبك.',
      },
      fr: {
        title: 'Sprint des noms de lieux',
        description:
          'Une journée pour ajouter rues et villages dans plusieurs écritures. Ordinateur requis.',
      },
      es: {
        title: 'Maratón de topónimos',
        description: 'Un día para añadir calles y pueblos en varias escrituras. Trae tu portátil.',
      },
    },
  },
  {
    key: 'accessibility-meetup',
    when: { day: 5, from: '18:30', to: '21:00' },
    timezone: 'Europe/London',
    venue: ['tanners-yard'],
    organizer: ['open-atlas'],
    categories: ['meetups'],
    tags: ['accessible', 'sign-language', 'evening'],
    picture: 'network-teal',
    details: free,
    texts: {
      en: {
        title: 'Forms That Speak: An Accessibility Evening',
        description:
          'Two people who use screen readers take four booking forms apart, and the room mends them.',
      },
      fr: {
        title: 'Des formulaires qui parlent, soirée accessibilité',
        description:
          'Deux personnes utilisant un lecteur d’écran démontent quatre formulaires ; la salle les répare.',
      },
      es: {
        title: 'Formularios que hablan: tarde de accesibilidad',
        description:
          'Dos personas que usan lector de pantalla desmontan cuatro formularios y la sala los arregla.',
      },
    },
  },
  {
    key: 'right-to-left-web',
    when: { day: 13, from: '17:00', to: '18:30' },
    timezone: 'Asia/Beirut',
    organizer: ['open-atlas'],
    categories: ['meetups', 'talks'],
    tags: ['open-source', 'streamed'],
    picture: 'network-indigo',
    details: {
      ...free,
      attendance_mode: 'online',
      virtual_url: 'https://live.open-atlas.example/rtl',
    },
    texts: {
      ar: {
        title: 'الويب من اليمين إلى اليسار',
        excerpt: 'أخطاء شائعة في الواجهات العربية وكيف نتجنبها.',
        description:
          'الأرقام داخل الجمل العربية، والأسهم المقلوبة، وعلامات الترقيم الضائعة: لقاء عملي عن بُعد لمصممي الواجهات ومبرمجيها، بأمثلة من مواقع حقيقية الشكل متخيّلة المحتوى.',
      },
      en: {
        title: 'The Web from Right to Left',
        description:
          'Numbers inside Arabic sentences, mirrored arrows, lost punctuation: a practical online session for designers and programmers. In Arabic.',
      },
    },
  },
  {
    key: 'time-zones-for-humans',
    when: { day: 20, from: '19:30', to: '21:00' },
    timezone: 'Asia/Kolkata',
    organizer: ['open-atlas'],
    categories: ['meetups'],
    tags: ['open-source', 'streamed', 'evening'],
    details: {
      ...free,
      attendance_mode: 'online',
      virtual_url: 'https://live.open-atlas.example/zones',
    },
    texts: {
      en: {
        title: 'Time Zones for Humans',
        description:
          'Half-hour offsets, hours that happen twice, days that never were: why every calendar is wrong once.',
      },
      fr: {
        title: 'Les fuseaux horaires pour les humains',
        description:
          'Décalages d’une demi-heure, heures qui reviennent, jours disparus : pourquoi tout agenda se trompe un jour.',
      },
    },
  },
  {
    key: 'maintainers-retreat',
    when: { day: 44, days: 3 },
    timezone: 'UTC',
    organizer: ['open-atlas'],
    categories: ['conferences'],
    tags: ['open-source', 'registration'],
    details: {
      attendance_mode: 'online',
      virtual_url: 'https://live.open-atlas.example/retreat',
      hide_from_listings: true,
    },
    texts: {
      en: {
        title: 'Maintainers’ Online Retreat',
        description:
          'By invitation: three days to plan the year. Hidden from the listings on purpose.',
      },
    },
  },
  {
    key: 'hardware-hack-day',
    when: { day: 17, from: '10:00', to: '18:00' },
    timezone: 'America/New_York',
    venue: ['harborlight-library'],
    organizer: ['open-atlas'],
    categories: ['meetups', 'workshops'],
    tags: ['weekend', 'handmade', 'beginners'],
    picture: 'network-teal',
    details: { ...dollars('20'), event_status: 'postponed' },
    texts: {
      en: {
        title: 'Build a Rain Gauge',
        description:
          'Postponed: the sensors are late. Tickets stay valid; the new date follows here. We solder, calibrate and put your rain on the map.',
      },
      ar: {
        title: 'اصنع مقياس مطر',
        description: 'تأجّل اللقاء لتأخر وصول المجسّات، وتبقى التذاكر صالحة. الموعد الجديد يُعلن هنا.',
      },
      fr: {
        title: 'Fabriquer un pluviomètre',
        description: 'Reporté : les capteurs sont en retard. Les billets restent valables.',
      },
      es: {
        title: 'Construye un pluviómetro',
        description: 'Aplazado: los sensores llegan tarde. Las entradas siguen siendo válidas.',
      },
    },
  },
  {
    key: 'old-computers-fair',
    when: { day: -22, from: '11:00', to: '17:00' },
    timezone: 'Europe/London',
    venue: ['tanners-yard'],
    categories: ['technology'],
    tags: ['heritage', 'weekend'],
    picture: 'network-teal',
    details: pounds('5'),
    texts: {
      en: {
        title: 'Old Computers Fair',
        description: 'Forty machines older than their owners, all of them switched on.',
      },
      es: {
        title: 'Feria de ordenadores antiguos',
        description: 'Cuarenta máquinas mayores que sus dueños, y todas encendidas.',
      },
    },
  },
  {
    key: 'first-program',
    when: { day: 26, from: '15:00', to: '18:00' },
    timezone: 'America/Mexico_City',
    venue: ['teatro-jacarandal'],
    organizer: ['open-atlas'],
    categories: ['workshops', 'technology'],
    tags: ['beginners', 'children', 'registration'],
    details: free,
    texts: {
      es: {
        title: 'Mi primer programa: un calendario lunar',
        description:
          'Para jóvenes de once a quince años: tres horas, una pantalla y la luna de esta noche.',
      },
      en: {
        title: 'My First Program: A Moon Calendar',
        description:
          'For ages eleven to fifteen: three hours, a screen and tonight’s moon. In Spanish.',
      },
      ar: {
        title: 'برنامجي الأول: تقويم القمر',
        description: 'لليافعين من الحادية عشرة إلى الخامسة عشرة: ثلاث ساعات وشاشة وقمر هذه الليلة.',
      },
      fr: {
        title: 'Mon premier programme : un calendrier lunaire',
        description:
          'De onze à quinze ans : trois heures, un écran et la lune de ce soir. En espagnol.',
      },
    },
  },
];
