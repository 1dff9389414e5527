import type { Headers, Headings, Named } from './dictionary';

export const headings: Headings = {
  title: 'Calendario de eventos',
  about:
    'Los eventos con sus lugares, organizadores, categorías y etiquetas, en árabe, inglés, francés y español.',
  docs: 'Lo mismo en una página, para leer y probar.',
  list: 'Listar {many}',
  create: 'Crear {one}',
  read: 'Leer {one}',
  update: 'Modificar {one}',
  delete: 'Eliminar {one}',
  by_slug: '{what}, por su slug',
  ics: '{what}, como iCalendar',
  ics_of: 'Eventos de {what}, como iCalendar',
  rss: '{what} recién publicados, como RSS',
  jsonfeed: '{what} recién publicados, como JSON Feed',
  as_patch: '{what}, como PATCH',
  index: 'Leer todas las rutas y sus argumentos',
  document: 'Leer este documento',
  forms:
    'En un formulario, las partes de una ficha nueva se llaman `venue[city]` u `organizer[0][email]`, y `custom_fields` es un texto JSON.',
  shortened: 'Abreviado',
  answer: 'Lo que se ha pedido.',
  unchanged: 'Nada ha cambiado desde la versión que nombra `If-None-Match`.',
  made: 'Lo que se ha creado.',
  changed: 'La ficha después del cambio.',
  deleted: 'La ficha que se ha eliminado.',
  token: 'Un token de API de Strapi.',
  jwt: 'Un JWT de Users & Permissions, obtenido con `POST /api/auth/local`.',
  basic: 'Un token de API como contraseña; el nombre no importa.',
  key: 'La clave de un canal personal, de `POST /feeds`.',
};

export const headers: Headers = {
  'X-Request-Id': 'Identificador de la petición en el registro: el enviado o uno nuevo.',
  'X-TEC-API-VERSION': 'Versión de la interfaz.',
  'X-TEC-API-ROOT': 'Dirección donde empieza la interfaz, tal como la usó quien pregunta.',
  'X-TEC-API-ORIGIN': 'Dirección del servidor.',
  'Cache-Control': 'Quién puede conservar la respuesta.',
  Vary: 'Cabeceras de la petición de las que depende la respuesta.',
  'Content-Language': 'Idioma de la ficha que se muestra; si no la hay, el que se ha pedido.',
  'X-TEC-Total': 'Número de fichas en todas las páginas.',
  'X-TEC-TotalPages': 'Número de páginas.',
  Link: 'Otras direcciones (RFC 8288): de una lista, su primera página, la anterior, la siguiente y la última, salvo si fueran demasiado largas, y de los eventos y fichas que todos pueden leer, sus canales (`alternate`); donde un alias está bajo `/wp-json`, lo que los clientes de WordPress piden primero, `https://api.w.org/`.',
  ETag: 'Versión de la respuesta, para If-None-Match e If-Match.',
  Location: 'Dirección de la nueva ficha en esta interfaz.',
  Allow: 'Métodos que conoce esta dirección.',
  'WWW-Authenticate': 'Cómo enviar las credenciales.',
  'Retry-After': 'Segundos que hay que esperar antes de volver a preguntar.',
  'RateLimit-Limit':
    'Peticiones que puede hacer quien pregunta en cada periodo; falta donde no se cuentan.',
  'RateLimit-Remaining': 'Peticiones que quedan en este periodo.',
  'RateLimit-Reset': 'Segundos hasta que empiece el siguiente periodo.',
};

export const types: Named = {
  event: { one: 'un evento', many: 'los eventos' },
  venue: { one: 'un lugar', many: 'los lugares' },
  organizer: { one: 'un organizador', many: 'los organizadores' },
  category: { one: 'una categoría', many: 'las categorías' },
  tag: { one: 'una etiqueta', many: 'las etiquetas' },
};
