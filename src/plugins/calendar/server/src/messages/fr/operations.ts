import type { Messages } from '../en';

export const operations: Messages['operations'] = {
  index:
    'Toutes les routes avec leurs méthodes et leurs arguments, comme les lisent les clients de WordPress.',
  document: 'L’interface sous forme de document OpenAPI 3.1, dans la langue de l’adresse.',
  'list.event':
    'Les évènements publiés, par date de début. Sans dates : ce qui commence à partir d’aujourd’hui (fuseau horaire {zone}) et jusque dans 24 mois. Ce qui est déjà en cours s’y ajoute avec `ends_after=yesterday`, ou à la seconde avec `ends_after=now&strict_dates=true`. Plusieurs valeurs d’un paramètre : l’une d’elles ; plusieurs paramètres : tous à la fois. Les évènements cachés des listes n’y sont pas.',
  'list.venue': 'Les lieux publiés, les plus récents d’abord.',
  'list.organizer': 'Les organisateurs publiés, les plus récents d’abord.',
  'list.category':
    'Les catégories par nom, chacune avec le nombre de ses évènements. Celles qui n’en ont pas sont laissées de côté, sauf avec `hide_empty=false`.',
  'list.tag':
    'Les étiquettes par nom, chacune avec le nombre de ses évènements. Celles qui n’en ont pas sont laissées de côté, sauf avec `hide_empty=false`.',
  'create.event':
    'Crée un évènement ; lieux, organisateurs, catégories et étiquettes peuvent être créés avec lui, le tout en une transaction. Il est publié aussitôt, ou à sa `date` ; sans le droit `publish`, il devient un brouillon. Le publier publie aussi ceux de ses lieux et organisateurs qui ne le sont pas, là où l’appelant en a le droit.',
  'create.venue':
    'Crée un lieu. Il est publié aussitôt, ou à sa `date` ; sans le droit `publish`, il devient un brouillon.',
  'create.organizer':
    'Crée un organisateur. Il est publié aussitôt, ou à sa `date` ; sans le droit `publish`, il devient un brouillon.',
  'create.category':
    'Crée une catégorie. Le nom d’une autre catégorie de même catégorie parente donne 400 `term_exists`, avec son identifiant dans `data.term_id`.',
  'create.tag':
    'Crée une étiquette. Le nom d’une autre étiquette donne 400 `term_exists`, avec son identifiant dans `data.term_id`.',
  'read.event':
    'Un évènement, dans la langue demandée, ou dans une autre si celle-ci lui manque. Ce qui n’est pas publié donne 403 à qui n’a pas le droit de le voir, de même qu’un évènement protégé sans son `password`.',
  'read.venue':
    'Un lieu, dans la langue demandée, ou dans une autre si celle-ci lui manque. Ce qui n’est pas publié donne 403 à qui n’a pas le droit de le voir.',
  'read.organizer':
    'Un organisateur, dans la langue demandée, ou dans une autre si celle-ci lui manque. Ce qui n’est pas publié donne 403 à qui n’a pas le droit de le voir.',
  'read.category':
    'Une catégorie, dans la langue demandée, ou dans une autre si celle-ci lui manque.',
  'read.tag': 'Une étiquette, dans la langue demandée, ou dans une autre si celle-ci lui manque.',
  update:
    'Ne modifie que ce qui est envoyé : ce qui est omis ou `null` reste, `""` vide. Les textes vont à la langue de l’adresse, tout le reste à toutes les langues. Avec `If-Match`, seulement si personne d’autre n’a modifié la fiche entre-temps. La réponse est la fiche après la modification.',
  'update.patch': 'POST et PUT à cette adresse font la même chose.',
  'update.put': 'PUT fusionne comme PATCH : il ne remplace pas la fiche.',
  'update.post': 'La même chose que PATCH, pour qui ne peut envoyer que POST.',
  'delete.post':
    'Met la fiche à la corbeille, dans toutes les langues ; un `status` qui lui est envoyé l’en ressort. La réponse est la fiche ; la fois suivante, 410.',
  'delete.category':
    'Supprime la catégorie définitivement et la retire de ses évènements ; il n’y a pas de corbeille pour elle. Les catégories en dessous remontent à sa catégorie parente. La réponse est ce qu’elle était ; la fois suivante, 404.',
  'delete.tag':
    'Supprime l’étiquette définitivement et la retire de ses évènements ; il n’y a pas de corbeille pour elle. La réponse est ce qu’elle était ; la fois suivante, 404.',
  'ics.events':
    'La liste des évènements sous forme de calendrier (RFC 5545) pour les logiciels d’agenda, avec les mêmes filtres. Sans dates : ce qui est en cours, ce qui vient dans les 24 mois et ce qui s’est terminé dans les 30 derniers jours. Au plus 2 000 évènements ; un calendrier coupé le dit. Les brouillons n’y sont jamais, et des évènements protégés seulement le titre et les horaires.',
  'ics.event': 'Un évènement sous forme de calendrier (RFC 5545). Un brouillon donne 403.',
  'ics.related':
    'Les évènements de cette fiche sous forme de calendrier (RFC 5545), avec les filtres de la liste.',
  'rss.events':
    'Les évènements nouvellement publiés de la liste, en RSS 2.0, avec les mêmes filtres, le plus récent d’abord : 50 par page, ou `per_page`. Sans dates : ce qui vient dans les 24 mois. Les brouillons et les évènements masqués n’y sont jamais, et des évènements protégés seuls le titre et les horaires.',
  'jsonfeed.events':
    'La même chose en JSON Feed 1.1 ; `_event` dit quand et où se tient chaque évènement.',
  'feeds.list':
    'Les flux personnels de l’appelant, sans leurs clés, qui ne sont données qu’une fois.',
  'feeds.create':
    'Crée un flux personnel : une clé qui lit les flux, et rien d’autre, avec les droits que l’appelant a au moment où elle sert. La clé et ses adresses ne sont que dans cette réponse. Elle prend fin quand elle est révoquée, et avec qui l’a créée. 100 par appelant ; un de plus est un 400.',
  'feeds.delete':
    'Révoque un des flux personnels de l’appelant : ses adresses sont désormais des 401. La réponse est ce qu’il était ; une nouvelle fois, c’est un 404, comme pour celui de quelqu’un d’autre.',
  changes:
    'Quelles fiches ont changé depuis un curseur, une ligne chacune, la plus ancienne d’abord : identifiant, type, révision et langues, et `deleted` pour ce qui n’existe plus ou ne figure plus dans aucune liste de l’appelant. Commencez sans `since` : la réponse donne un curseur et aucune ligne. Lisez ensuite les listes, puis demandez ici, suivez `next_rest_url` tant qu’il y en a un, et gardez le dernier `cursor`. Une ligne dit que la fiche elle-même a changé : les lieux, les organisateurs et les termes ont leurs propres lignes ; les nombres et les réglages n’en ont pas. Un curseur vaut 30 jours, jusqu’à une restauration, et tant que les droits de son appelant ne changent pas : ensuite la réponse est 410 `rest_cursor_expired`, et il faut relire les listes.',
  batch:
    'Envoie jusqu’à 100 requêtes en une seule ; elles reçoivent leur réponse l’une après l’autre, dans l’ordre, chacune comme si elle était venue seule : elle demande les droits, compte pour la limite de requêtes, et est enregistrée ou refusée pour elle-même, quel que soit le sort des autres. `path` est sous la même adresse, dont la langue vaut pour toutes. L’identité de l’appelant est dite une fois pour toutes ; `headers` accepte `If-Match`, `If-None-Match` et `Idempotency-Key`. Aucun fichier n’y figure. Ce qui n’avait pas commencé à la fin du temps d’une réponse est 503 et peut être renvoyé ; avec une `Idempotency-Key`, tout le lot aussi. Un lot dont une requête ne peut être lue est 400 et nomme l’endroit, par exemple `requests[3].method` ; rien n’est alors fait.',
  'put.slug':
    'Avec `If-None-Match: *`, seulement une création : 201, ou 412 quand une telle fiche existe, même dans la corbeille. Sans cela, PUT fusionne comme PATCH, et répond 404 là où il n’y en a pas.',
  'put.external_id':
    'Crée la fiche quand il n’y en a pas (201), sinon la modifie comme PATCH (200) : la même requête peut être envoyée plusieurs fois. Avec `If-None-Match: *`, seulement une création ; avec `If-Match`, seulement une modification ; sinon 412. Ce qui est dans la corbeille y reste jusqu’à l’envoi de `status`.',
  by_external_id: 'La fiche est nommée comme l’appelle un autre système, que `source` désigne.',
  by_slug: 'La fiche est nommée par son slug, dans n’importe quelle langue.',
};

