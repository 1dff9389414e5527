import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { admin } from '../support/admin';
import { apiToken, bearer } from '../support/callers';
import { isExhaustive } from '../support/extent';
import { type Answer, api, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { buildCategory, buildEvent, buildVenue, type Stored } from '../support/records';
import { PATIENT, withSettings } from '../support/settings';

withSettings(PATIENT);

const CONTENT = '/content-manager/collection-types/plugin::calendar';
const ROUNDS = isExhaustive ? 3 : 1;

let full: Record<string, string>;
let names = 0;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const fresh = (word: string) => {
  names += 1;
  return `${word} ${names}`;
};

const write = (method: string, path: string, body: object) => send(method, api(path), body, full);

/** The answers to requests sent concurrently; expects no deadlock on PostgreSQL. */
async function together(requests: () => Promise<Answer>[]): Promise<Answer[]> {
  const givenUp: string[] = [];
  const note = ({ code, message }: { code?: string; message: string }) => {
    if (code === '40P01') givenUp.push(message);
  };
  strapi.db.connection.on('query-error', note);
  const answers = await Promise.all(requests());
  strapi.db.connection.removeListener('query-error', note);
  expect(givenUp).toEqual([]);
  return answers;
}

const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };
const pathOf = ({ public_id }: Stored) => `/events/${public_id}`;
const newEvent = (body: object) => ({ title: fresh('Fair'), ...times, ...body });

