import { doors } from '../support/doors';
import { api, get } from '../support/http';
import { pathOf } from '../support/pages';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';

const [, code] = doors.at(-1)!;

const made: Record<string, number> = {};

/** Replaces `{music}` in a query by the id of that record. */
const filled = (query: string) => query.replace(/\{(\w+)\}/g, (_, name) => String(made[name]));

async function found(query: string, language?: string): Promise<string[]> {
  const { status, body } = await get(api(`/events?${filled(query)}`, language));
  expect([query, status, body.data]).toEqual([query, 200, undefined]);
  const replayed = await get(pathOf(body.rest_url));
  expect(replayed.body).toEqual({ ...body, feed_url: replayed.body.feed_url }); // It contains the filters as sent.
  expect(body.total).toBe(body.events.length);
  return body.events.map(({ title }: { title: string }) => title).sort();
}

beforeAll(async () => {
  const keep = (name: string, { public_id }: { public_id: number }) => {
    made[name] = public_id;
    return public_id;
  };
  const music = await buildCategory({ name: 'Music' });
  keep('music', music);
  await buildCategory({ name: 'Musique', slug: 'musique' }, { of: music, language: 'fr' });
  const jazz = keep('jazz', await buildCategory({ name: 'Jazz, live', parent: music.public_id }));
  const bebop = keep('bebop', await buildCategory({ name: 'Bebop', parent: jazz }));
  keep('unused', await buildCategory({ name: 'Unused' }));
  const free = keep('free', await buildTag({ name: 'Open Air', slug: 'open-air' }));
  keep('digits', await buildTag({ name: 'Year', slug: '2027' }));
  const paris = keep(
    'paris',
    await buildVenue({ venue: 'Paris', geo_lat: 48.8566, geo_lng: 2.3522 }),
  );
  const hall = keep('hall', await buildVenue({ venue: 'Hall' }));
  keep('draft', await buildVenue({ venue: 'Draft' }, { publish: false }));
  const choir = keep('choir', await buildOrganizer({ organizer: 'Choir' }));
  const parent = keep(
    'concert',
    await buildEvent({
      title: 'Concert',
      description: 'Été in the park, 50% off',
      categories: [music.public_id],
      venue: [paris],
      organizer: [choir],
      featured: true,
    }),
  );
  await buildEvent({ title: 'Session', categories: [bebop], tags: [free], venue: [hall] });
  await buildEvent({ title: 'Child', post_parent: parent, ticket_url: 'https://example.org/t' });
  await buildEvent({
    title: 'Locked',
    description: 'Park inside',
    password: 'x',
    categories: [music.public_id],
    tags: [free],
    venue: [paris],
    organizer: [choir],
    featured: true,
    post_parent: parent,
  });
  keep(
    'past',
    await buildEvent({
      title: 'Past',
      start_date: '2001-01-01 10:00:00',
      end_date: '2001-01-01 11:00:00',
    }),
  );
  keep('hidden', await buildEvent({ title: 'Hidden', hide_from_listings: true }));
});

