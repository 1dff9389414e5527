import type { Messages } from '../en';
import { descriptions, headers } from './descriptions';
import { errors } from './errors';
import { groups, introduction, operations, parameters, units } from './operations';

export const fr: Messages = {
  errors,
  descriptions,
  headers,
  operations,
  parameters,
  groups,
  introduction,
  units,

  free: 'Gratuit',

  headings: {
    title: 'Calendrier d’évènements',
    about:
      'Les évènements avec leurs lieux, organisateurs, catégories et étiquettes, en plusieurs langues.',
    docs: 'La même chose en une page, à lire et à essayer.',
    list: 'Lister {many}',
    create: 'Créer {one}',
    read: 'Lire {one}',
    update: 'Modifier {one}',
    delete: 'Supprimer {one}',
    by_slug: '{what}, par son slug',
    put: 'Modifier ou créer {one}',
    by_external_id: '{what}, par son identifiant externe',
    ics: '{what}, en iCalendar',
    ics_of: 'Évènements pour {what}, en iCalendar',
    rss: '{what} nouvellement publiés, en RSS',
    jsonfeed: '{what} nouvellement publiés, en JSON Feed',
    as_patch: '{what}, comme PATCH',
    index: 'Lire toutes les routes et leurs arguments',
    changes: 'Lire ce qui a changé',
    document: 'Lire ce document',
    forms:
      'Dans un formulaire, les parties d’une nouvelle fiche se nomment `venue[city]` ou `organizer[0][email]`, et `custom_fields` est un texte JSON.',
    shortened: 'Abrégé',
    answer: 'Ce qui a été demandé.',
    unchanged: 'Rien n’a changé depuis la version que nomme `If-None-Match`.',
    made: 'Ce qui a été créé.',
    changed: 'La fiche après la modification.',
    deleted: 'La fiche qui a été supprimée.',
    token: 'Un jeton d’API de Strapi.',
    jwt: 'Un JWT de Users & Permissions, obtenu par `POST /api/auth/local`.',
    basic: 'Un jeton d’API comme mot de passe ; le nom est sans importance.',
    key: 'La clé d’un flux personnel, de `POST /feeds`.',
  },

  types: {
    event: { one: 'un évènement', many: 'les évènements' },
    venue: { one: 'un lieu', many: 'les lieux' },
    organizer: { one: 'un organisateur', many: 'les organisateurs' },
    category: { one: 'une catégorie', many: 'les catégories' },
    tag: { one: 'une étiquette', many: 'les étiquettes' },
    feed: { one: 'un flux personnel', many: 'les flux personnels' },
  },

  page: {
    title: 'Calendrier d’évènements : l’interface',
    languages: 'Langue',
    subscribe: 'S’abonner aux évènements :',
    calendar_program: 'Logiciel d’agenda',
    search: 'Rechercher parmi les opérations',
    hint: 'Des mots d’un chemin, d’un nom, d’un champ ou d’une description.',
    found: 'Opérations trouvées : {count}',
    nothing: 'Aucun résultat. Essayez moins de mots, ou d’autres.',
    document: 'Document OpenAPI',
    noscript:
      'Parcourir et essayer les opérations demande JavaScript. Le document OpenAPI dit la même chose sans lui.',
  },

  feeds: {
    events: 'Évènements',
    news: 'Nouveaux évènements',
    cut: 'Ce calendrier ne contient que les {shown} premiers évènements sur {total}. Des filtres dans son adresse le raccourcissent.',
  },

  examples: {
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
    feed: { name: 'Mon téléphone' },
  },
};
