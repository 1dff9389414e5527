import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import event from '../../src/plugins/calendar/server/src/content-types/event/schema.json';
import { doors, someTimes } from '../support/doors';
import { inFull } from '../support/extent';
import {
  checkout,
  destroyedElsewhere,
  elsewhere,
  endedElsewhere,
  extend,
  ownFields,
  strapiCommand,
  type Told,
} from '../support/processes/run';
import { allTold } from '../support/processes/told.cjs';

const Database = require('better-sqlite3');

const onPostgres = process.env.DATABASE_CLIENT === 'postgres';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-processes-'));
const own = path.join(folder, 'checkout');
const [, code] = doors.at(-1)!;

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const ownSqlite = (name: string) => ({
  DATABASE_CLIENT: 'sqlite',
  DATABASE_URL: '',
  DATABASE_FILENAME: path.join(folder, `${name}.db`),
});

/** A second schema; the run removes it by its name. */
const second = `${process.env.DATABASE_SCHEMA}_back`;

async function secondSchema() {
  await strapi.db.connection.raw(`CREATE SCHEMA IF NOT EXISTS ${second}`);
  return { DATABASE_SCHEMA: second };
}

const idsOf = ({ events }: Told) =>
  Object.fromEntries(events.map(({ documentId, public_id }) => [documentId, public_id]));

const authorsOf = ({ events }: Told) =>
  Object.fromEntries(events.map(({ documentId, author }) => [documentId, author]));

function expectSame(there: Told, here: Told) {
  expect(idsOf(there)).toEqual(idsOf(here));
  expect(authorsOf(there)).toEqual(authorsOf(here));
  expect(there.links).toBe(here.links);
}

const compiledAt = () => fs.statSync(path.join(own, 'dist/src/index.js')).mtimeMs;

/** A user whose id follows a gap left by deleted ones, which an import closes. */
async function authorBehindAGap(): Promise<number> {
  const users = strapi.db.query('plugin::users-permissions.user');
  const [gone, , user] = [
    await users.create({ data: { username: 'gone', email: 'gone@example.org' } }),
    await users.create({ data: { username: 'other', email: 'other@example.org' } }),
    await users.create({ data: { username: 'behind-a-gap', email: 'behind@example.org' } }),
  ];
  await users.delete({ where: { id: gone.id } });
  return user.id;
}

it('shutdown waits for callbacks that run after a commit', async () => {
  expect(await endedElsewhere(onPostgres ? {} : ownSqlite('ended'))).toEqual(expect.any(Number));
});

inFull('a restart in development does not wait for the WebSocket of an open page', async () => {
  const took = await destroyedElsewhere(onPostgres ? {} : ownSqlite('upgraded'));
  expect(took).toBeLessThan(10_000); // Responses may take half a minute.
});

if (!onPostgres) {
  inFull('ids survive a restart and continue where they stopped', async () => {
    const env = ownSqlite('restart');
    const before = await elsewhere(['create', '3', 'First'], env);
    const after = await elsewhere(['create', '1', 'Later'], env);
    expect(idsOf(after.before)).toEqual(idsOf(before));
    expect(after.events[0]?.public_id).toBe(4);
  });

  it('an import is refused where it would replace a symbolic link to the uploads', async () => {
    const linked = path.join(folder, 'linked');
    checkout(linked);
    const uploads = path.join(linked, 'public/uploads');
    const shared = path.join(folder, 'shared');
    fs.renameSync(uploads, shared);
    fs.symlinkSync(shared, uploads);
    const run = (words: string[]) => strapiCommand(linked, words, ownSqlite('linked'));
    const words = ['import', '--force', '--file', 'missing.tar'];
    await expect(run(words)).rejects.toThrow(`${uploads} is a symbolic link`);
    await expect(run(['transfer', '--from=https://example.org'])).rejects.toThrow('symbolic link');
    for (const others of [['--exclude', 'config,files'], ['--only=content']]) {
      await expect(run([...words, ...others])).rejects.toThrow(/path: '.*missing\.tar'/); // Strapi's own.
    }
    expect(fs.lstatSync(uploads).isSymbolicLink()).toBe(true);
  });

  it('invalid environment variables stop the start and are named in the error', async () => {
    const env = { ...ownSqlite('wrong'), TRUST_PROXY: 'perhaps', PORT: 'abc' };
    await expect(elsewhere(['read'], env)).rejects.toThrow(
      /PORT: must be a whole number.*\n\s*TRUST_PROXY: must be true or false/,
    );
  });
}

/** Makes the database refuse what an import does directly before its COMMIT, as a full disk would that. */
async function refuseImports({ DATABASE_FILENAME }: Record<string, string>) {
  if (DATABASE_FILENAME) {
    const database = new Database(DATABASE_FILENAME);
    database.exec(
      `CREATE TRIGGER planted BEFORE DELETE ON calendar_repairs BEGIN SELECT RAISE(ABORT, 'planted'); END`,
    );
    return database.close();
  }
  await strapi.db.connection.raw(`CREATE FUNCTION ${second}.planted() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'planted'; END $$;
    CREATE TRIGGER planted BEFORE DELETE ON ${second}.calendar_repairs
      FOR EACH ROW EXECUTE FUNCTION ${second}.planted()`);
}

