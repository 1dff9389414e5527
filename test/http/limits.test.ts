import {
  type RecordType,
  uidOf,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { readSettings } from '../../src/plugins/calendar/server/src/settings/settings';
import { api, get } from '../support/http';
import { withSettings } from '../support/settings';

/** The maximum values of these settings. */
const IDS = 2000;
const SEARCH = 500;

const FIRST = 1000;
const ids = Array.from({ length: IDS }, (_, at) => FIRST + at);
const list = ids.join(',');

/** Inserts as many records as a parameter may name; the Document Service would take minutes. */
async function fill(type: RecordType) {
  const name = type === 'category' || type === 'tag' ? 'name' : type;
  const rows = ids.map((public_id) => ({
    public_id,
    documentId: `${type}-${public_id}`,
    locale: 'en',
    publishedAt: new Date().toISOString(),
    [name]: `${type} ${public_id}`,
    slug: `${type}-${public_id}`,
  }));
  for (let from = 0; from < IDS; from += 100) {
    await strapi.db.query(uidOf(type)).createMany({ data: rows.slice(from, from + 100) });
  }
}

beforeAll(async () => {
  for (const type of ['category', 'tag', 'venue', 'organizer'] as const) await fill(type);
});

withSettings({ limits: readSettings({ limits: { ids: IDS, search: SEARCH } }).limits });

const answered = async (path: string) => {
  const { status, body } = await get(api(path));
  return [path.slice(0, 60), status, body.data];
};

it.each([
  `/events?categories=${list}&tags=${list}&venue=${list}&organizer=${list}&include=${list}`,
  `/categories?include=${list}&exclude=${list}&orderby=include&hide_empty=0`,
  `/tags?include=${list}&orderby=include&hide_empty=0`,
  `/tags?include=${ids.map((id) => `tag-${id}`).join(',')}&hide_empty=0`,
])('accepts the maximum number of ids: %.20s', async (path) => {
  expect(await answered(path)).toEqual([path.slice(0, 60), 200, undefined]);
});

const SEARCHES = {
  words: 'a b '.repeat(SEARCH / 4),
  exclusions: 'c -d '.repeat(SEARCH / 5),
  wildcards: '%'.repeat(SEARCH),
  // Folding expands this character to eighteen.
  ligatures: '\ufdfa'.repeat(SEARCH),
};

it.each(
  ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((path) =>
    Object.keys(SEARCHES).map((what) => [path, what as keyof typeof SEARCHES] as const),
  ),
)('accepts a search up to the maximum length: %s, %s', async (path, what) => {
  const search = encodeURIComponent(SEARCHES[what].trim().padEnd(SEARCH, 'a'));
  const asked = `/${path}?search=${search}`;
  expect(await answered(asked)).toEqual([asked.slice(0, 60), 200, undefined]);
  expect((await get(api(`/${path}?search=${search}a`))).status).toBe(400);
});

it('accepts the maximum number of ids in every filter next to a long search', async () => {
  const named = `categories=${list}&tags=${list}&venue=${list}&organizer=${list}`;
  const asked = `/events?search=${encodeURIComponent(SEARCHES.words.trim())}&${named}`;
  expect(await answered(asked)).toEqual([asked.slice(0, 60), 200, undefined]);
});
