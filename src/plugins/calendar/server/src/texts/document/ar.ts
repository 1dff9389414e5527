import type { Headers, Headings, Named } from './dictionary';

export const headings: Headings = {
  title: 'تقويم الفعاليات',
  about:
    'الفعاليات وأماكنها والجهات المنظمة وفئاتها ووسومها، بالعربية والإنجليزية والفرنسية والإسبانية.',
  docs: 'الوصف نفسه في صفحة للقراءة والتجربة.',
  list: 'سرد {many}',
  create: 'إنشاء {one}',
  read: 'قراءة {one}',
  update: 'تعديل {one}',
  delete: 'حذف {one}',
  by_slug: '{what} بالاسم المختصر',
  ics: '{what} بصيغة iCalendar',
  ics_of: 'فعاليات {what} بصيغة iCalendar',
  rss: '{what} المنشورة حديثًا بصيغة RSS',
  jsonfeed: '{what} المنشورة حديثًا بصيغة JSON Feed',
  as_patch: '{what} كما يفعل PATCH',
  index: 'قراءة كل المسارات ومعاملاتها',
  document: 'قراءة هذا المستند',
  forms:
    'في النماذج تُسمّى أجزاء السجل الجديد `venue[city]` أو `organizer[0][email]`، ويكون `custom_fields` نص JSON.',
  shortened: 'مختصرة',
  answer: 'المطلوب.',
  unchanged: 'لم يتغير شيء منذ النسخة التي يسمّيها `If-None-Match`.',
  made: 'ما تم إنشاؤه.',
  changed: 'السجل بعد التعديل.',
  deleted: 'السجل الذي حُذف.',
  token: 'رمز API من Strapi.',
  jwt: 'رمز JWT من Users & Permissions، يُحصل عليه من `POST /api/auth/local`.',
  basic: 'رمز API مكان كلمة المرور، ولا يهم الاسم.',
  key: 'مفتاح موجز شخصي، من `POST /feeds`.',
};

export const headers: Headers = {
  'X-Request-Id': 'معرّف الطلب في السجلات: المعرّف المرسل أو معرّف جديد.',
  'X-TEC-API-VERSION': 'إصدار الواجهة.',
  'X-TEC-API-ROOT': 'العنوان الذي تبدأ عنده الواجهة، كما استخدمه صاحب الطلب.',
  'X-TEC-API-ORIGIN': 'عنوان المضيف.',
  'Cache-Control': 'من يحق له الاحتفاظ بالإجابة.',
  Vary: 'ترويسات الطلب التي تتوقف عليها الإجابة.',
  'Content-Language': 'لغة السجل المعروض، وإلا فاللغة المطلوبة.',
  'X-TEC-Total': 'عدد السجلات في كل الصفحات.',
  'X-TEC-TotalPages': 'عدد الصفحات.',
  Link: 'عناوين أخرى (RFC 8288): صفحات القائمة الأولى والسابقة والتالية والأخيرة، ما لم يزد طولها على المسموح، وخلاصات الفعاليات والسجلات التي يحق للجميع قراءتها (`alternate`)؛ وحيث يقع اسم بديل تحت `/wp-json`، ما يطلبه عملاء WordPress أولًا، `https://api.w.org/`.',
  ETag: 'نسخة الإجابة، من أجل If-None-Match وIf-Match.',
  Location: 'عنوان السجل الجديد في هذه الواجهة.',
  Allow: 'الطرق التي يعرفها هذا العنوان.',
  'WWW-Authenticate': 'كيف تُرسل بيانات الدخول.',
  'Retry-After': 'عدد الثواني قبل إعادة المحاولة.',
  'RateLimit-Limit': 'عدد الطلبات المسموح بها لصاحب الطلب في كل فترة، ويغيب حيث لا تُعَدّ الطلبات.',
  'RateLimit-Remaining': 'عدد الطلبات الباقية في هذه الفترة.',
  'RateLimit-Reset': 'عدد الثواني حتى تبدأ الفترة التالية.',
};

export const types: Named = {
  event: { one: 'فعالية', many: 'الفعاليات' },
  venue: { one: 'مكان', many: 'الأماكن' },
  organizer: { one: 'جهة منظمة', many: 'الجهات المنظمة' },
  category: { one: 'فئة', many: 'الفئات' },
  tag: { one: 'وسم', many: 'الوسوم' },
};
