import type { ParameterTexts } from './index';

export const es: ParameterTexts = {
  namespace: 'Índice que se devuelve; por defecto, el de esta dirección.',
  context: 'Se acepta para clientes antiguos; no cambia nada.',
  i18n_language:
    'Idioma de los contenidos, los mensajes y las descripciones. Por defecto el de la dirección; si no, {language}.',
  page: 'Página de la lista que se devuelve, desde 1. Más allá de la última: 404.',
  'terms.page':
    'Página de la lista que se devuelve, desde 1. Más allá de la última, la lista está vacía.',
  per_page:
    'Fichas por página: 10 por defecto, como máximo {most}; el resto se recorta sin aviso. Sigue `next_rest_url` hasta que falte.',
  id: 'Identificador de la ficha, el mismo en todos los idiomas.',
  'path.slug': 'Slug de la ficha en cualquiera de sus idiomas, con codificación por ciento.',
  password: 'Contraseña que abre un evento protegido; sin ella, ese evento da 403.',
  'events.format':
    '`json`, por defecto, u otro formato; lo mismo que ese final de la dirección (`/events.ics`, `/events.rss`; `/events.json` es `jsonfeed`). Cuenta antes que `ical` y `Accept`.',
  format:
    '`json`, el valor por defecto, u otro formato; lo mismo que ese final de la dirección (`/events.ics`). Cuenta antes que `ical` y `Accept`.',
  ical: '`ical=1` significa `format=ics`: los eventos en iCalendar, como lo dicen los clientes de The Events Calendar.',
  'If-Match':
    'ETag de la versión que se quiere modificar, tal como se recibió por última vez; también cuenta uno débil (`W/"…"`). Si la ficha ha cambiado desde entonces, la respuesta es 412 y no se modifica nada.',
  'If-None-Match':
    'ETag de la versión que tiene quien pregunta; mientras siga vigente, la respuesta es 304, sin cuerpo.',
  _fields:
    'Solo estas claves de la respuesta, separadas por comas, con puntos para lo que está dentro: `id,image.url`; en las listas `total,events.title`. Los rechazos quedan enteros.',
  _envelope:
    'Enviado con cualquier valor: la respuesta es siempre 200 y su cuerpo contiene `body`, `status` y `headers`.',
  _method:
    'Método que significa este POST, para quien no puede enviar otro; la cabecera `X-HTTP-Method-Override` hace lo mismo.',
  'events.start_date':
    'Solo los eventos que empiezan en esta fecha o después, leída en la zona horaria {zone} salvo que lleve un desfase. Por defecto hoy: lo que ya está en curso se deja fuera; `ends_after=yesterday` lo incluye. Formas: `2027-01-31`, `2027-01-31 18:30:00`, ISO 8601, segundos UNIX, `now`, `tomorrow`, `+1 week`, `first day of next month`.',
  'events.end_date':
    'Solo los eventos que terminan en esta fecha o antes, leída en la zona horaria {zone} salvo que lleve un desfase. Por defecto, dentro de 24 meses. Ninguno de los dos valores por defecto rige junto a `starts_before`, `starts_after`, `ends_before`, `ends_after` o `include`.',
  'events.starts_before':
    'Solo los eventos que empiezan antes del final de este día (zona horaria {zone}); con `strict_dates`, antes de este instante. Formas como en `start_date`, cuyo valor por defecto entonces no rige.',
  'events.starts_after':
    'Solo los eventos que empiezan después del final de este día (zona horaria {zone}); con `strict_dates`, después de este instante. Formas como en `start_date`, cuyo valor por defecto entonces no rige.',
  'events.ends_before':
    'Solo los eventos que terminan antes del final de este día (zona horaria {zone}); con `strict_dates`, antes de este instante. Formas como en `start_date`, cuyo valor por defecto entonces no rige.',
  'events.ends_after':
    'Solo los eventos que terminan después del final de este día (zona horaria {zone}); con `strict_dates`, después de este instante. Lo que está en curso: `starts_before=now&ends_after=now&strict_dates=true`; con todo lo que está por venir: `ends_after=now&strict_dates=true`.',
  'events.strict_dates':
    'Indica si las seis fechas cuentan al segundo. Por defecto cada una abarca su día entero (zona horaria {zone}).',
  'events.search':
    'Solo los eventos con todas estas palabras en el título, el extracto o la descripción; `"una frase"` junta, `-palabra` excluida. No se distinguen mayúsculas ni acentos. Como máximo {search} caracteres; con más de 9 palabras y frases, o más de 3 excluidas, todo el texto es una sola frase.',
  'venues.search':
    'Solo los lugares con todas estas palabras en el nombre, la descripción, la dirección o los datos de contacto; `"una frase"` junta, `-palabra` excluida. No se distinguen mayúsculas ni acentos. Como máximo {search} caracteres; con más de 9 palabras y frases, o más de 3 excluidas, todo el texto es una sola frase.',
  'organizers.search':
    'Solo los organizadores con todas estas palabras en el nombre, la descripción o los datos de contacto; `"una frase"` junta, `-palabra` excluida. No se distinguen mayúsculas ni acentos. Como máximo {search} caracteres; con más de 9 palabras y frases, o más de 3 excluidas, todo el texto es una sola frase.',
  'terms.search':
    'Solo los términos con todas estas palabras en el nombre o el slug; `"una frase"` junta, `-palabra` excluida. No se distinguen mayúsculas ni acentos. Como máximo {search} caracteres; con más de 9 palabras y frases, o más de 3 excluidas, todo el texto es una sola frase.',
  'events.geoloc':
    'Con `true`, solo los eventos cuyo lugar tiene coordenadas; con `false`, solo los demás.',
  'events.geoloc_lat':
    'Latitud en grados alrededor de la cual se buscan eventos. Sin `geoloc_lng`, la respuesta es 400.',
  'events.geoloc_lng':
    'Longitud en grados alrededor de la cual se buscan eventos. Sin `geoloc_lat`, la respuesta es 400.',
  'events.geoloc_radius':
    'Distancia máxima entre el punto y un lugar, en {unit}. Por defecto, {radius}.',
  status:
    'Solo las fichas en este estado. Todo el mundo puede pedir `publish`, el valor por defecto; quien tiene el derecho `findUnpublished`, varios de `publish`, `future`, `draft`, `pending`, `private` y `trash`, separados por comas; sin este parámetro tiene todos menos `trash`.',
  'events.post_parent':
    'Solo los eventos que dependen del evento superior con este identificador. Si no lleva a ninguna parte: 400.',
  'events.include':
    'Solo los eventos con estos identificadores, separados por comas, como máximo {ids}. Las fechas se ignoran entonces, y los identificadores que no llevan a ninguna parte simplemente no aparecen.',
  'events.ticketed':
    'Con `true`, solo los eventos que tienen `ticket_url`; con `false`, solo los demás.',
  'events.venue':
    'Solo los eventos en uno de los lugares con estos identificadores, separados por comas, como máximo {ids}. Uno que no lleva a ninguna parte: 400.',
  'events.organizer':
    'Solo los eventos de uno de los organizadores con estos identificadores, separados por comas, como máximo {ids}. Uno que no lleva a ninguna parte: 400.',
  'events.featured': 'Con `true`, solo los eventos destacados; con `false`, solo los demás.',
  'events.categories':
    'Solo los eventos en una de estas categorías o por debajo de ella: identificadores, slugs o nombres en cualquier idioma, separados por comas, como máximo {ids}. Lo que no lleva a ninguna parte: 400.',
  'events.tags':
    'Solo los eventos con una de estas etiquetas: identificadores, slugs o nombres en cualquier idioma, separados por comas, como máximo {ids}. Lo que no lleva a ninguna parte: 400.',
  'events.hide_from_listings':
    'Con `true`, solo los eventos ocultos en las listas; para quien tiene el derecho `findUnpublished`, se ignora para todos los demás.',
  event:
    'Solo las fichas a las que se refiere el evento con este identificador. Un evento que quien pregunta no puede abrir: 400.',
  has_events:
    'Con `true`, solo las fichas a las que se refiere un evento publicado; con `false`, solo las demás.',
  only_with_upcoming:
    'Con `true`, solo las fichas de un evento que aún no ha empezado. Por defecto, y con `false`, no pide nada.',
  'events.orderby':
    'Criterio de ordenación: `start` (por defecto), `title` (tal como se muestra, sin distinguir mayúsculas ni acentos), `modified`, `date` (de publicación) o `distance`, que necesita `geoloc_lat` y `geoloc_lng`; en caso de empate decide el identificador. Con `include` es `date` por defecto. `start_date` significa `start`; los demás nombres que conoce WordPress no cambian nada.',
  orderby:
    'Criterio de ordenación: `date` (de publicación, por defecto), `title` (el nombre tal como se muestra, sin distinguir mayúsculas ni acentos) o `modified`; en caso de empate decide el identificador. Los demás nombres que conoce WordPress no cambian nada.',
  order:
    'Sentido de la ordenación: `asc`, por defecto, o `desc`, también en caso de empate; `date` empieza por lo más reciente, salvo con `asc`.',
  'terms.exclude':
    'Todos los términos menos estos: identificadores, slugs o nombres, separados por comas, como máximo {ids}. Lo que no lleva a ninguna parte: 400.',
  'terms.include':
    'Solo estos términos: identificadores, slugs o nombres, separados por comas, como máximo {ids}. Lo que no lleva a ninguna parte: 400.',
  'terms.order': 'Sentido de la ordenación, `asc` por defecto.',
  'terms.orderby':
    'Criterio de la ordenación, `name` por defecto; `include` conserva el orden de ese parámetro, `none` ordena por identificador.',
  'terms.hide_empty':
    'Si se dejan fuera los términos sin un evento que todo el mundo pueda abrir; así es por defecto.',
  'categories.parent':
    'Solo las categorías justo por debajo de la categoría superior con este identificador; 0 es el primer nivel.',
  'terms.post': 'Lo mismo que `event`, que prevalece cuando se envían los dos.',
  'terms.slug':
    'Solo los términos con este slug en cualquier idioma. Uno desconocido da una lista vacía.',
};