it.each([
  ['categories={music}', ['Concert', 'Session']],
  ['categories=jazz-live', ['Session']],
  ['categories[]=bebop&categories[]={music}', ['Concert', 'Session']],
  ['categories=musique', ['Concert', 'Session']],
  ['categories=mUSIQUE', ['Concert', 'Session']],
  ['categories={unused}', []],
  ['categories=jazz-live,{unused}', ['Session']],
  ['tags=open-air', ['Session']],
  ['tags=Open%20Air', ['Session']],
  ['tags=2027', []],
  ['categories={music}&tags={free}', ['Session']],
  ['venue={paris}', ['Concert']],
  ['venue={paris},{hall}', ['Concert', 'Session']],
  ['venue[]={hall}', ['Session']],
  ['organizer={choir}', ['Concert']],
  ['featured=true', ['Concert']],
  ['featured=0', ['Child', 'Session']],
  ['ticketed=1', ['Child']],
  ['ticketed=false', ['Concert', 'Session']],
  ['post_parent={concert}', ['Child']],
  ['include={past},{concert},99999999', ['Concert', 'Past']],
  ['include[]={past}&start_date=2030-01-01', ['Past']],
  ['include={hidden}', []],
  ['include=99999999999999', []],
  ['include[5000]={concert}&include[7]={past}', ['Concert', 'Past']],
  ['search=concert', ['Concert']],
  ['search=PARK%20ete', ['Concert']],
  ['search=%22in%20the%20park%22', ['Concert']],
  ['search=%22the%20in%22', []],
  ['search=50%25', ['Concert']],
  ['search=5_%25', []],
  ['search=session%20-jazz', ['Session']],
  ['search=-concert', ['Child', 'Locked', 'Session']],
  ['search=locked', ['Locked']],
  ['search=inside', []],
  ['geoloc=true', ['Concert']],
  ['geoloc=false', ['Child', 'Session']],
  ['geoloc_lat=48.80&geoloc_lng=2.13', ['Concert']],
  ['geoloc_lat=45.76&geoloc_lng=4.83', []],
  ['geoloc_lat=45.76&geoloc_lng=4.83&geoloc_radius=250', ['Concert']],
  ['geoloc_lat=-48.85&geoloc_lng=-177.6&geoloc_radius=12450', ['Concert']],
])('%s finds %j', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

it.each(['99999999999', '99999999999999999999999999,{concert}', '{concert},2147483648'])(
  'include=%s is shown in the list’s URL as it was sent',
  async (sent) => {
    const include = filled(sent);
    const { body } = await get(api(`/events?include=${include}`));
    const { pathname, search, searchParams } = new URL(body.rest_url);
    expect(searchParams.get('include')).toBe(include);
    expect((await get(pathname + search)).body.total).toBe(body.total);
  },
);

it('orders by publication date when include is given', async () => {
  const { body } = await get(api(filled('/events?include={past},{concert}')));
  expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['Concert', 'Past']);
});

it.each([
  ['categories=nothing', 'categories'],
  ['categories={music},nothing', 'categories'],
  ['tags={jazz}', 'tags'],
  ['venue={draft}', 'venue'],
  ['venue=hall', 'venue'],
  ['venue={choir}', 'venue'],
  ['organizer=0', 'organizer'],
  ['organizer=99999999999', 'organizer'],
  ['post_parent=99999999', 'post_parent'],
  ['post_parent={concert},{past}', 'post_parent'],
  ['include=foo-bar,23', 'include'],
  ['include=', 'include'],
  ['include=0', 'include'],
  ['search=', 'search'],
  [`search=${'x'.repeat(201)}`, 'search'],
  ['featured=foo', 'featured'],
  ['geoloc_lat=48', 'geoloc_lat'],
  ['geoloc_lng=2', 'geoloc_lng'],
  ['geoloc_lat=91&geoloc_lng=2', 'geoloc_lat'],
  ['geoloc_lat=NaN&geoloc_lng=2', 'geoloc_lat'],
  [`include=${Array.from({ length: 1001 }, (_, at) => at + 1)}`, 'include'],
])('rejects %s', async (query, name) => {
  const { status, body } = await get(api(`/events?${filled(query)}`));
  expect([status, Object.keys(body.data.params)]).toEqual([400, [name]]);
});

it('reports all failed look-ups at once', async () => {
  const { body } = await get(api('/events?categories=a,b&tags=c'));
  expect(body.data.params).toEqual({
    categories: 'No record matches: a, b.',
    tags: 'No record matches: c.',
  });
});

describe('ambiguous references', () => {
  it('a name shared by categories matches the oldest, whichever was saved last', async () => {
    const [one, other] = [made.music, made.jazz];
    const first = await buildCategory({ name: 'Open air', parent: one });
    const second = await buildCategory({ name: 'Open air', parent: other });
    await buildEvent({ title: 'Of the first', categories: [first.public_id] });
    await buildEvent({ title: 'Of the second', categories: [second.public_id] });
    for (const { documentId } of [second, first]) {
      await code.update('category', documentId, { color: '#1a7f64' });
      expect(await found('categories=Open%20air')).toEqual(['Of the first']);
    }
  });

  it('a numeric slug of a venue is not taken for an id', async () => {
    const { public_id: id } = await buildVenue({ venue: 'Year', slug: '987654' });
    const { status, body } = await get(api(`/events?venue=${id},987654`));
    expect([status, body.data.params]).toEqual([400, { venue: 'No record matches: 987654.' }]);
  });
});
