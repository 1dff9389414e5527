import type { Messages } from '../en';

export const operations: Messages['operations'] = {
  index: 'Todas las rutas con sus métodos y argumentos, como las leen los clientes de WordPress.',
  document: 'La interfaz como documento OpenAPI 3.1, en el idioma de la dirección.',
  'list.event':
    'Los eventos publicados, por su comienzo. Sin fechas: lo que empieza desde hoy (zona horaria {zone}) hasta dentro de 24 meses. Lo que ya está en curso se añade con `ends_after=yesterday`, o al segundo con `ends_after=now&strict_dates=true`. Varios valores de un parámetro: cualquiera de ellos; varios parámetros: todos a la vez. Los eventos ocultos en las listas no aparecen.',
  'list.venue': 'Los lugares publicados, los más recientes primero.',
  'list.organizer': 'Los organizadores publicados, los más recientes primero.',
  'list.category':
    'Las categorías por nombre, cada una con el número de sus eventos. Las que no tienen ninguno se dejan fuera, salvo con `hide_empty=false`.',
  'list.tag':
    'Las etiquetas por nombre, cada una con el número de sus eventos. Las que no tienen ninguno se dejan fuera, salvo con `hide_empty=false`.',
  'create.event':
    'Crea un evento; con él se pueden crear lugares, organizadores, categorías y etiquetas, todo en una transacción. Se publica enseguida, o en su `date`; sin el derecho `publish` queda como borrador. Al publicarlo se publican también los lugares y organizadores suyos que no lo estén, donde quien escribe tenga derecho.',
  'create.venue':
    'Crea un lugar. Se publica enseguida, o en su `date`; sin el derecho `publish` queda como borrador.',
  'create.organizer':
    'Crea un organizador. Se publica enseguida, o en su `date`; sin el derecho `publish` queda como borrador.',
  'create.category':
    'Crea una categoría. El nombre de otra categoría con la misma categoría superior da 400 `term_exists`, con su identificador en `data.term_id`.',
  'create.tag':
    'Crea una etiqueta. El nombre de otra etiqueta da 400 `term_exists`, con su identificador en `data.term_id`.',
  'read.event':
    'Un evento, en el idioma pedido, o en otro si le falta ese. Lo que no está publicado da 403 a quien no puede verlo, y también un evento protegido sin su `password`.',
  'read.venue':
    'Un lugar, en el idioma pedido, o en otro si le falta ese. Lo que no está publicado da 403 a quien no puede verlo.',
  'read.organizer':
    'Un organizador, en el idioma pedido, o en otro si le falta ese. Lo que no está publicado da 403 a quien no puede verlo.',
  'read.category': 'Una categoría, en el idioma pedido, o en otro si le falta ese.',
  'read.tag': 'Una etiqueta, en el idioma pedido, o en otro si le falta ese.',
  update:
    'Modifica solo lo que se envía: lo omitido o `null` queda como estaba, `""` vacía. Los textos van al idioma de la dirección; todo lo demás, a todos los idiomas. Con `If-Match`, solo si nadie más ha modificado la ficha entretanto. La respuesta es la ficha después del cambio.',
  'update.patch': 'POST y PUT en esta dirección hacen lo mismo.',
  'update.put': 'PUT combina como PATCH: no sustituye la ficha.',
  'update.post': 'Lo mismo que PATCH, para quien solo puede enviar POST.',
  'delete.post':
    'Mueve la ficha a la papelera, en todos los idiomas; un `status` que se le envíe la recupera. La respuesta es la ficha; la vez siguiente, 410.',
  'delete.category':
    'Elimina la categoría para siempre y la quita de sus eventos; para ella no hay papelera. Las categorías por debajo suben a su categoría superior. La respuesta es lo que era; la vez siguiente, 404.',
  'delete.tag':
    'Elimina la etiqueta para siempre y la quita de sus eventos; para ella no hay papelera. La respuesta es lo que era; la vez siguiente, 404.',
  'ics.events':
    'La lista de eventos como calendario (RFC 5545) para programas de calendario, con los mismos filtros. Sin fechas: lo que está en curso, lo que viene en los próximos 24 meses y lo que terminó en los últimos 30 días. Como máximo 2000 eventos; un calendario recortado lo dice. Los borradores nunca están, y de los eventos protegidos solo el título y las horas.',
  'ics.event': 'Un evento como calendario (RFC 5545). Un borrador da 403.',
  'ics.related':
    'Los eventos de esta ficha como calendario (RFC 5545), con los filtros de la lista.',
  'rss.events':
    'Los eventos recién publicados de la lista, como RSS 2.0, con los mismos filtros, primero el más reciente: 50 por página, o `per_page`. Sin fechas: lo que viene en 24 meses. Los borradores y los eventos ocultos nunca están, y de los protegidos solo el título y los horarios.',
  'jsonfeed.events': 'Lo mismo como JSON Feed 1.1; `_event` dice cuándo y dónde es cada evento.',
  'feeds.list': 'Los canales personales de quien llama, sin sus claves, que se dan una sola vez.',
  'feeds.create':
    'Crea un canal personal: una clave que lee los canales, y nada más, con los derechos que quien llama tiene en el momento de usarla. La clave y sus direcciones solo están en esta respuesta. Termina cuando se revoca, y con quien la creó. 100 por cada uno; uno más es 400.',
  'feeds.delete':
    'Revoca uno de los canales personales de quien llama: sus direcciones son 401 desde ese momento. La respuesta es lo que era; otra vez es 404, como el de otra persona.',
  changes:
    'Qué fichas han cambiado desde un cursor, una línea cada una, la más antigua primero: identificador, tipo, revisión e idiomas, y `deleted` para lo que ya no existe o ya no figura en ninguna lista de quien llama. Empiece sin `since`: la respuesta da un cursor y ninguna línea. Lea después las listas; a partir de ahí pregunte aquí, siga `next_rest_url` mientras lo haya y guarde el último `cursor`. Una línea dice que ha cambiado la ficha misma: los lugares, los organizadores y los términos tienen sus propias líneas; los recuentos y los ajustes, ninguna. Un cursor vale 30 días, hasta una restauración y mientras no cambien los derechos de quien llama: después la respuesta es 410 `rest_cursor_expired` y hay que volver a leer las listas.',
  batch:
    'Envía hasta 100 peticiones en una sola; se responden una tras otra, en orden, cada una como si hubiera llegado sola: necesita los derechos, cuenta para el límite de peticiones y se guarda o se rechaza por sí misma, pase lo que pase con las demás. `path` está bajo la misma dirección, cuyo idioma vale para todas. Quién llama se dice una vez para todas; `headers` admite `If-Match`, `If-None-Match` e `Idempotency-Key`. No lleva archivos. Lo que no había empezado al acabar el tiempo de una respuesta es 503 y puede enviarse otra vez; con una `Idempotency-Key`, también el lote entero. Un lote con una petición que no se puede leer es 400 y nombra el lugar, como `requests[3].method`; entonces no se hace nada.',
  'put.slug':
    'Con `If-None-Match: *` solo crea: 201, o 412 si ya hay tal ficha, también en la papelera. Sin ello PUT combina como PATCH, y es 404 donde no hay ninguna.',
  'put.external_id':
    'Crea la ficha si no la hay (201) o, si la hay, la modifica como PATCH (200): la misma petición puede enviarse varias veces. Con `If-None-Match: *` solo crea, con `If-Match` solo modifica; si no, 412. Lo que está en la papelera sigue en ella hasta que se envía `status`.',
  by_external_id: 'La ficha se nombra como la llama otro sistema, que `source` indica.',
  by_slug: 'La ficha se nombra por su slug en cualquier idioma.',
};

