import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { doors, someTimes } from '../support/doors';
import { api, get, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildTag,
  buildVenue,
} from '../support/records';
import { statementsFor, statementsOf } from '../support/statements';
import { tellingsEnded } from '../support/tellings';

/** What Strapi's own Document Service needs for an event, measured without a rule; all of it is also ours. */
const STRAPI = { create: 6, update: 9, publish: 11, publishAgain: 15, remove: 10 };

/** Names are taken on PostgreSQL only. */
const locks = (count: number) => (onPostgres ? count : 0);

/** What begins and ends a transaction apart, and what bounds a connection that is new to the pool. */
const counted = (statements: string[]) =>
  statements.filter((sql) => !/^(begin|commit|set )|set_config/i.test(sql)).length;

const [, code] = doors.at(-1)!;

async function references() {
  return {
    venue: [(await buildVenue()).public_id],
    organizer: [(await buildOrganizer()).public_id],
    categories: [(await buildCategory()).public_id],
    tags: [(await buildTag()).public_id],
  };
}

/** The statements of a save by code; what Strapi tells of it afterwards comes later. */
async function saving(work: () => Promise<unknown>) {
  await tellingsEnded(strapi);
  const { statements } = await statementsOf(work);
  return counted(
    statements.slice(
      0,
      statements.findIndex((sql) => /^commit/i.test(sql)),
    ),
  );
}

describe('a save by code needs, besides what the Document Service needs (D8.13)', () => {
  it('6 statements for a new event: id, slug, links, revision, listing; and names to hold', async () => {
    const data = { title: 'Counted', ...someTimes, ...(await references()) };
    const count = await saving(() => code.create('event', data));
    expect(count).toBeLessThanOrEqual(STRAPI.create + 6 + locks(4));
  });

  it('7 for a changed one: its rows before and after, revision, listing', async () => {
    const { documentId } = await buildEvent(await references());
    const count = await saving(() => code.update('event', documentId, { title: 'Other' }));
    expect(count).toBeLessThanOrEqual(STRAPI.update + 7 + locks(4));
  });

  it('9 for one that is published again: the same, its links and what is published along', async () => {
    const { documentId } = await buildEvent(await references());
    const count = await saving(() => code.publish('event', documentId));
    expect(count).toBeLessThanOrEqual(STRAPI.publishAgain + 9 + locks(4));
  });
});

describe('a write of the interface needs, with authentication and answer (D8.13)', () => {
  const HIGHEST = { create: 44, change: 47, send: 50, remove: 30, venue: 30 };
  let key: Record<string, string>;

  beforeAll(async () => {
    key = bearer(await apiToken('full-access'));
  });

  const writing = async (method: string, path: string, body?: object) => {
    await tellingsEnded(strapi);
    const { answer, statements } = await statementsFor(() => send(method, api(path), body, key));
    expect(answer.status).toBeLessThan(300);
    return counted(statements);
  };

  it(`at most ${HIGHEST.create} for a new event with references, published`, async () => {
    const event = { title: 'Counted', ...someTimes, ...(await references()) };
    expect(await writing('POST', '/events', event)).toBeLessThanOrEqual(HIGHEST.create + locks(9));
  });

  it(`at most ${HIGHEST.change} for one field of a published one`, async () => {
    const { public_id } = await buildEvent(await references());
    const count = await writing('PATCH', `/events/${public_id}`, { title: 'Other' });
    expect(count).toBeLessThanOrEqual(HIGHEST.change + locks(6));
  });

  it(`at most ${HIGHEST.send} for all fields as they were served`, async () => {
    const { public_id } = await buildEvent(await references());
    const { body } = await get(api(`/events/${public_id}`));
    const count = await writing('PUT', `/events/${public_id}`, { ...body, title: 'Other' });
    expect(count).toBeLessThanOrEqual(HIGHEST.send + locks(6));
  });

  it(`at most ${HIGHEST.remove} for the trash`, async () => {
    const { public_id } = await buildEvent(await references());
    const count = await writing('DELETE', `/events/${public_id}`);
    expect(count).toBeLessThanOrEqual(HIGHEST.remove + locks(6));
  });

  it(`at most ${HIGHEST.venue} for a new venue, published`, async () => {
    const count = await writing('POST', '/venues', { venue: 'Counted' });
    expect(count).toBeLessThanOrEqual(HIGHEST.venue + locks(6));
  });

  it('as many for four references of a kind as for one', async () => {
    const each = [await references(), await references(), await references(), await references()];
    const all = Object.fromEntries(
      Object.keys(each[0]!).map((kind) => [kind, each.flatMap((one) => one[kind as 'venue'])]),
    );
    const one = await writing('POST', '/events', { title: 'One', ...someTimes, ...each[0] });
    const four = await writing('POST', '/events', { title: 'Four', ...someTimes, ...all });
    expect(four).toBe(one);
  });
});

describe('a save in the admin', () => {
  it('needs at most 44 statements for a changed event, those of the session included', async () => {
    const { documentId } = await buildEvent(await references());
    await tellingsEnded(strapi);
    const path = `/content-manager/collection-types/plugin::calendar.event/${documentId}?locale=en`;
    const { statements } = await statementsOf(() => admin('PUT', path, { title: 'Other' }));
    expect(counted(statements)).toBeLessThanOrEqual(44 + locks(5));
  });
});
