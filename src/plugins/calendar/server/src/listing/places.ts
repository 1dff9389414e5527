import { FLAG, KIND, type Narrowing, type Place } from '../sql/facets';
import { list, raw, type Sql, sql, values } from '../sql/sql';
import { run } from '../store/run';
import { hasOneOf } from './branches';

/** So many venues are named to the database, which then knows where to look. */
const NAMED = 500;

const venuesOf = ({ venue }: Place): Sql => sql`FROM @calendar_venues v WHERE ${venue}`;

/** D10.7: of a protected event nothing is told, neither that it is there nor that it is not. */
const none = (there: Sql[]): Sql =>
  list(
    [sql`l.flags & ${raw(`${FLAG.protected}`)} = 0`, ...there.map((each) => sql`NOT (${each})`)],
    ' AND ',
  );

async function placed(narrowing: Narrowing, place: Place): Promise<Narrowing> {
  const found = await run<{ id: number }>(
    sql`SELECT DISTINCT v.public_id AS id ${venuesOf(place)} ORDER BY id LIMIT ${NAMED + 1}`,
  );
  const targets = found.map(({ id }) => id);
  const isNamed = targets.length <= NAMED;
  const { facets, conditions } = narrowing;
  if (place.wanted && isNamed) {
    return { ...narrowing, facets: [...facets, { kind: KIND.venue, targets }] };
  }
  const among = isNamed ? values(targets) : sql`SELECT v.public_id ${venuesOf(place)}`;
  const there = targets.length > 0 ? [hasOneOf(KIND.venue, among)] : [];
  return { ...narrowing, conditions: [...conditions, ...(place.wanted ? there : [none(there)])] };
}

/** The list with its places as venues by their ids: which those are only the database knows. */
export async function withPlaces({ places = [], ...rest }: Narrowing): Promise<Narrowing> {
  let narrowing: Narrowing = rest;
  for (const place of places) narrowing = await placed(narrowing, place);
  return narrowing;
}
