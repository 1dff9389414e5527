import { KIND } from '../../src/plugins/calendar/server/src/sql/facets';
import { allDoors, someTimes } from '../support/doors';
import { api, get } from '../support/http';
import { onPostgres } from '../support/in-turn';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';
import { tellingsEnded } from '../support/tellings';

interface Statement {
  sql: string;
  bindings: unknown[];
}

/** Tables that are large in a large calendar. */
const LARGE = /calendar_(events|venues|organizers|links|revisions)\b/;

/** A save's statements on large tables. */
async function askedBy(save: () => Promise<unknown>): Promise<Statement[]> {
  await tellingsEnded(strapi);
  const seen: Statement[] = [];
  const note = ({ sql, bindings }: Statement) => seen.push({ sql, bindings });
  strapi.db.connection.on('query', note);
  await save().finally(() => strapi.db.connection.removeListener('query', note));
  return seen.filter(({ sql }) => /^\s*(select|update|delete)/i.test(sql) && LARGE.test(sql));
}

/** The tables that a statement scans completely; on PostgreSQL, those for which it has no index. */
async function scans({ sql, bindings }: Statement): Promise<string[]> {
  const statement = sql.replace(/\$\d+/g, '?');
  const trx = await strapi.db.connection.transaction();
  try {
    if (!onPostgres) {
      const rows = await trx.raw(`EXPLAIN QUERY PLAN ${statement}`, bindings as string[]);
      return rows.map(({ detail }: { detail: string }) => detail).filter(isScan);
    }
    await trx.raw('SET LOCAL enable_seqscan = off');
    const { rows } = await trx.raw(`EXPLAIN ${statement}`, bindings as string[]);
    const lines: string[] = rows.map((row: Record<string, string>) => row['QUERY PLAN']);
    return lines.filter((line) => /Seq Scan/.test(line) && LARGE.test(line));
  } finally {
    await trx.rollback();
  }
}

/** SQLite's plans say SCAN or SEARCH; lists of bound values are always scanned. */
const isScan = (detail: string) => /^SCAN (?!json_each|given)/.test(detail);

/** Strapi counts the whole table when the admin creates a record. */
const isStrapisCount = ({ sql }: Statement) =>
  /^select count\(.t0.\..id.\) as .count. from \S+ as .t0. limit/i.test(sql);

describe.each(allDoors)('a save through %s (D4.6, D8.13)', (_, door) => {
  it('uses an index for every statement on a large table', async () => {
    const [venue, organizer] = [await buildVenue(), await buildOrganizer()];
    const [category, tag] = [await buildCategory(), await buildTag()];
    const references = {
      venue: [venue.public_id],
      organizer: [organizer.public_id],
      categories: [category.public_id],
      tags: [tag.public_id],
    };
    const asked = await askedBy(async () => {
      const { documentId: id } = await door.create('event', {
        title: 'Found',
        ...someTimes,
        ...references,
      });
      await door.publish('event', id);
      await door.update('event', id, { title: 'Found again', slug: 'found-again' });
      await door.create('event', { title: 'Found', ...someTimes });
      await door.remove('event', id);
    });
    expect(asked.length).toBeGreaterThan(30);
    const scanned: string[] = [];
    for (const each of asked.filter((one) => !isStrapisCount(one))) {
      for (const scan of await scans(each)) scanned.push(`${scan}: ${each.sql}`);
    }
    expect(scanned).toEqual([]);
  });
});

/** The bindings of the statements that compare the listing with events while a category moves below another. */
async function comparedByMove(documentId: string, parent: number) {
  const compared: unknown[][] = [];
  const note = ({ sql, bindings }: Statement) => {
    if (/\bshown AS MATERIALIZED/.test(sql)) compared.push(bindings);
  };
  strapi.db.connection.on('query', note);
  const [, code] = allDoors[1]!;
  await code
    .update('category', documentId, { parent })
    .finally(() => strapi.db.connection.removeListener('query', note));
  return compared;
}

it('compares only the categories of events below a category that has moved (D8.9)', async () => {
  const [moved, above] = [await buildCategory(), await buildCategory()];
  await buildEvent({ categories: [moved.public_id], tags: [(await buildTag()).public_id] });
  const compared = await comparedByMove(moved.documentId, above.public_id);
  expect(compared).toHaveLength(2);
  for (const bindings of compared) {
    expect(bindings).toContain('categories');
    expect(bindings).not.toContain('tags');
  }
  const list = await get(api(`/events?categories=${above.public_id}`));
  expect(list.body.total).toBe(1);
});

it('compares the events below a category that has moved some at a time (D9.7)', async () => {
  const [moved, above] = [await buildCategory(), await buildCategory()];
  const { public_id } = await buildEvent({ categories: [moved.public_id] });
  const listing = () => strapi.db.getConnection('calendar_listing');
  const row = await listing().where({ event_id: public_id, kind: KIND.category }).first();
  const many = Array.from({ length: 2500 }, (_, at) => ({
    ...row,
    ...{ event_id: 900_000_000 + at, occurrence_id: 900_000_000 + at },
  }));
  while (many.length > 0) await listing().insert(many.splice(0, 100));
  const compared = await comparedByMove(moved.documentId, above.public_id);
  expect(compared).toHaveLength(6);
  const list = await get(api(`/events?categories=${above.public_id}`));
  expect(list.body.total).toBe(1);
  expect(await listing().where('event_id', '>=', 900_000_000)).toEqual([]);
});
