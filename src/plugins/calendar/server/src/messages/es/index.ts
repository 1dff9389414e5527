import type { Messages } from '../en';
import { descriptions, headers } from './descriptions';
import { errors } from './errors';
import { groups, introduction, operations, parameters, units } from './operations';

export const es: Messages = {
  errors,
  descriptions,
  headers,
  operations,
  parameters,
  groups,
  introduction,
  units,

  free: 'Gratis',

  headings: {
    title: 'Calendario de eventos',
    about: 'Los eventos con sus lugares, organizadores, categorías y etiquetas, en varios idiomas.',
    docs: 'Lo mismo en una página, para leer y probar.',
    list: 'Listar {many}',
    create: 'Crear {one}',
    read: 'Leer {one}',
    update: 'Modificar {one}',
    delete: 'Eliminar {one}',
    by_slug: '{what}, por su slug',
    put: 'Modificar o crear {one}',
    by_external_id: '{what}, por su identificador externo',
    ics: '{what}, como iCalendar',
    ics_of: 'Eventos de {what}, como iCalendar',
    rss: '{what} recién publicados, como RSS',
    jsonfeed: '{what} recién publicados, como JSON Feed',
    as_patch: '{what}, como PATCH',
    index: 'Leer todas las rutas y sus argumentos',
    changes: 'Leer qué ha cambiado',
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
  },

  types: {
    event: { one: 'un evento', many: 'los eventos' },
    venue: { one: 'un lugar', many: 'los lugares' },
    organizer: { one: 'un organizador', many: 'los organizadores' },
    category: { one: 'una categoría', many: 'las categorías' },
    tag: { one: 'una etiqueta', many: 'las etiquetas' },
    feed: { one: 'un canal personal', many: 'los canales personales' },
  },

  page: {
    title: 'Calendario de eventos: la interfaz',
    languages: 'Idioma',
    subscribe: 'Suscribirse a los eventos:',
    calendar_program: 'Programa de calendario',
    search: 'Buscar entre las operaciones',
    hint: 'Palabras de una ruta, un nombre, un campo o una descripción.',
    found: 'Operaciones encontradas: {count}',
    nothing: 'Sin resultados. Prueba con menos palabras, o con otras.',
    document: 'Documento OpenAPI',
    noscript:
      'Recorrer y probar las operaciones requiere JavaScript. El documento OpenAPI dice lo mismo sin él.',
  },

  feeds: {
    events: 'Eventos',
    news: 'Nuevos eventos',
    cut: 'Este calendario solo contiene los primeros {shown} de {total} eventos. Con filtros en su dirección se acorta.',
  },

  examples: {
    event: {
      title: 'Ajedrez en la plaza',
      description: 'Trae un tablero o juega en uno de los nuestros.',
      excerpt: 'Una tarde de ajedrez al aire libre.',
      timezone: 'Europe/Madrid',
      cost: '5 €',
      level: { label: 'Nivel', value: 'Todos los niveles' },
    },
    venue: {
      venue: 'Alameda de Hércules',
      description: 'Una plaza amplia con bancos y árboles.',
      address: 'Alameda de Hércules, 12',
      city: 'Sevilla',
      country: 'España',
      zip: '41002',
      geo_lat: 37.3991,
      geo_lng: -5.9943,
    },
    organizer: {
      organizer: 'Club de ajedrez del viernes',
      description: 'Nos reunimos todos los viernes.',
    },
    category: { name: 'Juegos', description: 'Juegos de mesa, de cartas y ajedrez.' },
    tag: { name: 'al aire libre', description: 'Al aire libre.' },
    feed: { name: 'Mi teléfono' },
  },
};