describe('concurrent writes', () => {
  it('succeed without deadlocks, whatever related records they create', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const event = await buildEvent();
      const [top, other] = [await buildCategory(), await buildCategory()];
      const parent = top.public_id;
      const answers = await together(() => [
        write('POST', '/events', newEvent({ tags: [fresh('tag')] })),
        write(
          'POST',
          '/events',
          newEvent({ tags: [fresh('tag')], venue: { venue: fresh('Hall') } }),
        ),
        write('POST', '/events', newEvent({ organizer: [{ organizer: fresh('Ana') }] })),
        write('POST', '/events', newEvent({ categories: [{ name: fresh('Music'), parent }] })),
        write('PATCH', pathOf(event), { venue: { venue: fresh('Hall') }, slug: fresh('fair') }),
        write('PATCH', pathOf(event), { tags: [fresh('tag')], categories: [fresh('Music')] }),
        write('POST', '/venues', { venue: fresh('Hall') }),
        write('POST', '/tags', { name: fresh('tag') }),
        write('PATCH', `/categories/${other.public_id}`, { parent }),
        admin('POST', `${CONTENT}.event/clone/${event.documentId}`, { title: fresh('Fair') }),
        admin('PUT', `${CONTENT}.category/${other.documentId}`, { name: fresh('Art'), parent }),
        admin('POST', `${CONTENT}.tag`, { name: fresh('tag') }),
      ]);
      const refused = answers.filter(({ status }) => status >= 400);
      expect(refused.map(({ text }) => text)).toEqual([]);
    }
  });

  it('create a venue once, without deadlocks, when PUT and POST claim the same slug', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const slugs = Array.from({ length: 4 }, () => fresh('named').replace(' ', '-'));
      const answers = await together(() =>
        slugs.flatMap((slug) => [
          send(
            'PUT',
            api(`/venues/by-slug/${slug}`),
            { venue: 'Hall', external_id: slug },
            { ...full, 'if-none-match': '*' },
          ),
          write('POST', '/venues', { venue: 'Hall', slug, external_id: slug }),
        ]),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(slugs.length);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    }
  });

  it('cannot make two events each other’s parent', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await buildEvent(), await buildEvent()];
      const answers = await together(() => [
        write('PATCH', pathOf(one), { post_parent: other.public_id }),
        write('PATCH', pathOf(other), { post_parent: one.public_id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('do not deadlock during bulk actions in the admin', async () => {
    const bulk = (type: string, action: string, records: Stored[]) =>
      admin('POST', `${CONTENT}.${type}/actions/${action}?locale=en`, {
        documentIds: records.map(({ documentId }) => documentId),
      });
    for (let round = 0; round < ROUNDS; round += 1) {
      const events = [await buildEvent(), await buildEvent(), await buildEvent()];
      const [top, below] = [await buildCategory(), await buildCategory()];
      const parent = top.public_id;
      const answers = await together(() => [
        bulk('event', 'bulkPublish', events),
        bulk('event', 'bulkPublish', [...events].reverse()),
        bulk('category', 'bulkDelete', [top, below]),
        admin('PUT', `${CONTENT}.category/${below.documentId}`, { name: fresh('Art'), parent }),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    }
  });
});

/** Waiting statements of a connection of node-pg. */
interface Waiting {
  _queryQueue: unknown[];
}

if (onPostgres) {
  it('a save sends PostgreSQL no statement while its connection waits for another', async () => {
    const { prototype } = strapi.db.connection.client.driver.Client;
    const { query } = prototype;
    const queued: unknown[] = [];
    prototype.query = function (this: Waiting, ...given: unknown[]) {
      const answer = query.apply(this, given);
      if (this._queryQueue.length > 0) queued.push(given[0]);
      return answer;
    };
    try {
      const { body } = await write(
        'POST',
        '/events',
        newEvent({ venue: { venue: fresh('Hall') } }),
      );
      const languages = ['ar', 'es', 'fr'].map((language) =>
        send('PATCH', api(`/events/${body.id}`, language), { title: fresh('Fair') }, full),
      );
      expect((await Promise.all(languages)).map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      prototype.query = query;
    }
    expect(queued).toEqual([]);
  });
}

const sql = (statement: string) => strapi.db.connection.raw(statement);

/** Makes PostgreSQL report a deadlock for the first transactions that change events. */
async function giveUp(times: number) {
  await sql('CREATE SEQUENCE given_up');
  await sql(`CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('given_up') <= ${times} THEN RAISE 'given up' USING ERRCODE = 'deadlock_detected'; END IF;
    RETURN NULL; END $$`);
  await sql(`CREATE TRIGGER give_up AFTER UPDATE ON ${recordTable('event')}
    FOR EACH STATEMENT EXECUTE FUNCTION give_up()`);
}

if (onPostgres) {
  describe('a write that PostgreSQL aborts because of a deadlock', () => {
    afterEach(async () => {
      await sql('DROP FUNCTION give_up CASCADE');
      await sql('DROP SEQUENCE given_up');
    });

    it('is retried twice and leaves nothing of the failed attempts', async () => {
      const event = await buildEvent({ title: 'Before' });
      await giveUp(2);
      const venue = { venue: fresh('Hall') };
      const { status, body } = await write('PATCH', pathOf(event), { title: 'After', venue });
      expect([status, body.title, body.venue.venue]).toEqual([200, 'After', venue.venue]);
      const halls = await strapi.db.query('plugin::calendar.venue').count({ where: venue });
      expect(halls).toBe(2); // Its draft and its published row.
    });

    it('returns its validation error after a retry', async () => {
      const venue = await buildVenue({}, { publish: false });
      const nameless = { where: { documentId: venue.documentId }, data: { venue: null } };
      await strapi.db.query('plugin::calendar.venue').updateMany(nameless);
      const event = await buildEvent({}, { publish: false });
      await giveUp(1);
      const sent = { title: 'After', venue: venue.public_id, status: 'publish' };
      const { status, body } = await write('PATCH', pathOf(event), sent);
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['venue']]);
    });

    it('returns 503 after the third abort and succeeds when sent again', async () => {
      const event = await buildEvent({ title: 'Before' });
      await giveUp(3);
      expect((await write('PATCH', pathOf(event), { title: 'After' })).status).toBe(503);
      expect((await write('PATCH', pathOf(event), { title: 'After' })).status).toBe(200);
    });
  });
}
