/** What is said of a venue or an organizer that cannot be shown. */
export const linkedPostTexts = {
  en: {
    'rest-venue-not-found': 'The requested venue does not exist.',
    'venue-not-accessible': 'The requested venue is not accessible.',
    'venue-archive-page-not-found': 'The requested venue archive page does not exist.',
    'rest-organizer-not-found': 'The requested organizer does not exist.',
    'organizer-not-accessible': 'The requested organizer is not accessible.',
    'organizer-archive-page-not-found': 'The requested organizer archive page does not exist.',
  },
  ar: {
    'rest-venue-not-found': 'المكان المطلوب غير موجود.',
    'venue-not-accessible': 'لا يمكن الوصول إلى المكان المطلوب.',
    'venue-archive-page-not-found': 'صفحة قائمة الأماكن المطلوبة غير موجودة.',
    'rest-organizer-not-found': 'الجهة المنظمة المطلوبة غير موجودة.',
    'organizer-not-accessible': 'لا يمكن الوصول إلى الجهة المنظمة المطلوبة.',
    'organizer-archive-page-not-found': 'صفحة قائمة الجهات المنظمة المطلوبة غير موجودة.',
  },
  fr: {
    'rest-venue-not-found': 'Le lieu demandé n’existe pas.',
    'venue-not-accessible': 'Le lieu demandé n’est pas accessible.',
    'venue-archive-page-not-found': 'La page demandée de la liste des lieux n’existe pas.',
    'rest-organizer-not-found': 'L’organisateur demandé n’existe pas.',
    'organizer-not-accessible': 'L’organisateur demandé n’est pas accessible.',
    'organizer-archive-page-not-found':
      'La page demandée de la liste des organisateurs n’existe pas.',
  },
  es: {
    'rest-venue-not-found': 'El lugar solicitado no existe.',
    'venue-not-accessible': 'El lugar solicitado no es accesible.',
    'venue-archive-page-not-found': 'La página solicitada de la lista de lugares no existe.',
    'rest-organizer-not-found': 'El organizador solicitado no existe.',
    'organizer-not-accessible': 'El organizador solicitado no es accesible.',
    'organizer-archive-page-not-found':
      'La página solicitada de la lista de organizadores no existe.',
  },
};
