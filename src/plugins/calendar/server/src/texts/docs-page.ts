import type { Language } from '../settings/languages';

const en = {
  title: 'Event calendar: the interface',
  languages: 'Language',
  subscribe: 'Subscribe to the events:',
  calendar_program: 'Calendar program',
  search: 'Search the operations',
  hint: 'Words of a path, a name, a field or a description.',
  found: 'Operations found: {count}',
  nothing: 'Nothing found. Try fewer words, or others.',
  document: 'OpenAPI document',
  noscript:
    'Browsing and trying out the operations needs JavaScript. The OpenAPI document says the same without it.',
};

type DocsPageText = Record<keyof typeof en, string>;

const ar: DocsPageText = {
  title: 'تقويم الفعاليات: الواجهة البرمجية',
  languages: 'اللغة',
  subscribe: 'الاشتراك في الفعاليات:',
  calendar_program: 'برنامج تقويم',
  search: 'البحث في العمليات',
  hint: 'كلمات من مسار أو اسم أو حقل أو وصف.',
  found: 'عدد العمليات الموجودة: {count}',
  nothing: 'لا نتائج. جرّب كلمات أقل أو كلمات أخرى.',
  document: 'مستند OpenAPI',
  noscript: 'يتطلب تصفح العمليات وتجربتها JavaScript. ويتضمن مستند OpenAPI المحتوى نفسه من دونه.',
};

const fr: DocsPageText = {
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
};

const es: DocsPageText = {
  title: 'Calendario de eventos: la interfaz',
  languages: 'Idioma',
  subscribe: 'Suscribirse a los eventos:',
  calendar_program: 'Programa de calendario',
  search: 'Buscar entre las operaciones',
  hint: 'Palabras de una ruta, un nombre, un campo o una descripción.',
  found: 'Operaciones encontradas: {count}',
  nothing: 'Sin resultados. Prueba con menos palabras, o con otras.',
  document: 'Documento OpenAPI',
  noscript:
    'Recorrer y probar las operaciones requiere JavaScript. El documento OpenAPI dice lo mismo sin él.',
};

/** What the page at `/docs` says itself; all else it takes from the document. */
export const DOCS_PAGE_TEXTS: Record<Language, DocsPageText> = { ar, en, fr, es };
