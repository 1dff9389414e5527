import type { Language } from '../../src/plugins/calendar/server/src/settings/languages';

/** A term of the domain, with the words that all texts must use for it. */
export interface Term {
  /** Where the English text matches this, … */
  en: RegExp;
  /** … the translation must match this. */
  kept: Record<Exclude<Language, 'en'>, RegExp>;
  /** Synonyms that no text may use. */
  never: Partial<Record<Language, RegExp>>;
}

const term = (en: RegExp, kept: Term['kept'], never: Term['never'] = {}): Term => ({
  en,
  kept,
  never,
});

/** The terms of the calendar, by meaning. */
export const GLOSSARY = {
  event: term(
    /\bevents?\b/i,
    { ar: /فعالي|\bevent\b/, fr: /évènement|\bevent\b/i, es: /evento|\bevent\b/i },
    { ar: /مناسبة|حفلة/, fr: /événement|manifestation/i, es: /acontecimiento/i },
  ),
  venue: term(
    /\bvenues?\b/i,
    { ar: /مكان|أماكن/, fr: /\blieux?\b/i, es: /\blugar(es)?\b/i },
    { ar: /قاعة/, fr: /\bsalles?\b/i, es: /\brecinto|\bsedes?\b/i, en: /\blocation/i },
  ),
  organizer: term(
    /\borganizers?\b/i,
    { ar: /جه(ة|ات) (ال)?منظمة|الجه(ة|ات) المنظمة/, fr: /organisateur/i, es: /organizador/i },
    { en: /organiser/i, ar: /منظِّم|المنظم(?!ة)/ },
  ),
  category: term(
    /\bcategor(y|ies)\b/i,
    { ar: /فئة|فئات|الفئ/, fr: /catégorie/i, es: /categoría/i },
    { ar: /تصنيف/, fr: /rubrique/i, es: /rubro/i },
  ),
  tag: term(
    /\btags?\b/i,
    { ar: /وسم|وسوم/, fr: /étiquette/i, es: /etiqueta/i },
    { fr: /mot-clé/i, es: /palabra clave/i },
  ),
  slug: term(/\bslugs?\b/i, {
    ar: /(أسماء|اسم|الاسم)( السجل)? ?(ال)?مختصر/,
    fr: /slug/i,
    es: /slug/i,
  }),
  zone: term(
    /\btime zones?\b/i,
    {
      ar: /منطق(ة|ت)(ها)? ?(ال)?زمنية|المنطقة الزمنية|بمنطقتها الزمنية/,
      fr: /fuseau horaire/i,
      es: /zona horaria/i,
    },
    { fr: /zone horaire/i, es: /huso horario/i },
  ),
  record: term(
    /\brecords?\b/i,
    { ar: /سجل/, fr: /fiche/i, es: /ficha/i },
    { fr: /enregistrement/i },
  ),
  parent: term(
    /\bparent\b/i,
    { ar: /الأصل/, fr: /\bparente?\b/i, es: /superior/i },
    { ar: /(الأم|الأب)(?!\p{L})/u, fr: /\bmère\b/i, es: /\bpadre\b/i },
  ),
  cost: term(
    /\bcosts?\b/i,
    { ar: /سعر/, fr: /\bprix\b/i, es: /precio/i },
    { ar: /تكلفة/, fr: /\bcoût/i, es: /\bcoste?s?\b/i },
  ),
  webhook: term(
    /(?<!Standard |\/)\bwebhooks\b/i,
    { ar: /خطاف/, fr: /\bwebhooks?\b/i, es: /\bwebhooks?\b/i },
    { ar: /هوك/ },
  ),
  trash: term(/\bthe trash\b/i, { ar: /سلة المهملات/, fr: /corbeille/i, es: /papelera/i }),
} satisfies Record<string, Term>;
