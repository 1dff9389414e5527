import type { GroupTexts, IntroductionTexts, OperationTexts, UnitTexts } from './index';

export const operations: OperationTexts = {
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
  by_slug: 'La ficha se nombra por su slug en cualquier idioma.',
};

export const groups: GroupTexts = {
  event: 'Los eventos: qué ocurre, cuándo, dónde y por quién.',
  venue: 'Dónde tienen lugar los eventos.',
  organizer: 'Quién organiza los eventos.',
  category: 'De qué tratan los eventos, en forma de árbol.',
  tag: 'Palabras sobre los eventos.',
  description: 'Lo que sabe hacer esta interfaz.',
};

export const introduction: IntroductionTexts = {
  token:
    '**Token.** Leer lo publicado no requiere ninguno. Para escribir, envía `Authorization: Bearer …` con un token de API (en la administración: Ajustes, Tokens de API) o con el JWT que da `POST /api/auth/local` por `identifier` y `password`. HTTP Basic toma un token de API como contraseña.',
  paging:
    '**Páginas.** Las listas tienen 10 fichas por página, y con `per_page` hasta {most}. Sigue `next_rest_url` hasta que falte; `total` y `X-TEC-Total` cuentan las fichas de todas las páginas.',
  errors:
    '**Errores.** Un rechazo es `{"code", "message", "data": {"status", "params"}}`. El código es el mismo en todos los idiomas; `data.params` dice por nombre qué falla en cada parámetro. Los parámetros desconocidos se ignoran.',
  dates:
    '**Fechas.** Las fechas sin desfase se leen en la zona horaria {zone}, las de un evento en su propia `timezone`; las respuestas dan ambas, y UTC. Una lista de eventos sin fechas empieza hoy y termina dentro de 24 meses.',
  languages:
    '**Idiomas.** `/ar`, `/en`, `/fr` y `/es` delante de la ruta, o `i18n_language`, eligen el idioma; si no, {language}. Lo que no lo tiene se muestra en otro, que nombra `language`.',
  languages_alone:
    '**Idiomas.** `/ar`, `/en`, `/fr` y `/es` delante de la ruta, o `i18n_language`, eligen el idioma; si no, {language}. Lo que no lo tiene no está en las listas, y en su dirección da 404.',
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

export const units: UnitTexts = { miles: 'millas', km: 'kilómetros' };