inFull('an import that the database does not store fails and says so', async () => {
  const copy = path.join(folder, 'unstored');
  checkout(copy);
  const file = path.join(folder, 'kept');
  const env = onPostgres ? await secondSchema() : ownSqlite('unstored');
  const { before, events } = await elsewhere(['create', '1', 'Kept'], env);
  await strapiCommand(copy, ['export', '--no-encrypt', '--no-compress', '--file', file], env);
  await elsewhere(['create', '1', 'Later'], env);
  await refuseImports(env);
  const importing = strapiCommand(copy, ['import', '--force', '--file', `${file}.tar`], env);
  const told = expect.stringMatching(/The import or transfer was not stored \(.*planted\): /);
  await expect(importing).rejects.toMatchObject({ code: 1, stdout: told });
  await expect(importing).rejects.toMatchObject({
    stdout: expect.not.stringContaining('completed successfully'),
  });
  const kept = await elsewhere(['read'], env);
  expect(kept.before.events).toHaveLength(before.events.length + events.length + 1);
  if (onPostgres) await strapi.db.connection.raw(`DROP SCHEMA ${second} CASCADE`);
});

const PROCESSES = [1, 2, 3];

if (onPostgres) {
  inFull(
    '40 concurrent creates in each of three processes get distinct ids and slugs',
    async () => {
      const made = await Promise.all(PROCESSES.map(() => elsewhere(['create', '40', 'Rush'])));
      const events = made.flatMap((each) => each.events);
      const all = 40 * PROCESSES.length;
      expect(events).toHaveLength(all);
      expect(new Set(events.map(({ public_id }) => public_id)).size).toBe(all);
      expect(new Set(events.map(({ slug }) => slug)).size).toBe(all);
    },
  );

  inFull(
    'ids, authors and links survive export and import from PostgreSQL to SQLite and back',
    async () => {
      const { documentId: id } = await code.create('event', {
        title: 'Moved',
        ...someTimes,
        venue: [5],
        author: await authorBehindAGap(),
      });
      await code.update('event', id, { title: 'Déplacé' }, 'fr');
      await code.publish('event', id, '*');
      const here: Told = await allTold(strapi);
      expect(Object.values(authorsOf(here))).toContain('behind-a-gap');
      const gone = await code.create('event', { title: 'Gone', ...someTimes });
      await strapi.documents('plugin::calendar.event').delete({ documentId: gone.documentId });
      checkout(own);
      const compiled = compiledAt();
      const sqlite = ownSqlite('moved');
      await move({}, sqlite, 'there');
      expectSame(await elsewhere(['read'], sqlite), here);
      const last = await secondSchema();
      await move(sqlite, last, 'back');
      const { before, events } = await elsewhere(['create', '1', 'Next'], last);
      expectSame(before, here);
      const [next] = events;
      expect(next?.public_id).toBe(gone.public_id + 1);
      expect(compiledAt()).toBe(compiled); // Other processes may be using it.
    },
  );
}

/**
 * The schema of events with a host's components, as the Content-Type Builder writes it, without hidden fields; and with
 * options that would delete drafts and languages.
 */
function schemaWithSeats() {
  const { config: _, attributes, ...schema } = event;
  const { search_text: __, ...visible } = attributes;
  const seats = { type: 'component', component: 'shared.seat', repeatable: true };
  const options = { draftAndPublish: false };
  const pluginOptions = { 'content-manager': { visible: true } };
  const own = { seats, code: { type: 'password' } };
  return { ...schema, options, pluginOptions, attributes: { ...visible, ...own } };
}

inFull(
  'unfinished edits of fields that a host has added to events stay in the draft, for review',
  async () => {
    const own = path.join(folder, 'fields');
    checkout(own);
    const seat = { collectionName: 'seats', info: { displayName: 'Seat' } };
    extend(own, {
      'components/shared/seat.json': { ...seat, attributes: { row: { type: 'string' } } },
      'extensions/calendar/content-types/event/schema.json': schemaWithSeats(),
    });
    const env = onPostgres ? await secondSchema() : ownSqlite('fields');
    const website = 'https://example.org/ubu';
    const rows = ['A', 'B'].map((row) => JSON.stringify([{ row }]));
    expect(await ownFields(own, env)).toEqual({
      changes: [{ field: 'seats', kind: 'text', before: rows[0], after: rows[1] }],
      draft: { rows: ['B'], website },
      published: { rows: ['A'], website },
      languages: ['en'],
      messages: [JSON.stringify(['title'])],
    });
  },
);

async function move(from: object, to: object, name: string) {
  const file = path.join(folder, name);
  await strapiCommand(own, ['export', '--no-encrypt', '--no-compress', '--file', file], {
    ...from,
  });
  expect(fs.statSync(`${file}.tar`).mode & 0o777).toBe(0o600);
  await strapiCommand(own, ['import', '--force', '--file', `${file}.tar`], { ...to });
}
