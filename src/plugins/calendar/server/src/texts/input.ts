/** What is said about bodies and pictures that cannot be taken. */
export const inputTexts = {
  en: {
    'body.too_complex': 'The request has too many values, or values nested too deeply.',
    'body.not_object': 'The request body must be a JSON object.',
    'image.unknown': 'must be the id of a picture in the media library, or its address.',
    'image.no_upload': 'must be an id: you are not allowed to upload pictures.',
    'image.off': 'must be an id: pictures are not fetched from other addresses here.',
    'image.unreachable': 'could not be fetched from this address.',
    'image.too_large': 'is larger than the allowed {bytes} bytes.',
    'image.not_picture': 'is not a JPEG, PNG, GIF, WebP or AVIF picture.',
  },
  ar: {
    'body.too_complex': 'في الطلب قيم كثيرة جدًا، أو قيم متداخلة على مستويات عميقة جدًا.',
    'body.not_object': 'يجب أن يكون نص الطلب كائن JSON.',
    'image.unknown': 'يجب أن تكون معرّف صورة في مكتبة الوسائط أو عنوانها.',
    'image.no_upload': 'يجب أن تكون معرّفًا: غير مسموح لك برفع الصور.',
    'image.off': 'يجب أن تكون معرّفًا: لا تُجلب الصور هنا من عناوين أخرى.',
    'image.unreachable': 'تعذّر جلب الصورة من هذا العنوان.',
    'image.too_large': 'الصورة أكبر من الحد المسموح، وهو {bytes} بايت.',
    'image.not_picture': 'ليست صورة بصيغة JPEG أو PNG أو GIF أو WebP أو AVIF.',
  },
  fr: {
    'body.too_complex': 'La requête contient trop de valeurs, ou des valeurs trop imbriquées.',
    'body.not_object': 'Le corps de la requête doit être un objet JSON.',
    'image.unknown': 'doit être l’identifiant d’une image de la médiathèque, ou son adresse.',
    'image.no_upload': 'doit être un identifiant : vous n’avez pas le droit d’envoyer des images.',
    'image.off':
      'doit être un identifiant : ici, les images ne sont pas récupérées à d’autres adresses.',
    'image.unreachable': 'n’a pas pu être récupérée à cette adresse.',
    'image.too_large': 'dépasse la limite de {bytes} octets.',
    'image.not_picture': 'n’est pas une image JPEG, PNG, GIF, WebP ou AVIF.',
  },
  es: {
    'body.too_complex': 'La petición tiene demasiados valores, o valores demasiado anidados.',
    'body.not_object': 'El cuerpo de la petición debe ser un objeto JSON.',
    'image.unknown':
      'debe ser el identificador de una imagen de la biblioteca de medios, o su dirección.',
    'image.no_upload': 'debe ser un identificador: no tienes permiso para subir imágenes.',
    'image.off': 'debe ser un identificador: aquí no se obtienen imágenes de otras direcciones.',
    'image.unreachable': 'no se pudo obtener de esta dirección.',
    'image.too_large': 'supera el límite de {bytes} bytes.',
    'image.not_picture': 'no es una imagen JPEG, PNG, GIF, WebP o AVIF.',
  },
};
