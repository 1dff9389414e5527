import type { Language } from '../settings/languages';
import type { RecordType } from '../settings/record-types';

/** A record type in a sentence: one of them, and all of them. */
type Named = Record<RecordType, { one: string; many: string }>;

const en = {
  title: 'Event calendar',
  about:
    'Events with their venues, organizers, categories and tags, in Arabic, English, French and Spanish.',
  list: 'List {many}',
  create: 'Create {one}',
  read: 'Read {one}',
  update: 'Change {one}',
  delete: 'Delete {one}',
  by_slug: '{what}, by slug',
  index: 'Read all routes and their arguments',
  document: 'Read this document',
  answer: 'What was asked for.',
  made: 'What was made.',
  changed: 'The record after the change.',
  deleted: 'The record that was deleted.',
  token: 'An API token of Strapi, or a JWT of Users & Permissions.',
  basic: 'An API token as the password; the name does not matter.',
};

type DocumentText = Record<keyof typeof en, string>;

const ar: DocumentText = {
  title: 'تقويم الفعاليات',
  about:
    'الفعاليات وأماكنها والجهات المنظمة وفئاتها ووسومها، بالعربية والإنجليزية والفرنسية والإسبانية.',
  list: 'سرد {many}',
  create: 'إنشاء {one}',
  read: 'قراءة {one}',
  update: 'تعديل {one}',
  delete: 'حذف {one}',
  by_slug: '{what} بالاسم المختصر',
  index: 'قراءة كل المسارات ومعاملاتها',
  document: 'قراءة هذا المستند',
  answer: 'المطلوب.',
  made: 'ما تم إنشاؤه.',
  changed: 'السجل بعد التعديل.',
  deleted: 'السجل الذي حُذف.',
  token: 'رمز API من Strapi أو JWT من Users & Permissions.',
  basic: 'رمز API مكان كلمة المرور، ولا يهم الاسم.',
};

const fr: DocumentText = {
  title: 'Calendrier d’évènements',
  about:
    'Les évènements avec leurs lieux, organisateurs, catégories et étiquettes, en arabe, anglais, français et espagnol.',
  list: 'Lister {many}',
  create: 'Créer {one}',
  read: 'Lire {one}',
  update: 'Modifier {one}',
  delete: 'Supprimer {one}',
  by_slug: '{what}, par son slug',
  index: 'Lire toutes les routes et leurs arguments',
  document: 'Lire ce document',
  answer: 'Ce qui a été demandé.',
  made: 'Ce qui a été créé.',
  changed: 'La fiche après la modification.',
  deleted: 'La fiche qui a été supprimée.',
  token: 'Un jeton d’API de Strapi, ou un JWT de Users & Permissions.',
  basic: 'Un jeton d’API comme mot de passe ; le nom est sans importance.',
};

const es: DocumentText = {
  title: 'Calendario de eventos',
  about:
    'Los eventos con sus lugares, organizadores, categorías y etiquetas, en árabe, inglés, francés y español.',
  list: 'Listar {many}',
  create: 'Crear {one}',
  read: 'Leer {one}',
  update: 'Modificar {one}',
  delete: 'Eliminar {one}',
  by_slug: '{what}, por su slug',
  index: 'Leer todas las rutas y sus argumentos',
  document: 'Leer este documento',
  answer: 'Lo que se ha pedido.',
  made: 'Lo que se ha creado.',
  changed: 'La ficha después del cambio.',
  deleted: 'La ficha que se ha eliminado.',
  token: 'Un token de API de Strapi, o un JWT de Users & Permissions.',
  basic: 'Un token de API como contraseña; el nombre no importa.',
};

/** The headings of the interface's description. */
export const DOCUMENT_TEXTS: Record<Language, DocumentText> = { ar, en, fr, es };

/** Each record type as headings name it. */
export const TYPE_NAMES: Record<Language, Named> = {
  en: {
    event: { one: 'an event', many: 'events' },
    venue: { one: 'a venue', many: 'venues' },
    organizer: { one: 'an organizer', many: 'organizers' },
    category: { one: 'a category', many: 'categories' },
    tag: { one: 'a tag', many: 'tags' },
  },
  ar: {
    event: { one: 'فعالية', many: 'الفعاليات' },
    venue: { one: 'مكان', many: 'الأماكن' },
    organizer: { one: 'جهة منظمة', many: 'الجهات المنظمة' },
    category: { one: 'فئة', many: 'الفئات' },
    tag: { one: 'وسم', many: 'الوسوم' },
  },
  fr: {
    event: { one: 'un évènement', many: 'les évènements' },
    venue: { one: 'un lieu', many: 'les lieux' },
    organizer: { one: 'un organisateur', many: 'les organisateurs' },
    category: { one: 'une catégorie', many: 'les catégories' },
    tag: { one: 'une étiquette', many: 'les étiquettes' },
  },
  es: {
    event: { one: 'un evento', many: 'los eventos' },
    venue: { one: 'un lugar', many: 'los lugares' },
    organizer: { one: 'un organizador', many: 'los organizadores' },
    category: { one: 'una categoría', many: 'las categorías' },
    tag: { one: 'una etiqueta', many: 'las etiquetas' },
  },
};

/** A heading with its `{one}`, `{many}` or `{what}` filled in. */
export const heading = (
  language: Language,
  key: keyof DocumentText,
  values: Record<string, string> = {},
): string =>
  DOCUMENT_TEXTS[language][key].replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
