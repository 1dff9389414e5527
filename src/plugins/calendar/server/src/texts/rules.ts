/** What a rule says when it refuses a save. */
export const ruleTexts = {
  en: {
    'rule.nul': 'This text contains a NUL character, which cannot be stored.',
    'rule.half_character':
      'This text contains half a character (a lone surrogate), which cannot be stored.',
    'rule.integer': 'This number is too large: the limit is 2147483647.',
    'rule.references': 'This must be a list of ids, which are whole numbers from 1 on.',
    'rule.reference': 'This must be an id, which is a whole number from 1 on.',
    'rule.timezone': 'This is not a time zone: write a name such as Europe/Paris, or UTC+2.',
    'rule.wall_time': 'This is not a date and time that exists: write it as 2027-01-31 18:00:00.',
    'rule.years': 'In UTC or in its own time zone this is not within the years 1 to 9999.',
    'rule.end_before_start': 'The end must not be before the start.',
    'rule.publish_trashed': 'This record is in the trash: take it out before publishing it.',
    'rule.publish_along': '{id} would be published along, and cannot be: {why}',
    'rule.language': 'This is not a language of the calendar: {languages}.',
    'rule.bytes': 'This text is too large: the limit is {most} bytes.',
    'rule.slug_end': '“{slug}” ends like the address of a feed: choose another end.',
    'rule.loop': 'A category cannot stand below itself or below one of its own.',
    'rule.event_loop': 'An event cannot be part of itself or of an event that is part of it.',
    'rule.file_kind':
      '“{name}” cannot be kept: only JPEG, PNG, GIF, WebP and AVIF pictures, PDF, sound and film are; the bytes of a file count, not its name. SVG and HTML may hold scripts.',
    'rule.upload_ref':
      'A record of the calendar gets its picture when it is saved, not by an upload.',
  },
  ar: {
    'rule.nul': 'يحتوي هذا النص على الحرف NUL الذي لا يمكن حفظه.',
    'rule.half_character': 'يحتوي هذا النص على نصف حرف (surrogate منفرد) لا يمكن حفظه.',
    'rule.integer': 'هذا الرقم كبير جدًا، والحد الأقصى هو 2147483647.',
    'rule.references': 'يجب أن تكون هذه القيمة قائمة معرّفات، وهي أعداد صحيحة تبدأ من 1.',
    'rule.reference': 'يجب أن تكون هذه القيمة معرّفًا، وهو عدد صحيح يبدأ من 1.',
    'rule.timezone': 'هذه ليست منطقة زمنية: اكتب اسمًا مثل Europe/Paris أو UTC+2.',
    'rule.wall_time': 'هذا ليس تاريخًا ووقتًا موجودين: اكتبهما على نحو 2027-01-31 18:00:00.',
    'rule.years':
      'لا يقع هذا التاريخ بين السنتين 1 و9999 بتوقيت UTC أو في المنطقة الزمنية المعنية.',
    'rule.end_before_start': 'لا يجوز أن تسبق النهاية البداية.',
    'rule.publish_trashed': 'هذا السجل في سلة المهملات: استعده قبل نشره.',
    'rule.publish_along': 'سيُنشر معه {id} ولا يمكن نشره: {why}',
    'rule.language': 'هذه ليست من لغات التقويم: {languages}.',
    'rule.bytes': 'هذا النص كبير جدًا، والحد الأقصى هو {most} بايت.',
    'rule.slug_end': 'تنتهي القيمة «{slug}» كما ينتهي عنوان موجز: اختر نهاية أخرى.',
    'rule.loop': 'لا يمكن أن تكون الفئة تابعة لنفسها أو لإحدى فئاتها الفرعية.',
    'rule.event_loop': 'لا يمكن أن تكون الفعالية جزءًا من نفسها أو من فعالية تتبعها.',
    'rule.file_kind':
      'لا يمكن حفظ «{name}»: تُحفظ صور JPEG وPNG وGIF وWebP وAVIF وملفات PDF والصوت والفيديو فقط، والعبرة بمحتوى الملف لا باسمه. قد تحتوي ملفات SVG وHTML على برامج نصية.',
    'rule.upload_ref': 'يحصل سجل التقويم على صورته عند حفظه، لا عند رفع ملف.',
  },
  fr: {
    'rule.nul': 'Ce texte contient un caractère NUL, qui ne peut pas être enregistré.',
    'rule.half_character':
      'Ce texte contient un demi-caractère (surrogate isolé), qui ne peut pas être enregistré.',
    'rule.integer': 'Ce nombre est trop grand : la limite est 2147483647.',
    'rule.references': 'Il faut ici une liste d’identifiants, des nombres entiers à partir de 1.',
    'rule.reference': 'Il faut ici un identifiant, un nombre entier à partir de 1.',
    'rule.timezone':
      'Ce n’est pas un fuseau horaire : écrivez un nom comme Europe/Paris, ou UTC+2.',
    'rule.wall_time':
      'Cette date et cette heure n’existent pas : écrivez-les ainsi, 2027-01-31 18:00:00.',
    'rule.years':
      'En UTC ou dans son fuseau horaire, cette date n’est pas comprise entre les années 1 et 9999.',
    'rule.end_before_start': 'La fin ne peut pas précéder le début.',
    'rule.publish_trashed': 'Cette fiche est dans la corbeille : sortez-la avant de la publier.',
    'rule.publish_along': '{id} serait publié en même temps, ce qui est impossible : {why}',
    'rule.language': 'Ce n’est pas une langue du calendrier : {languages}.',
    'rule.bytes': 'Ce texte est trop volumineux : la limite est de {most} octets.',
    'rule.slug_end': '« {slug} » finit comme l’adresse d’un flux : choisissez une autre fin.',
    'rule.loop': 'Une catégorie ne peut pas se trouver sous elle-même ni sous l’une des siennes.',
    'rule.event_loop':
      'Un évènement ne peut pas faire partie de lui-même ni d’un évènement qui fait partie de lui.',
    'rule.file_kind':
      '« {name} » ne peut pas être conservé : seuls le sont les images JPEG, PNG, GIF, WebP et AVIF, les PDF, les sons et les films ; c’est le contenu du fichier qui compte, non son nom. SVG et HTML peuvent contenir des scripts.',
    'rule.upload_ref':
      'Une fiche du calendrier reçoit son image quand on l’enregistre, non par un téléversement.',
  },
  es: {
    'rule.nul': 'Este texto contiene un carácter NUL, que no se puede guardar.',
    'rule.half_character':
      'Este texto contiene medio carácter (surrogate suelto), que no se puede guardar.',
    'rule.integer': 'Este número es demasiado grande: el límite es 2147483647.',
    'rule.references': 'Aquí debe ir una lista de identificadores, números enteros a partir de 1.',
    'rule.reference': 'Aquí debe ir un identificador, un número entero a partir de 1.',
    'rule.timezone': 'Esto no es una zona horaria: escribe un nombre como Europe/Paris, o UTC+2.',
    'rule.wall_time': 'Esta fecha y hora no existen: escríbelas así, 2027-01-31 18:00:00.',
    'rule.years': 'En UTC o en su zona horaria, esta fecha no está entre los años 1 y 9999.',
    'rule.end_before_start': 'El final no puede ser anterior al comienzo.',
    'rule.publish_trashed': 'Esta ficha está en la papelera: sácala antes de publicarla.',
    'rule.publish_along': '{id} se publicaría al mismo tiempo, y no es posible: {why}',
    'rule.language': 'Este no es un idioma del calendario: {languages}.',
    'rule.bytes': 'Este texto es demasiado grande: el límite es de {most} bytes.',
    'rule.slug_end': '«{slug}» termina como la dirección de un canal: elige otro final.',
    'rule.loop': 'Una categoría no puede estar por debajo de sí misma ni de una de las suyas.',
    'rule.event_loop':
      'Un evento no puede formar parte de sí mismo ni de otro que forme parte de él.',
    'rule.file_kind':
      '«{name}» no se puede guardar: solo se guardan imágenes JPEG, PNG, GIF, WebP y AVIF, PDF, sonido y vídeo; cuenta el contenido del archivo, no su nombre. SVG y HTML pueden contener scripts.',
    'rule.upload_ref':
      'Una ficha del calendario recibe su imagen al guardarla, no al subir un archivo.',
  },
};
