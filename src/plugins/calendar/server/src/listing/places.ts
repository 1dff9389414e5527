import { FLAG, KIND, type Narrowing, type Place } from '../sql/facets';
import { raw, type Sql, sql, values } from '../sql/sql';
import { run } from '../store/run';
import type { Placed } from './branches';

/** So many venues are named to the database, which then knows where to look. */
const NAMED = 500;

const venuesOf = ({ venue }: Place): Sql => sql`FROM @calendar_venues v WHERE ${venue}`;

/** D10.7: of a protected event nothing is told, neither that it is there nor that it is not. */
const OPEN = sql`l.flags & ${raw(`${FLAG.protected}`)} = 0`;

async function placed(narrowing: Placed, place: Place): Promise<Placed> {
  const found = await run<{ id: number }>(
    sql`SELECT DISTINCT v.public_id AS id ${venuesOf(place)} ORDER BY id LIMIT ${NAMED + 1}`,
  );
  const ids = found.map(({ id }) => id);
  const isNamed = ids.length <= NAMED;
  const { facets, conditions, probes } = narrowing;
  if (place.wanted && isNamed) {
    return { ...narrowing, facets: [...facets, { kind: KIND.venue, targets: ids }] };
  }
  const targets = isNamed ? values(ids) : sql`SELECT v.public_id ${venuesOf(place)}`;
  const probe = { kind: KIND.venue, targets, wanted: place.wanted };
  return {
    ...narrowing,
    conditions: place.wanted ? conditions : [...conditions, OPEN],
    probes: ids.length > 0 ? [...probes, probe] : probes,
  };
}

/** The list with its places as venues by their ids: which those are only the database knows. */
export async function withPlaces({ places = [], ...rest }: Narrowing): Promise<Placed> {
  let narrowing: Placed = { ...rest, probes: [] };
  for (const place of places) narrowing = await placed(narrowing, place);
  return narrowing;
}
