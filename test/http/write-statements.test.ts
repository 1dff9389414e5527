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

/** Statements of Strapi's own Document Service for an event, measured without our hooks; we need at least these. */
const STRAPI = { create: 6, update: 9, publish: 11, publishAgain: 15, remove: 10 };

/** Statements for locks, which exist on PostgreSQL only. */
const locks = (count: number) => (onPostgres ? count : 0);

/** The number of statements, without those of transactions and of new connections. */
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

/** The statements up to the commit; Strapi's later events are sent in the background. */
const beforeCommit = (statements: string[]) =>
  counted(statements.slice(0, statements.map((sql) => /^commit/i.test(sql)).lastIndexOf(true)));

/** The statements of a save by code: the minimum of three, as background work executes statements too. */
async function saving(work: () => Promise<unknown>) {
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await tellingsEnded(strapi);
    counts.push(beforeCommit((await statementsOf(work)).statements));
  }
  return Math.min(...counts);
}

let saves = 0;

/** A unique title. */
const title = () => {
  saves += 1;
  return `Counted ${saves}`;
};

describe('in addition to the Document Service, code needs at most (D8.13)', () => {
  it('9 statements for a new event: id, slug, links, revision, listing, texts, agenda, names', async () => {
    const data = { ...someTimes, ...(await references()) };
    const count = await saving(() => code.create('event', { ...data, title: title() }));
    expect(count).toBeLessThanOrEqual(STRAPI.create + 9 + locks(3));
  });

  it('11 statements to change an event: rows before and after, revision, listing, texts, agenda', async () => {
    const { documentId } = await buildEvent(await references());
    const count = await saving(() => code.update('event', documentId, { title: title() }));
    expect(count).toBeLessThanOrEqual(STRAPI.update + 11 + locks(3));
  });

  it('13 statements to republish an event: those of a change, links, linked drafts', async () => {
    const { documentId } = await buildEvent(await references());
    const count = await saving(() => code.publish('event', documentId));
    expect(count).toBeLessThanOrEqual(STRAPI.publishAgain + 13 + locks(3));
  });

  it('15 statements to change and publish an event in one transaction', async () => {
    const { documentId } = await buildEvent(await references());
    const both = () =>
      strapi.db.transaction(async () => {
        await code.update('event', documentId, { title: title() });
        await code.publish('event', documentId);
      });
    const own = 11 + 13 - 2 - 7; // The revision, listing, texts and agenda are written once for both saves.
    expect(await saving(both)).toBeLessThanOrEqual(
      STRAPI.update + STRAPI.publishAgain + own + locks(3),
    );
  });
});

describe('a write over the REST interface, with authentication and response, needs (D8.13)', () => {
  const HIGHEST = { create: 41, change: 44, send: 48, remove: 31, venue: 26 };
  let key: Record<string, string>;

  beforeAll(async () => {
    key = bearer(await apiToken('full-access'));
  });

  const writing = async (method: string, path: string, body?: object) => {
    await tellingsEnded(strapi);
    const { answer, statements } = await statementsFor(() => send(method, api(path), body, key));
    expect(answer.status).toBeLessThan(300);
    return beforeCommit(statements);
  };

  it(`at most ${HIGHEST.create} statements to create an event with references`, async () => {
    const event = { title: 'Counted', ...someTimes, ...(await references()) };
    expect(await writing('POST', '/events', event)).toBeLessThanOrEqual(HIGHEST.create + locks(3));
  });

  it(`at most ${HIGHEST.change} statements to change one field of a published event`, async () => {
    const { public_id } = await buildEvent(await references());
    const count = await writing('PATCH', `/events/${public_id}`, { title: 'Other' });
    expect(count).toBeLessThanOrEqual(HIGHEST.change + locks(2));
  });

  it(`at most ${HIGHEST.send} statements to send back all fields of an event`, async () => {
    const { public_id } = await buildEvent(await references());
    const { body } = await get(api(`/events/${public_id}`));
    const count = await writing('PUT', `/events/${public_id}`, { ...body, title: 'Other' });
    expect(count).toBeLessThanOrEqual(HIGHEST.send + locks(2));
  });

  it(`at most ${HIGHEST.remove} statements to move an event to the trash`, async () => {
    const { public_id } = await buildEvent(await references());
    const count = await writing('DELETE', `/events/${public_id}`);
    expect(count).toBeLessThanOrEqual(HIGHEST.remove + locks(2));
  });

  it(`at most ${HIGHEST.venue} statements to create a venue`, async () => {
    const count = await writing('POST', '/venues', { venue: 'Counted' });
    expect(count).toBeLessThanOrEqual(HIGHEST.venue + locks(1));
  });

  it('as many statements for four references of each type as for one', async () => {
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
  it('needs at most 46 statements to change an event, with authentication', async () => {
    const { documentId } = await buildEvent(await references());
    const path = `/content-manager/collection-types/plugin::calendar.event/${documentId}?locale=en`;
    const counts: number[] = []; // The minimum of three, as background work executes statements too.
    for (let time = 0; time < 3; time += 1) {
      await tellingsEnded(strapi);
      const saved = () => admin('PUT', path, { title: title() });
      counts.push(counted((await statementsOf(saved)).statements));
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(46 + locks(5));
  });
});
