import { api, get } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { buildCategory, buildEvent, buildTag, buildVenue } from '../support/records';

interface Statement {
  sql: string;
  bindings: string[];
}

/** The plans of a list's statements, line by line. */
async function plansOf(query: string): Promise<string[]> {
  const seen: Statement[] = [];
  const note = ({ sql, bindings }: Statement) => seen.push({ sql, bindings });
  strapi.db.connection.on('query', note);
  try {
    expect((await get(api(`/events?${query}`))).status).toBe(200);
  } finally {
    strapi.db.connection.removeListener('query', note);
  }
  const plans: string[] = [];
  for (const { sql, bindings } of seen.filter(({ sql }) => sql.includes('calendar_listing'))) {
    const rows = await strapi.db.connection.raw(`EXPLAIN QUERY PLAN ${sql}`, bindings);
    plans.push(...rows.map(({ detail }: { detail: string }) => detail));
  }
  return plans;
}

/** The look-up of an event's rows (alias `x`) that seeks each target. */
const SEEKS_TARGETS = /^SEARCH x .*target=/;

/** More than are listed as ids (`listing/branches.ts`). */
const MANY_VENUES = 501;

const onSqlite = onPostgres ? describe.skip : describe;

onSqlite('lists on SQLite', () => {
  beforeAll(async () => {
    const venue = await buildVenue({ geo_lat: 48.85, geo_lng: 2.35 });
    await buildEvent({ venue: [venue.public_id] });
    const venues = strapi.db.connection('calendar_venues');
    const { id, ...row } = await venues.clone().whereNotNull('published_at').first();
    const copies = Array.from({ length: MANY_VENUES }, (_, at) => ({
      ...row,
      public_id: 1_000_000 + at,
      document_id: `copy${at}`,
      slug: `copy-${at}`,
    }));
    await strapi.db.connection.batchInsert('calendar_venues', copies, 100);
  });

  it.each(['geoloc=true', 'geoloc=false', 'geoloc_lat=48.85&geoloc_lng=2.35&geoloc_radius=10'])(
    'compares the venues of an event with all that match, instead of looking up each: %s (D8.9)',
    async (query) => {
      const plans = await plansOf(query);
      expect(plans).toContainEqual(expect.stringMatching(/^SEARCH x /));
      expect(plans.filter((line) => SEEKS_TARGETS.test(line))).toEqual([]);
    },
  );

  it('looks up one target of an event by the whole key, and several by the kind (D8.9)', async () => {
    const [one, other] = [await buildTag(), await buildTag()];
    const { public_id: category } = await buildCategory();
    const { public_id: second } = await buildCategory();
    const tags = [one.public_id, other.public_id];
    await buildEvent({ tags, categories: [category] });
    const both = await plansOf(`tags=${tags}&categories=${category},${second}`);
    expect(both).toContainEqual(expect.stringMatching(/^SEARCH x /));
    expect(both.filter((line) => SEEKS_TARGETS.test(line))).toEqual([]);
    const single = await plansOf(`tags=${one.public_id}&categories=${category}`);
    expect(single).toContainEqual(expect.stringMatching(SEEKS_TARGETS));
  });
});
