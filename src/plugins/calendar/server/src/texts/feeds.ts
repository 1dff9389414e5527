import type { Language } from '../settings/languages';

/** What a feed is called, and what its subscribers are told. */
interface FeedTexts {
  events: string;
  news: string;
  cut: string;
}

export const FEED_TEXTS: Record<Language, FeedTexts> = {
  en: {
    events: 'Events',
    news: 'New events',
    cut: 'Only the first {shown} of {total} events are in this calendar. Filters in its address make it shorter.',
  },
  ar: {
    events: 'الفعاليات',
    news: 'فعاليات جديدة',
    cut: 'لا يضم هذا التقويم إلا أول {shown} من أصل {total} من الفعاليات. يمكن تقصيره بمرشحات في عنوانه.',
  },
  fr: {
    events: 'Évènements',
    news: 'Nouveaux évènements',
    cut: 'Ce calendrier ne contient que les {shown} premiers évènements sur {total}. Des filtres dans son adresse le raccourcissent.',
  },
  es: {
    events: 'Eventos',
    news: 'Nuevos eventos',
    cut: 'Este calendario solo contiene los primeros {shown} de {total} eventos. Con filtros en su dirección se acorta.',
  },
};
