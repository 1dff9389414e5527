import { apiToken, bearer, member } from '../support/callers';
import { firstOf } from '../support/extent';
import { api, get, send } from '../support/http';
import { fc, runs } from '../support/property';
import { buildCategory, buildEvent } from '../support/records';

type Headers = Record<string, string>;
type Served = Record<string, unknown>;

const callers: Record<string, Headers> = {};
let parents: number[];

beforeAll(async () => {
  callers['a full-access token'] = bearer(await apiToken('full-access'));
  callers['an editor'] = (await member('editor')).headers;
  const top = await buildCategory({ name: 'Top' });
  const below = await buildCategory({ name: 'Below', parent: top.public_id });
  parents = [0, top.public_id, below.public_id];
});

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('', 'Fête', 'مهرجان', '50% <b>off</b>', '<script>x</script>', 'a & b', '5 < 6'),
    fc.constantFrom('a\n\nb', '"x" \\ \'y\'', '&amp;lt;', '*a* _b_', '🎷'),
  )
  .map((value) => value.replaceAll('\u0000', ''));

/** Makes names of terms unique. */
let number = 0;
const name = text.map((value) => {
  number += 1;
  return `Name ${number} ${value}`;
});

const website = fc.constantFrom('', 'https://example.org/?a=b&c=%20d#e', 'http://example.org/ü');
const email = fc.constantFrom('', 'anna@example.org', 'a+b@sub.example.org');
const date = fc.constantFrom('2024-03-10 02:30:00', '2026-11-01 01:30:00');

const organizer = fc.record(
  {
    organizer: name,
    description: text,
    excerpt: text,
    phone: text,
    website,
    email,
    date,
    status: fc.constantFrom('publish', 'draft', 'private', 'pending'),
  },
  { requiredKeys: ['organizer'] },
);

const tag = fc.record({ name, description: text }, { requiredKeys: ['name'] });

const category = fc
  .record(
    {
      name,
      description: text,
      color: fc.constantFrom('', '#1a7f64'),
      parent: fc.nat(2),
    },
    { requiredKeys: ['name'] },
  )
  .map(({ parent, ...rest }) => ({ ...rest, place: parent }));

const withPlace = ({ place, ...rest }: Served) =>
  place === undefined ? rest : { ...rest, parent: parents[place as number] };

const LISTS: [string, fc.Arbitrary<Served>][] = [
  ['organizers', organizer],
  ['categories', category],
  ['tags', tag],
];

/** The record without its modification dates. */
const lasting = (record: Served) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !key.startsWith('modified')));

const LANGUAGES = [undefined, 'en', 'fr', 'es', 'ar'];

async function made(path: string, sent: Served, language: string | undefined): Promise<number> {
  const full = callers['a full-access token'];
  const { status, body } = await send('POST', api(`/${path}`, language), sent, full);
  expect([status, body.data]).toEqual([201, undefined]);
  return body.id;
}

/** Adds a second language to a record, and an event that refers to it. */
async function enrich(path: string, id: number, translated: string | undefined) {
  const key = path === 'organizers' ? 'organizer' : 'name';
  const again = { [key]: `Again ${id}`, description: '<p>Encore &amp; again</p>' };
  const full = callers['a full-access token'];
  const { status } = await send('PATCH', api(`/${path}/${id}`, translated), again, full);
  expect(status).toBe(200);
  await buildEvent({ [path === 'organizers' ? 'organizer' : path]: [id] });
}

describe.each(firstOf(1, LISTS))(
  'a record of /%s sent back as it was read (D4.12)',
  (path, anyRecord) => {
    it.each(['a full-access token', 'an editor'])(
      'stays unchanged in every language, for %s',
      async (who) => {
        const headers = callers[who];
        const cases = fc.record({
          sent: anyRecord,
          language: fc.constantFrom(...LANGUAGES),
          translated: fc.option(fc.constantFrom('fr', 'ar'), { nil: undefined }),
        });
        await fc.assert(
          fc.asyncProperty(cases, async ({ sent, language, translated }) => {
            const id = await made(path, withPlace(sent), language);
            if (translated) await enrich(path, id, translated);
            for (const address of LANGUAGES) {
              const place = api(`/${path}/${id}`, address);
              const before = await get(place, headers);
              expect(before.status).toBe(200);
              const put = await send('PUT', place, before.body, headers);
              expect([address, put.status, put.body.data]).toEqual([address, 200, undefined]);
              const after = await get(place, headers);
              expect(lasting(after.body)).toEqual(lasting(before.body));
            }
          }),
          { numRuns: runs(25), endOnFailure: true },
        );
      },
    );
  },
);