export const parameters: Messages['parameters'] = {
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
  'feeds.id': 'Id del canal personal.',
  'path.slug': 'Slug de la ficha en cualquiera de sus idiomas, con codificación por ciento.',
  'path.external_id': 'Cómo llama a la ficha otro sistema, con codificación por ciento.',
  'path.source':
    'El sistema del identificador externo; el cuerpo también puede decirlo. Sin él es ninguno, que cuenta como un sistema.',
  'put.If-None-Match': 'Solo `*`: la ficha no debe existir todavía; si no, 412.',
  'events.external_id':
    'Solo los eventos que otro sistema llama exactamente así; con `source`, los de ese sistema. El valor por defecto de `start_date` no se aplica entonces.',
  external_id:
    'Solo las fichas que otro sistema llama exactamente así; con `source`, las de ese sistema.',
  source: 'Solo las fichas que proceden exactamente de este sistema.',
  password: 'Contraseña que abre un evento protegido; sin ella, ese evento da 403.',
  'events.format':
    '`json`, por defecto, u otro formato; lo mismo que ese final de la dirección (`/events.ics`, `/events.rss`; `/events.json` es `jsonfeed`). Cuenta antes que `ical` y `Accept`.',
  format:
    '`json`, el valor por defecto, u otro formato; lo mismo que ese final de la dirección (`/events.ics`). Cuenta antes que `ical` y `Accept`.',
  ical: '`ical=1` significa `format=ics`: los eventos en iCalendar, como lo dicen los clientes de The Events Calendar.',
  'Idempotency-Key':
    'Un texto que elige quien llama, como un UUID: una escritura repetida con la misma clave se hace una sola vez y recibe la misma respuesta que la primera, durante 24 horas. Para otra petición es 422, y 409 mientras se responde a la primera; lo rechazado no se guarda. Solo para quien envía credenciales.',
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
    'Solo los eventos que dependen del evento superior con este identificador. Si no corresponde a ninguna ficha: 400.',
  'events.include':
    'Solo los eventos con estos identificadores, separados por comas, como máximo {ids}. Las fechas se ignoran entonces, y los identificadores desconocidos simplemente no aparecen.',
  'events.ticketed':
    'Con `true`, solo los eventos que tienen `ticket_url`; con `false`, solo los demás.',
  'events.venue':
    'Solo los eventos en uno de los lugares con estos identificadores, separados por comas, como máximo {ids}. Uno que no corresponde a ninguna ficha: 400.',
  'events.organizer':
    'Solo los eventos de uno de los organizadores con estos identificadores, separados por comas, como máximo {ids}. Uno que no corresponde a ninguna ficha: 400.',
  'events.featured': 'Con `true`, solo los eventos destacados; con `false`, solo los demás.',
  'events.categories':
    'Solo los eventos en una de estas categorías o por debajo de ella: identificadores, slugs o nombres en cualquier idioma, separados por comas, como máximo {ids}. Lo que no corresponde a ninguna ficha: 400.',
  'events.tags':
    'Solo los eventos con una de estas etiquetas: identificadores, slugs o nombres en cualquier idioma, separados por comas, como máximo {ids}. Lo que no corresponde a ninguna ficha: 400.',
  'events.hide_from_listings':
    'Con `true`, solo los eventos ocultos en las listas; para quien tiene el derecho `findUnpublished`, se ignora para todos los demás.',
  event:
    'Solo las fichas a las que se refiere el evento con este identificador. Un evento que quien pregunta no puede abrir: 400.',
  has_events:
    'Con `true`, solo las fichas a las que se refiere un evento publicado; con `false`, solo las demás.',
  only_with_upcoming:
    'Con `true`, solo las fichas de un evento que aún no ha empezado. Por defecto, y con `false`, no pide nada.',
  'changes.since':
    'Cursor de la última respuesta. Sin él, la respuesta es un cursor inicial, sin líneas.',
  'changes.per_page':
    'Líneas por página: 1.000 por defecto y como máximo; lo que exceda se recorta sin aviso.',
  'events.modified_after':
    'Solo los eventos modificados después de este momento, leído en UTC salvo que tenga un desfase; se compara con `modified_utc`. Formas como las de `start_date`, cuyo valor por defecto entonces no se aplica; un día sin hora es su medianoche. Las fichas que ya no existen las dice `/changes`.',
  modified_after:
    'Solo las fichas modificadas después de este momento, leído en UTC salvo que tenga un desfase; se compara con `modified_utc`. Formas como las de las demás fechas; un día sin hora es su medianoche. Las fichas que ya no existen las dice `/changes`.',
  modified_before:
    'Solo las fichas modificadas antes de este momento; se lee como `modified_after`.',
  'events.orderby':
    'Criterio de ordenación: `start` (por defecto), `title` (tal como se muestra, sin distinguir mayúsculas ni acentos), `modified`, `date` (de publicación) o `distance`, que necesita `geoloc_lat` y `geoloc_lng`; en caso de empate decide el identificador. Con `include` es `date` por defecto. `start_date` significa `start`; los demás nombres que conoce WordPress no cambian nada.',
  orderby:
    'Criterio de ordenación: `date` (de publicación, por defecto), `title` (el nombre tal como se muestra, sin distinguir mayúsculas ni acentos) o `modified`; en caso de empate decide el identificador. Los demás nombres que conoce WordPress no cambian nada.',
  order:
    'Sentido de la ordenación: `asc`, por defecto, o `desc`, también en caso de empate; `date` empieza por lo más reciente, salvo con `asc`.',
  'terms.exclude':
    'Todos los términos menos estos: identificadores, slugs o nombres, separados por comas, como máximo {ids}. Lo que no corresponde a ninguna ficha: 400.',
  'terms.include':
    'Solo estos términos: identificadores, slugs o nombres, separados por comas, como máximo {ids}. Lo que no corresponde a ninguna ficha: 400.',
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

export const groups: Messages['groups'] = {
  event: 'Los eventos: qué ocurre, cuándo, dónde y por quién.',
  venue: 'Dónde tienen lugar los eventos.',
  organizer: 'Quién organiza los eventos.',
  category: 'De qué tratan los eventos, en forma de árbol.',
  tag: 'Palabras sobre los eventos.',
  feed: 'Direcciones con una clave, para programas de calendario, que no pueden enviar un token.',
  batch: 'Varias peticiones en una.',
  changes: 'Qué ha cambiado, para quien mantiene una copia.',
  description: 'Lo que sabe hacer esta interfaz.',
};

export const introduction: Messages['introduction'] = {
  token:
    '**Token.** Leer lo publicado no requiere ninguno. Para escribir, envía `Authorization: Bearer …` con un token de API (en la administración: Ajustes, Tokens de API) o con el JWT que da `POST /api/auth/local` por `identifier` y `password`. HTTP Basic toma un token de API como contraseña.',
  paging:
    '**Páginas.** Las listas tienen 10 fichas por página, y con `per_page` hasta {most}. Sigue `next_rest_url` hasta que falte; `total` y `X-TEC-Total` cuentan las fichas de todas las páginas.',
  errors:
    '**Errores.** Un rechazo es `{"code", "message", "data": {"status", "params"}}`. El código es el mismo en todos los idiomas; `data.params` dice por nombre qué falla en cada parámetro. Los parámetros desconocidos se ignoran.',
  dates:
    '**Fechas.** Las fechas sin desfase se leen en la zona horaria {zone}, las de un evento en su propia `timezone`; las respuestas dan ambas, y UTC. Una lista de eventos sin fechas empieza hoy y termina dentro de 24 meses.',
  languages:
    '**Idiomas.** {paths} delante de la ruta, o `i18n_language`, eligen el idioma; si no, {language}. Lo que no lo tiene se muestra en otro, que nombra `language`.',
  languages_alone:
    '**Idiomas.** {paths} delante de la ruta, o `i18n_language`, eligen el idioma; si no, {language}. Lo que no lo tiene no está en las listas, y en su dirección da 404.',
  versions:
    '**Versiones.** Cada ficha que se lee, se crea o se modifica llega con un `ETag`. Devuelto como `If-Match` con un cambio, impide que dos personas se sobrescriban: la segunda recibe 412.',
  feeds:
    '**Canales personales.** Los programas de calendario no pueden enviar un token: `POST /feeds` (con `name`) da una clave `key` que lee los canales con tus derechos, como `?key=…` en sus direcciones. `GET /feeds` muestra los tuyos, `DELETE /feeds/12` revoca uno.',
  limits:
    '**Límites.** {requests} peticiones en {window} segundos por cada cliente; sin token, una que ocupe mucho la base de datos puede contar varias veces. Más allá, o cuando el servicio está saturado, la respuesta es 429 o 503, con `Retry-After` en segundos. Un cuerpo contiene como máximo {body} kB, imágenes incluidas.',
  limits_of_bodies:
    '**Límites.** Cuando el servicio está saturado, la respuesta es 503, con `Retry-After` en segundos. Un cuerpo contiene como máximo {body} kB, imágenes incluidas.',
  conventions:
    '**Convenciones.** HEAD se responde como GET, sin cuerpo; OPTIONS, con 204 y `Allow`. Las direcciones y los métodos que no figuran abajo reciben las respuestas `NoRoute` y `MethodNotAllowed`.',
};

export const units: Messages['units'] = {
  miles: 'millas',
  km: 'kilómetros',
};