export const parameters: Messages['parameters'] = {
  namespace: 'Index à renvoyer ; par défaut celui de cette adresse.',
  context: 'Accepté pour les anciens clients ; ne change rien.',
  i18n_language:
    'Langue des contenus, des messages et des descriptions. Par défaut celle de l’adresse, sinon : {language}.',
  page: 'Page de la liste à renvoyer, à partir de 1. Au-delà de la dernière : 404.',
  'terms.page':
    'Page de la liste à renvoyer, à partir de 1. Au-delà de la dernière, la liste est vide.',
  per_page:
    'Fiches par page : 10 par défaut, au plus {most} ; le surplus est coupé sans avertissement. Suivez `next_rest_url` jusqu’à ce qu’il manque.',
  id: 'Identifiant de la fiche, le même dans toutes les langues.',
  'feeds.id': 'Identifiant du flux personnel.',
  'path.slug':
    'Slug de la fiche dans l’une de ses langues, encodé en pourcentage (percent-encoding).',
  'path.external_id': 'Le nom que donne à la fiche un autre système, encodé en pourcent.',
  'path.source':
    'Le système dont vient l’identifiant externe ; le corps peut aussi le dire. Absent, c’est aucun, qui compte pour un système.',
  'put.If-None-Match': 'Seulement `*` : la fiche ne doit pas encore exister, sinon 412.',
  'events.external_id':
    'Seulement les évènements qu’un autre système nomme exactement ainsi ; avec `source`, ceux de ce système. La valeur par défaut de `start_date` ne s’applique alors pas.',
  external_id:
    'Seulement les fiches qu’un autre système nomme exactement ainsi ; avec `source`, celles de ce système.',
  source: 'Seulement les fiches qui viennent exactement de ce système.',
  password: 'Mot de passe qui ouvre un évènement protégé ; sans lui, un tel évènement donne 403.',
  'events.format':
    '`json`, par défaut, ou un autre format ; comme la fin correspondante de l’adresse (`/events.ics`, `/events.rss` ; `/events.json` est `jsonfeed`). Il l’emporte sur `ical` et `Accept`.',
  format:
    '`json`, le défaut, ou un autre format ; le même que cette fin de l’adresse (`/events.ics`). Il l’emporte sur `ical` et `Accept`.',
  ical: '`ical=1` signifie `format=ics` : les évènements en iCalendar, comme le disent les clients de The Events Calendar.',
  'Idempotency-Key':
    'Un texte choisi par l’appelant, par exemple un UUID : une écriture répétée avec la même clé n’est faite qu’une fois, et reçoit la même réponse que la première fois, pendant 24 heures. Pour une autre requête, c’est 422, et 409 tant que la première est en cours ; un refus n’est pas gardé. Réservé aux appelants identifiés.',
  'If-Match':
    'ETag de la version à modifier, tel qu’il a été reçu en dernier ; un ETag faible (`W/"…"`) compte aussi. Si la fiche a changé depuis, la réponse est 412 et rien n’est modifié.',
  'If-None-Match':
    'ETag de la version que possède l’appelant ; tant qu’elle est valable, la réponse est 304, sans corps.',
  _fields:
    'Seulement ces clés de la réponse, séparées par des virgules, avec des points pour ce qui est à l’intérieur : `id,image.url` ; dans les listes `total,events.title`. Les refus restent entiers.',
  _envelope:
    'Envoyé avec n’importe quelle valeur : la réponse est toujours 200, et son corps contient `body`, `status` et `headers`.',
  _method:
    'Méthode que ce POST signifie, pour qui ne peut en envoyer d’autre ; l’en-tête `X-HTTP-Method-Override` fait de même.',
  'events.start_date':
    'Seulement les évènements qui commencent à cette date ou après, lue dans le fuseau horaire {zone} sauf si elle a un décalage. Par défaut aujourd’hui : ce qui est déjà en cours est laissé de côté ; `ends_after=yesterday` l’inclut. Formes : `2027-01-31`, `2027-01-31 18:30:00`, ISO 8601, secondes UNIX, `now`, `tomorrow`, `+1 week`, `first day of next month`.',
  'events.end_date':
    'Seulement les évènements qui finissent à cette date ou avant, lue dans le fuseau horaire {zone} sauf si elle a un décalage. Par défaut dans 24 mois. Aucun des deux défauts ne vaut à côté de `starts_before`, `starts_after`, `ends_before`, `ends_after` ou `include`.',
  'events.starts_before':
    'Seulement les évènements qui commencent avant la fin de ce jour (fuseau horaire {zone}) ; avec `strict_dates`, avant cet instant. Formes comme pour `start_date`, dont le défaut ne vaut alors pas.',
  'events.starts_after':
    'Seulement les évènements qui commencent après la fin de ce jour (fuseau horaire {zone}) ; avec `strict_dates`, après cet instant. Formes comme pour `start_date`, dont le défaut ne vaut alors pas.',
  'events.ends_before':
    'Seulement les évènements qui finissent avant la fin de ce jour (fuseau horaire {zone}) ; avec `strict_dates`, avant cet instant. Formes comme pour `start_date`, dont le défaut ne vaut alors pas.',
  'events.ends_after':
    'Seulement les évènements qui finissent après la fin de ce jour (fuseau horaire {zone}) ; avec `strict_dates`, après cet instant. Ce qui est en cours : `starts_before=now&ends_after=now&strict_dates=true` ; avec tout ce qui est à venir : `ends_after=now&strict_dates=true`.',
  'events.strict_dates':
    'Indique si les six dates comptent à la seconde. Par défaut chacune couvre sa journée entière (fuseau horaire {zone}).',
  'events.search':
    'Seulement les évènements ayant tous ces mots dans le titre, l’extrait ou la description ; `"une expression"` d’un bloc, `-mot` exclu. La casse et les accents ne comptent pas. Au plus {search} caractères ; au-delà de 9 mots et expressions, ou de 3 exclus, tout le texte forme une seule expression.',
  'venues.search':
    'Seulement les lieux ayant tous ces mots dans le nom, la description, l’adresse ou les coordonnées ; `"une expression"` d’un bloc, `-mot` exclu. La casse et les accents ne comptent pas. Au plus {search} caractères ; au-delà de 9 mots et expressions, ou de 3 exclus, tout le texte forme une seule expression.',
  'organizers.search':
    'Seulement les organisateurs ayant tous ces mots dans le nom, la description ou les coordonnées ; `"une expression"` d’un bloc, `-mot` exclu. La casse et les accents ne comptent pas. Au plus {search} caractères ; au-delà de 9 mots et expressions, ou de 3 exclus, tout le texte forme une seule expression.',
  'terms.search':
    'Seulement les termes ayant tous ces mots dans le nom ou le slug ; `"une expression"` d’un bloc, `-mot` exclu. La casse et les accents ne comptent pas. Au plus {search} caractères ; au-delà de 9 mots et expressions, ou de 3 exclus, tout le texte forme une seule expression.',
  'events.geoloc':
    'Avec `true`, seulement les évènements dont le lieu a des coordonnées géographiques ; avec `false`, seulement les autres.',
  'events.geoloc_lat':
    'Latitude en degrés autour de laquelle chercher des évènements. Sans `geoloc_lng`, la réponse est 400.',
  'events.geoloc_lng':
    'Longitude en degrés autour de laquelle chercher des évènements. Sans `geoloc_lat`, la réponse est 400.',
  'events.geoloc_radius':
    'Distance maximale entre le point et un lieu, en {unit}. Par défaut {radius}.',
  status:
    'Seulement les fiches dans cet état. Tout le monde peut demander `publish`, le défaut ; les appelants ayant le droit `findUnpublished`, plusieurs parmi `publish`, `future`, `draft`, `pending`, `private` et `trash`, séparés par des virgules ; sans ce paramètre, ils ont tout sauf `trash`.',
  'events.post_parent':
    'Seulement les évènements de l’évènement parent ayant cet identifiant. S’il ne correspond à aucune fiche : 400.',
  'events.include':
    'Seulement les évènements ayant ces identifiants, séparés par des virgules, au plus {ids}. Les dates sont alors ignorées, et les identifiants inconnus sont simplement absents.',
  'events.ticketed':
    'Avec `true`, seulement les évènements qui ont une `ticket_url` ; avec `false`, seulement les autres.',
  'events.venue':
    'Seulement les évènements dans l’un des lieux ayant ces identifiants, séparés par des virgules, au plus {ids}. Un identifiant qui ne correspond à aucune fiche : 400.',
  'events.organizer':
    'Seulement les évènements de l’un des organisateurs ayant ces identifiants, séparés par des virgules, au plus {ids}. Un identifiant qui ne correspond à aucune fiche : 400.',
  'events.featured':
    'Avec `true`, seulement les évènements mis en avant ; avec `false`, seulement les autres.',
  'events.categories':
    'Seulement les évènements dans l’une de ces catégories ou au-dessous : identifiants, slugs ou noms dans n’importe quelle langue, séparés par des virgules, au plus {ids}. Ce qui ne correspond à aucune fiche : 400.',
  'events.tags':
    'Seulement les évènements portant l’une de ces étiquettes : identifiants, slugs ou noms dans n’importe quelle langue, séparés par des virgules, au plus {ids}. Ce qui ne correspond à aucune fiche : 400.',
  'events.hide_from_listings':
    'Avec `true`, seulement les évènements cachés des listes ; pour les appelants ayant le droit `findUnpublished`, ignoré pour tous les autres.',
  event:
    'Seulement les fiches auxquelles renvoie l’évènement ayant cet identifiant. Un évènement que l’appelant ne peut pas ouvrir : 400.',
  has_events:
    'Avec `true`, seulement les fiches auxquelles renvoie un évènement publié ; avec `false`, seulement les autres.',
  only_with_upcoming:
    'Avec `true`, seulement les fiches d’un évènement qui n’a pas encore commencé. Par défaut, et avec `false`, ne demande rien.',
  'changes.since':
    'Curseur de la dernière réponse. Sans lui, la réponse est un curseur de départ, sans lignes.',
  'changes.per_page':
    'Lignes par page : 1 000 par défaut et au plus ; davantage est ramené à ce nombre sans avertissement.',
  'events.modified_after':
    'Seulement les évènements modifiés après ce moment, lu en UTC sauf s’il a un décalage ; à comparer avec `modified_utc`. Formes comme pour `start_date`, dont la valeur par défaut ne vaut alors pas ; un jour sans heure est son minuit. Les fiches qui n’existent plus sont dites par `/changes`.',
  modified_after:
    'Seulement les fiches modifiées après ce moment, lu en UTC sauf s’il a un décalage ; à comparer avec `modified_utc`. Formes comme pour les autres dates ; un jour sans heure est son minuit. Les fiches qui n’existent plus sont dites par `/changes`.',
  modified_before: 'Seulement les fiches modifiées avant ce moment ; lu comme `modified_after`.',
  'events.orderby':
    'Critère de tri : `start` (par défaut), `title` (tel qu’il est montré, sans tenir compte de la casse ni des accents), `modified`, `date` (de publication) ou `distance`, qui demande `geoloc_lat` et `geoloc_lng` ; à égalité, l’identifiant décide. Avec `include`, c’est `date` par défaut. `start_date` signifie `start` ; les autres noms que connaît WordPress ne changent rien.',
  orderby:
    'Critère de tri : `date` (de publication, par défaut), `title` (le nom tel qu’il est montré, sans tenir compte de la casse ni des accents) ou `modified` ; à égalité, l’identifiant décide. Les autres noms que connaît WordPress ne changent rien.',
  order:
    'Sens du tri : `asc`, par défaut, ou `desc`, y compris à égalité ; `date` commence par le plus récent, sauf avec `asc`.',
  'terms.exclude':
    'Tous les termes sauf ceux-ci : identifiants, slugs ou noms, séparés par des virgules, au plus {ids}. Ce qui ne correspond à aucune fiche : 400.',
  'terms.include':
    'Seulement ces termes : identifiants, slugs ou noms, séparés par des virgules, au plus {ids}. Ce qui ne correspond à aucune fiche : 400.',
  'terms.order': 'Sens du tri, `asc` par défaut.',
  'terms.orderby':
    'Critère du tri, `name` par défaut ; `include` garde l’ordre de ce paramètre, `none` trie par identifiant.',
  'terms.hide_empty':
    'S’il faut laisser de côté les termes sans évènement que tout le monde peut ouvrir ; c’est le cas par défaut.',
  'categories.parent':
    'Seulement les catégories juste en dessous de la catégorie parente ayant cet identifiant ; 0 : le premier niveau.',
  'terms.post': 'Comme `event`, qui l’emporte quand les deux sont envoyés.',
  'terms.slug':
    'Seulement les termes ayant ce slug, dans n’importe quelle langue. Un slug inconnu donne une liste vide.',
};

