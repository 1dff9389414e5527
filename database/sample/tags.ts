import type { TermTexts } from './shapes';

const tag = (en: string, ar: string, fr: string, es: string): TermTexts => ({
  en: { name: en },
  ar: { name: ar },
  fr: { name: fr },
  es: { name: es },
});

export const tags = {
  'open-air': tag('Open air', 'في الهواء الطلق', 'En plein air', 'Al aire libre'),
  evening: tag('Evening', 'أمسية', 'Soirée', 'Velada'),
  weekend: tag('Weekend', 'نهاية الأسبوع', 'Week-end', 'Fin de semana'),
  children: tag('Children', 'أطفال', 'Enfants', 'Niños'),
  beginners: tag(
    'Beginners welcome',
    'مناسب للمبتدئين',
    'Débutants bienvenus',
    'Para principiantes',
  ),
  accessible: tag(
    'Step-free access',
    'مهيأ للكراسي المتحركة',
    'Accès de plain-pied',
    'Acceso sin escalones',
  ),
  'sign-language': tag('Sign language', 'لغة الإشارة', 'Langue des signes', 'Lengua de signos'),
  registration: tag('Registration required', 'يلزم التسجيل', 'Sur inscription', 'Con inscripción'),
  streamed: tag('Streamed', 'بث مباشر', 'Retransmis en direct', 'En directo por internet'),
  heritage: tag('Heritage', 'تراث', 'Patrimoine', 'Patrimonio'),
  books: tag('Books', 'كتب', 'Livres', 'Libros'),
  climate: tag('Climate', 'مناخ', 'Climat', 'Clima'),
  'open-source': tag('Open source', 'مصادر مفتوحة', 'Logiciel libre', 'Software libre'),
  photography: tag('Photography', 'تصوير', 'Photographie', 'Fotografía'),
  handmade: tag('Handmade', 'صُنع باليد', 'Fait main', 'Hecho a mano'),
  dance: tag('Dance', 'رقص', 'Danse', 'Danza'),
} satisfies Record<string, TermTexts>;

export type TagKey = keyof typeof tags;
