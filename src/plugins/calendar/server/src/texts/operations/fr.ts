import type { GroupTexts, IntroductionTexts, OperationTexts, UnitTexts } from './index';

export const operations: OperationTexts = {
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
  by_slug: 'La fiche est nommée par son slug, dans n’importe quelle langue.',
};

export const groups: GroupTexts = {
  event: 'Les évènements : ce qui a lieu, quand, où et par qui.',
  venue: 'Là où les évènements ont lieu.',
  organizer: 'Qui organise les évènements.',
  category: 'Ce dont traitent les évènements, en arborescence.',
  tag: 'Des mots sur les évènements.',
  description: 'Ce que sait faire cette interface.',
};

export const introduction: IntroductionTexts = {
  token:
    '**Jeton.** Lire ce qui est publié n’en demande pas. Pour écrire, envoyez `Authorization: Bearer …` avec un jeton d’API (dans l’administration : Paramètres, Jetons d’API) ou avec le JWT que donne `POST /api/auth/local` pour `identifier` et `password`. HTTP Basic prend un jeton d’API comme mot de passe.',
  paging:
    '**Pages.** Les listes ont 10 fiches par page, et jusqu’à {most} avec `per_page`. Suivez `next_rest_url` jusqu’à ce qu’il manque ; `total` et `X-TEC-Total` comptent les fiches de toutes les pages.',
  errors:
    '**Erreurs.** Un refus est `{"code", "message", "data": {"status", "params"}}`. Le code est le même dans toutes les langues ; `data.params` dit par nom ce qui ne va pas dans chaque paramètre. Les paramètres inconnus sont ignorés.',
  dates:
    '**Dates.** Les dates sans décalage sont lues dans le fuseau horaire {zone}, celles d’un évènement dans sa propre `timezone` ; les réponses donnent les deux, et l’UTC. Une liste d’évènements sans dates commence aujourd’hui et finit dans 24 mois.',
  languages:
    '**Langues.** `/ar`, `/en`, `/fr` et `/es` devant le chemin, ou `i18n_language`, choisissent la langue, sinon : {language}. Ce à quoi elle manque est montré dans une autre, que nomme `language`.',
  languages_alone:
    '**Langues.** `/ar`, `/en`, `/fr` et `/es` devant le chemin, ou `i18n_language`, choisissent la langue, sinon : {language}. Ce à quoi elle manque n’est pas dans les listes, et donne 404 à son adresse.',
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

export const units: UnitTexts = { miles: 'miles', km: 'kilomètres' };
