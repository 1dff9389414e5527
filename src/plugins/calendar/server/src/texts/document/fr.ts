import type { Headers, Headings, Named } from './dictionary';

export const headings: Headings = {
  title: 'Calendrier d’évènements',
  about:
    'Les évènements avec leurs lieux, organisateurs, catégories et étiquettes, en arabe, anglais, français et espagnol.',
  docs: 'La même chose en une page, à lire et à essayer.',
  list: 'Lister {many}',
  create: 'Créer {one}',
  read: 'Lire {one}',
  update: 'Modifier {one}',
  delete: 'Supprimer {one}',
  by_slug: '{what}, par son slug',
  ics: '{what}, en iCalendar',
  ics_of: 'Évènements pour {what}, en iCalendar',
  rss: '{what} nouvellement publiés, en RSS',
  jsonfeed: '{what} nouvellement publiés, en JSON Feed',
  as_patch: '{what}, comme PATCH',
  index: 'Lire toutes les routes et leurs arguments',
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
};

export const headers: Headers = {
  'X-Request-Id':
    'Identifiant de la requête dans le journal : celui qui a été envoyé, ou un nouveau.',
  'X-TEC-API-VERSION': 'Version de l’interface.',
  'X-TEC-API-ROOT': 'Adresse où commence l’interface, telle que l’appelant l’a utilisée.',
  'X-TEC-API-ORIGIN': 'Adresse de l’hôte.',
  'Cache-Control': 'Qui peut conserver la réponse.',
  Vary: 'En-têtes de la requête dont dépend la réponse.',
  'Content-Language': 'Langue de la fiche montrée, sinon celle qui a été demandée.',
  'X-TEC-Total': 'Nombre de fiches sur toutes les pages.',
  'X-TEC-TotalPages': 'Nombre de pages.',
  Link: 'D’autres adresses (RFC 8288) : pour une liste, ses première, précédente, suivante et dernière pages, sauf si elles étaient trop longues, ainsi que, pour les évènements et les fiches que chacun peut lire, leurs flux (`alternate`) ; quand un alias se trouve sous `/wp-json`, ce que les clients de WordPress demandent d’abord, `https://api.w.org/`.',
  ETag: 'Version de la réponse, pour If-None-Match et If-Match.',
  Location: 'Adresse de la nouvelle fiche dans cette interface.',
  Allow: 'Méthodes que cette adresse connaît.',
  'WWW-Authenticate': 'Comment envoyer ses identifiants de connexion.',
  'Retry-After': 'Secondes à attendre avant de redemander.',
  'RateLimit-Limit':
    'Requêtes permises à l’appelant par période ; absent là où elles ne sont pas comptées.',
  'RateLimit-Remaining': 'Requêtes restantes dans cette période.',
  'RateLimit-Reset': 'Secondes jusqu’au début de la prochaine période.',
};

export const types: Named = {
  event: { one: 'un évènement', many: 'les évènements' },
  venue: { one: 'un lieu', many: 'les lieux' },
  organizer: { one: 'un organisateur', many: 'les organisateurs' },
  category: { one: 'une catégorie', many: 'les catégories' },
  tag: { one: 'une étiquette', many: 'les étiquettes' },
};
