import type { RecordType } from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { allDoors, doors, someTimes } from '../support/doors';
import { emptyCalendar } from '../support/empty';
import { split } from '../support/extent';
import { api, get, send } from '../support/http';

const YEAR = 'start_date=2027-01-01&end_date=2027-12-31';

/** The ids found by a search in a language. */
async function found(type: RecordType, search: string, language = 'en'): Promise<number[]> {
  const query = `${YEAR}&per_page=50&search=${encodeURIComponent(search)}`;
  const { status, body } = await get(api(`/${type}s?${query}`, language));
  expect([search, status, body.total]).toEqual([search, 200, body[`${type}s`].length]);
  return body[`${type}s`].map(({ id }: { id: number }) => id);
}

interface Case {
  about: string;
  language?: string;
  type?: RecordType;
  data: Record<string, unknown>;
  finds: string[];
  not?: string[];
}

const CASES: Case[] = [
  {
    about: 'signs that look like markup, in two fields',
    data: { title: 'We <3 Jazz in Lyon', description: 'Tickets -> example.org, all ages' },
    finds: ['We', 'Jazz', 'Lyon', 'Tickets', 'ages', '<3', '"->"', '"Jazz in Lyon"'],
    not: ['"Lyon Tickets"', '<p>', 'gt;'],
  },
  {
    about: 'what HTML shows',
    data: {
      title: 'Feast',
      excerpt: '<p>Caf&eacute; <em>con</em>cert</p>',
      description: '<p><b>S</b>pringfest</p><p>for <a href="https://hidden.example">all</a></p>',
    },
    finds: ['springfest', 'cafe concert', '"for all"'],
    not: ['href', 'hidden.example', 'eacute', 'springfestfor'],
  },
  {
    about: 'ligatures and apostrophes',
    language: 'fr',
    data: { title: 'Chœurs à L’atelier', description: 'L\u2019\u00c9t\u00e9 d\u0027A\u0301nge' },
    finds: ['choeurs', 'CHŒURS', "l'atelier", 'L’ATELIER', "l'ete", 'd’ange', '« à l’atelier »'],
    not: ['atelier -choeurs'],
  },
  {
    about: 'dashes',
    data: { title: 'Season 2026–2027', description: 'Lyon—Turin, Saint-Denis' },
    finds: ['2026-2027', '2026–2027', '2026—2027', 'lyon-turin', 'saint–denis', 'season –lyon'],
    not: ['season -lyon', 'season -2026-2027'],
  },
  {
    about: 'accents and strokes',
    language: 'es',
    data: { title: 'Música en la Straße', description: 'mañana, con Ørsted' },
    finds: ['MUSICA', 'manana', 'strasse', 'orsted', 'STRASSE'],
  },
  {
    about: 'Turkish, Croatian, Icelandic and Greek letters',
    data: { title: 'Diyarbakır İstanbul', description: 'Đorđe, Þórður, Οδός ΑΘΗΝΑΣ' },
    finds: ['DIYARBAKIR', 'diyarbakir', 'ISTANBUL', 'istanbul', 'dorde', 'ĐORĐE', 'thordur'].concat(
      ['ÞÓRÐUR', 'ΟΔΟΣ', 'οδος', 'αθηνας', 'ΑΘΗΝΑΣ', 'αθηνασ'],
    ),
  },
  {
    about: 'digits, marks and directions',
    language: 'ar',
    data: { title: '\u200fمهرجان المُوسيقى ٢٠٢٧', description: 'قاعة\u200c ۱۲ — الأوبرا' },
    finds: [
      '2027',
      '٢٠٢٧',
      '۲۰۲۷',
      'الموسيقى',
      '\u202bالموسيقي\u202c',
      '\u200f"قاعة 12"',
      'الاوبرا',
    ],
    not: ['مهرجان \u200f-الموسيقى'],
  },
  {
    about: 'the country of a venue',
    language: 'fr',
    type: 'venue',
    data: { venue: 'La Halle', address: 'Place 3 < 4', city: 'Lyon', country: 'Côte d’Ivoire' },
    finds: ['halle', "cote d'ivoire", '"3 < 4"', 'lyon'],
  },
  {
    about: 'the country of a venue',
    language: 'ar',
    type: 'venue',
    data: { venue: 'دار الأوبرا', country: 'مصر' },
    finds: ['مصر', 'الاوبرا'],
  },
  {
    about: 'an organizer by its contacts',
    type: 'organizer',
    data: { organizer: 'Chœur', phone: '+20 ٠١٢٣', email: 'choir@example.org' },
    finds: ['choeur', '0123', 'choir@'],
  },
  {
    about: 'signs that stand for others in SQL',
    data: { title: 'Hello! 100% free_entry', description: 'a! b!!c !% d' },
    finds: ['hello!', '!', '100%', 'free_entry', '"a! b!!c"', '!%', '"hello! 100%"', '-hello? !'],
    not: ['100!', 'hell_!', 'free!entry', 'hello!!', '10%free', '-hello! free_entry'],
  },
  {
    about: 'of a protected event only the title',
    language: 'fr',
    data: { title: 'ÉTÉ secret', description: 'caché', password: 'x' },
    finds: ['été', 'ete', 'ÉTÉ', 'E\u0301TE\u0301', '"ete secret"', '-cache secret'],
    not: ['cache', 'secret -été'],
  },
  {
    about: 'of a protected event only the title',
    language: 'ar',
    data: { title: 'حفلة سرّية', excerpt: 'مخفي', password: 'x' },
    finds: ['حفله', 'سرية'],
    not: ['مخفي'],
  },
];

