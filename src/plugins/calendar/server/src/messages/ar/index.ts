import type { Messages } from '../en';
import { descriptions, headers } from './descriptions';
import { errors } from './errors';
import { groups, introduction, operations, parameters, units } from './operations';

export const ar: Messages = {
  errors,
  descriptions,
  headers,
  operations,
  parameters,
  groups,
  introduction,
  units,

  free: 'مجاني',

  headings: {
    title: 'تقويم الفعاليات',
    about: 'الفعاليات وأماكنها والجهات المنظمة وفئاتها ووسومها، بعدة لغات.',
    docs: 'الوصف نفسه في صفحة للقراءة والتجربة.',
    list: 'سرد {many}',
    create: 'إنشاء {one}',
    read: 'قراءة {one}',
    update: 'تعديل {one}',
    delete: 'حذف {one}',
    by_slug: '{what} بالاسم المختصر',
    put: 'تعديل {one} أو إنشاء',
    by_external_id: '{what} بالمعرّف الخارجي',
    ics: '{what} بصيغة iCalendar',
    ics_of: 'فعاليات {what} بصيغة iCalendar',
    rss: '{what} المنشورة حديثًا بصيغة RSS',
    jsonfeed: '{what} المنشورة حديثًا بصيغة JSON Feed',
    as_patch: '{what} كما يفعل PATCH',
    index: 'قراءة كل المسارات ومعاملاتها',
    changes: 'قراءة ما تغيّر',
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
  },

  types: {
    event: { one: 'فعالية', many: 'الفعاليات' },
    venue: { one: 'مكان', many: 'الأماكن' },
    organizer: { one: 'جهة منظمة', many: 'الجهات المنظمة' },
    category: { one: 'فئة', many: 'الفئات' },
    tag: { one: 'وسم', many: 'الوسوم' },
    feed: { one: 'موجز شخصي', many: 'الموجزات الشخصية' },
  },

  page: {
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
  },

  feeds: {
    events: 'الفعاليات',
    news: 'فعاليات جديدة',
    cut: 'لا يضم هذا التقويم إلا أول {shown} من أصل {total} من الفعاليات. يمكن تقصيره بمرشحات في عنوانه.',
  },

  examples: {
    event: {
      title: 'شطرنج في الميدان',
      description: 'أحضر رقعة الشطرنج معك أو العب على إحدى رقعنا.',
      excerpt: 'أمسية شطرنج في الهواء الطلق.',
      timezone: 'Africa/Cairo',
      cost: '50 EGP',
      level: { label: 'المستوى', value: 'كل المستويات' },
    },
    venue: {
      venue: 'ميدان طلعت حرب',
      description: 'ميدان واسع فيه مقاعد وأشجار.',
      address: '6 ميدان طلعت حرب',
      city: 'القاهرة',
      country: 'مصر',
      zip: '11511',
      geo_lat: 30.0478,
      geo_lng: 31.2387,
    },
    organizer: {
      organizer: 'نادي شطرنج الجمعة',
      description: 'نلتقي كل يوم جمعة.',
    },
    category: { name: 'ألعاب', description: 'ألعاب الطاولة والورق والشطرنج.' },
    tag: { name: 'في الهواء الطلق', description: 'خارج المباني.' },
    feed: { name: 'هاتفي' },
  },
};