export const groups: Messages['groups'] = {
  event: 'Les évènements : ce qui a lieu, quand, où et par qui.',
  venue: 'Là où les évènements ont lieu.',
  organizer: 'Qui organise les évènements.',
  category: 'Ce dont traitent les évènements, en arborescence.',
  tag: 'Des mots sur les évènements.',
  feed: 'Des adresses avec une clé, pour les logiciels d’agenda, qui ne peuvent pas envoyer de jeton.',
  batch: 'Plusieurs requêtes en une.',
  changes: 'Ce qui a changé, pour qui tient une copie.',
  description: 'Ce que sait faire cette interface.',
};

export const introduction: Messages['introduction'] = {
  token:
    '**Jeton.** Lire ce qui est publié n’en demande pas. Pour écrire, envoyez `Authorization: Bearer …` avec un jeton d’API (dans l’administration : Paramètres, Jetons d’API) ou avec le JWT que donne `POST /api/auth/local` pour `identifier` et `password`. HTTP Basic prend un jeton d’API comme mot de passe.',
  paging:
    '**Pages.** Les listes ont 10 fiches par page, et jusqu’à {most} avec `per_page`. Suivez `next_rest_url` jusqu’à ce qu’il manque ; `total` et `X-TEC-Total` comptent les fiches de toutes les pages.',
  errors:
    '**Erreurs.** Un refus est `{"code", "message", "data": {"status", "params"}}`. Le code est le même dans toutes les langues ; `data.params` dit par nom ce qui ne va pas dans chaque paramètre. Les paramètres inconnus sont ignorés.',
  dates:
    '**Dates.** Les dates sans décalage sont lues dans le fuseau horaire {zone}, celles d’un évènement dans sa propre `timezone` ; les réponses donnent les deux, et l’UTC. Une liste d’évènements sans dates commence aujourd’hui et finit dans 24 mois.',
  languages:
    '**Langues.** {paths} devant le chemin, ou `i18n_language`, choisissent la langue, sinon : {language}. Ce à quoi elle manque est montré dans une autre, que nomme `language`.',
  languages_alone:
    '**Langues.** {paths} devant le chemin, ou `i18n_language`, choisissent la langue, sinon : {language}. Ce à quoi elle manque n’est pas dans les listes, et donne 404 à son adresse.',
  versions:
    '**Versions.** Chaque fiche lue, créée ou modifiée vient avec un `ETag`. Renvoyé comme `If-Match` avec une modification, il empêche deux personnes d’écraser leurs modifications l’une à l’autre : la seconde reçoit 412.',
  feeds:
    '**Flux personnels.** Les logiciels d’agenda ne peuvent pas envoyer de jeton : `POST /feeds` (avec `name`) donne une clé `key` qui lit les flux avec vos droits, sous la forme `?key=…` dans leurs adresses. `GET /feeds` liste les vôtres, `DELETE /feeds/12` en révoque un.',
  limits:
    '**Limites.** {requests} requêtes en {window} secondes par appelant ; sans jeton, une requête qui occupe longtemps la base de données peut compter plusieurs fois. Au-delà, ou quand le service est surchargé, la réponse est 429 ou 503, avec `Retry-After` en secondes. Un corps contient au plus {body} ko, images comprises.',
  limits_of_bodies:
    '**Limites.** Quand le service est surchargé, la réponse est 503, avec `Retry-After` en secondes. Un corps contient au plus {body} ko, images comprises.',
  conventions:
    '**Conventions.** HEAD reçoit la même réponse que GET, sans corps ; OPTIONS, 204 avec `Allow`. Les autres adresses et méthodes que celles ci-dessous reçoivent les réponses `NoRoute` et `MethodNotAllowed`.',
};

export const units: Messages['units'] = {
  miles: 'miles',
  km: 'kilomètres',
};
