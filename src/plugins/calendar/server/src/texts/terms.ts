/** What is said of categories and tags that are not there, or are there already. */
export const termTexts = {
  en: {
    'rest-category-not-found': 'The requested category does not exist.',
    'rest-tag-not-found': 'The requested tag does not exist.',
    term_exists: 'There is a term of this name already.',
    duplicate_term_slug: 'The slug “{slug}” is already in use by another term.',
  },
  ar: {
    'rest-category-not-found': 'الفئة المطلوبة غير موجودة.',
    'rest-tag-not-found': 'الوسم المطلوب غير موجود.',
    term_exists: 'يوجد مصطلح بهذا الاسم من قبل.',
    duplicate_term_slug: 'الاسم المختصر «{slug}» مستخدم في مصطلح آخر.',
  },
  fr: {
    'rest-category-not-found': 'La catégorie demandée n’existe pas.',
    'rest-tag-not-found': 'L’étiquette demandée n’existe pas.',
    term_exists: 'Il existe déjà un terme de ce nom.',
    duplicate_term_slug: 'Le slug « {slug} » est déjà utilisé par un autre terme.',
  },
  es: {
    'rest-category-not-found': 'La categoría solicitada no existe.',
    'rest-tag-not-found': 'La etiqueta solicitada no existe.',
    term_exists: 'Ya existe un término con este nombre.',
    duplicate_term_slug: 'El slug «{slug}» ya lo usa otro término.',
  },
};