describe.each(allDoors)('the search for records written through %s (D8.6)', (name, door) => {
  beforeAll(emptyCalendar);

  const turn = allDoors.findIndex(([other]) => other === name);

  it.each(split(CASES, turn))('finds $about', async (given) => {
    const { language = 'en', type = 'event', data, finds, not = [] } = given;
    const times = type === 'event' ? someTimes : {};
    const made = await door.create(type, { ...times, ...data }, language);
    await door.publish(type, made.documentId, language);
    for (const search of [...finds, ...not]) {
      const ids = await found(type, search, language);
      expect([search, ids.includes(made.public_id)]).toEqual([search, finds.includes(search)]);
    }
  });
});

describe.each(doors)(
  'the search for Markdown and HTML written through %s (D4.11)',
  (_name, door) => {
    beforeAll(async () => {
      await emptyCalendar();
      const made = await door.create('event', {
        ...someTimes,
        title: 'A *starred* <b>title</b>',
        description:
          '# Spring\n\n**open** air\nmar**ket**, <b>S</b>pringfest\n\n- Caf&eacute;\n- 5 < 6',
      });
      await door.publish('event', made.documentId);
    });

    it.each([
      '"open air"',
      'market',
      'springfest',
      '"spring open"',
      'cafe',
      '"5 < 6"',
      '*starred*',
    ])('finds %s', async (search) => {
      expect(await found('event', search)).toHaveLength(1);
    });

    it.each(['**open', 'strong', 'eacute', '<b>', 'airmarket'])(
      'does not find %s',
      async (search) => {
        expect(await found('event', search)).toEqual([]);
      },
    );
  },
);

describe.each(doors)(
  'the filter by names of categories created through %s (D7.6)',
  (_name, door) => {
    const ids: Record<string, number> = {};
    let full: Record<string, string>;

    beforeAll(async () => {
      await emptyCalendar();
      full = bearer(await apiToken('full-access'));
      const make = async (name: string, slug: string, language: string) => {
        const { public_id } = await door.create('category', { name, slug }, language);
        const times = { ...someTimes, title: `${name} event`, categories: [public_id] };
        const { documentId } = await door.create('event', times);
        await door.publish('event', documentId);
        ids[slug] = public_id;
      };
      await make('Événements', 'first', 'fr');
      await make('حفلات موسيقيّة', 'second', 'ar');
      await make('Cafe', 'third', 'fr');
      await make('Café', 'fourth', 'fr');
      await make('first', 'fifth', 'en');
      await make('100%_\\of', 'sixth', 'en');
      await make('Food, drink', 'seventh', 'en');
      await make('Films, "short" ones', 'eighth', 'en');
    });

    it.each([
      ['événements', 'first'],
      ['E\u0301ve\u0301nements', 'first'],
      ['EVENEMENTS', 'first'],
      ['\u200fحفلات موسيقيه', 'second'],
      ['cafe', 'third'],
      ['CAFÉ', 'fourth'],
      ['Cafe\u0301', 'fourth'],
      ['FIRST', 'first'],
      ['100%_\\OF', 'sixth'],
      ['"Food, drink"', 'seventh'],
      [' "FOOD, Drink" ', 'seventh'],
      ['"Films, ""short"" ones"', 'eighth'],
    ])('%s matches the category with slug %s', async (item, slug) => {
      const { status, body } = await get(
        api(`/events?${YEAR}&categories=${encodeURIComponent(item)}`, 'es'),
      );
      const categories = body.events?.flatMap((event: { categories: { id: number }[] }) =>
        event.categories.map(({ id }) => id),
      );
      expect([status, categories]).toEqual([200, [ids[slug]]]);
      const again = await get(new URL(body.rest_url).pathname + new URL(body.rest_url).search);
      expect([again.status, again.body.total]).toEqual([200, 1]);
      const name = item
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"');
      for (const named of [[name], item]) {
        const event = { ...someTimes, title: 'By name', status: 'draft', categories: named };
        const written = await send('POST', api('/events'), event, full);
        expect([written.status, written.body.categories[0].id]).toEqual([201, ids[slug]]);
      }
    });

    it.each(['even', 'evenements%', '100%%of', '\u200f'])(
      '%s matches no category',
      async (item) => {
        const { status, body } = await get(api(`/events?categories=${encodeURIComponent(item)}`));
        expect([status, Object.keys(body.data.params)]).toEqual([400, ['categories']]);
      },
    );
  },
);
