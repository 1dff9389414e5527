import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { onPostgres } from '../support/in-turn';
import { buildPicture } from '../support/pictures';
import { buildEvent, buildOrganizer, buildTag, buildVenue, type Stored } from '../support/records';
import { statementsOf } from '../support/statements';
import { tellingsEnded } from '../support/tellings';

/** The SQL statements executed by the admin that match. */
async function asking(work: () => Promise<unknown>, what: RegExp) {
  await tellingsEnded(strapi);
  const { statements } = await statementsOf(work);
  return statements.filter((sql) => what.test(sql));
}

it('does not read the rows of a record again for its form (D6.8)', async () => {
  const { documentId } = await buildEvent();
  const form = `/content-manager/collection-types/${uidOf('event')}/${documentId}?locale=en`;
  const answer = async () => {
    const { body } = await admin('GET', form);
    expect(body.meta).toMatchObject({ calendar: { status: 'publish' }, readers: {} });
  };
  expect(await asking(answer, /post_status.*document_id.{0,4} in \(/)).toEqual([]);
});

it('needs no more statements for the creators of several draft links (D16.7)', async () => {
  const { documentId } = await buildEvent();
  const links = '/calendar/admin/shared-drafts';
  const make = () => admin('POST', links, { documentId, language: 'en' });
  const names = () =>
    asking(() => admin('GET', `${links}?documentId=${documentId}&language=en`), /admin_users/);
  await make();
  const ofOne = await names();
  await make();
  await make();
  expect((await names()).length).toBe(ofOne.length);
});

it('does not look up a file that is updated by its id (D8.14)', async () => {
  const id = await buildPicture();
  const save = () =>
    strapi.db.query('plugin::upload.file').update({ where: { id }, data: { caption: 'A' } });
  const selected = await asking(save, /^select .* from .*"files"|^select .* from `files`/i);
  expect(selected.length).toBeLessThanOrEqual(2);
  expect(await asking(save, /files_related_mph/)).toHaveLength(1);
});

it('counts pending events through an index (D15.13)', async () => {
  await buildEvent({ post_status: 'pending' }, { publish: false });
  const seen: { sql: string; bindings: string[] }[] = [];
  const note = (query: (typeof seen)[number]) => seen.push(query);
  strapi.db.connection.on('query', note);
  const { body } = await admin('GET', '/calendar/admin/moderation?in=en');
  strapi.db.connection.removeListener('query', note);
  expect(body.total).toBe(1);
  const counted = seen.find(({ sql }) => /count\(.*calendar_events/i.test(sql));
  expect(counted?.sql).toMatch(/post_status. = /);
  const trx = await strapi.db.connection.transaction();
  try {
    // With few rows, PostgreSQL may prefer a scan, also of another index: whether this one is usable is tested without.
    if (onPostgres)
      await trx.raw('SET LOCAL enable_seqscan = off; DROP INDEX calendar_events_states');
    const plan = onPostgres
      ? await trx.raw("EXPLAIN SELECT id FROM calendar_events WHERE post_status = 'pending'")
      : await trx.raw(`EXPLAIN QUERY PLAN ${counted?.sql}`, counted?.bindings ?? []);
    expect(JSON.stringify(plan.rows ?? plan)).toContain('calendar_events_status');
  } finally {
    await trx.rollback();
  }
});

it('reads the references of events once for each filter of the agenda, and on SQLite its counts (D15.2)', async () => {
  const { public_id: tag } = await buildTag();
  const { public_id } = await buildEvent({ tags: [tag] });
  const list = async () => {
    const { body } = await admin('GET', `/calendar/admin/agenda?tag=${tag}&category=${tag}`);
    expect(body.results).toEqual([]);
    const { body: found } = await admin('GET', `/calendar/admin/agenda?tag=${tag}`);
    expect(found.results).toMatchObject([{ id: public_id }]);
  };
  const statements = await asking(list, /calendar_agenda/);
  const times = (sql: string) => sql.split('calendar_links').length - 1;
  // For a page, PostgreSQL reads the references of few events.
  expect(statements.map(times)).toEqual(onPostgres ? [2, 2, 1, 1] : [2, 0, 0, 1, 0, 0]);
});

/**
 * Makes a table look unused: no pages of its indexes that deleted rows have left, whose number decides among plans of
 * few rows, and all its pages visible to index-only scans, which an open transaction may prevent.
 */
async function tidy(table: string): Promise<void> {
  const { connection } = strapi.db;
  await connection.raw(`REINDEX TABLE ${table}`);
  const pages = 'SELECT 1 FROM pg_class WHERE oid = ?::regclass AND relallvisible < relpages';
  do await connection.raw(`VACUUM ANALYZE ${table}`);
  while ((await connection.raw(pages, table)).rows.length > 0);
}

(onPostgres ? it : it.skip)(
  'finds the events of references in an index, without their wide rows, for the agenda (D15.2)',
  async () => {
    const { public_id: tag } = await buildTag();
    const seen: { sql: string; bindings: string[] }[] = [];
    const note = (query: (typeof seen)[number]) => seen.push(query);
    strapi.db.connection.on('query', note);
    await admin('GET', `/calendar/admin/agenda?tag=${tag}`);
    strapi.db.connection.removeListener('query', note);
    const { sql, bindings } = seen.find((each) => /calendar_links/.test(each.sql))!;
    await tidy('calendar_events');
    const trx = await strapi.db.connection.transaction();
    try {
      // As with many events: no scan of the table, no look-up of each row in it, and no sorted rows of both.
      for (const way of ['seqscan', 'bitmapscan', 'nestloop', 'mergejoin'])
        await trx.raw(`SET LOCAL enable_${way} = off`);
      const { rows } = await trx.raw(`EXPLAIN ${sql.replace(/\$\d+/g, '?')}`, bindings);
      expect(JSON.stringify(rows)).toContain('Index Only Scan using calendar_events_states');
    } finally {
      await trx.rollback();
    }
  },
);

it('reads the texts of events once for a search of the agenda and its counts (D15.5)', async () => {
  const { public_id } = await buildEvent({ title: 'Searched once' });
  const list = async () => {
    const { body } = await admin('GET', '/calendar/admin/agenda?q=searched+once');
    expect(body.results).toMatchObject([{ id: public_id }]);
    expect(body.counts).toMatchObject({ all: 1, trash: 0 });
  };
  const words = 2;
  const searching = (sql: string) => sql.split("COALESCE(e.search_text, '') LIKE").length - 1;
  const statements = await asking(list, /calendar_agenda/);
  const ofEvents = statements.filter((sql) => searching(sql) > 0);
  // In the events, venues and organizers; PostgreSQL looks up the names before.
  expect(ofEvents.map(searching)).toEqual([onPostgres ? words : 3 * words]);
  const reading = (sql: string) => sql.split(/calendar_events[`"]? e\b/).length - 1;
  expect(ofEvents.map(reading)).toEqual([2 * words]); // The rows that name a venue, and an organizer.
});

it('reads the texts of events once for all views and pages of a search, until something changes (D15.5)', async () => {
  await buildEvent({ title: 'Viewed often' });
  const views = async () => {
    for (const view of ['all', 'draft', 'all&page=2'])
      await admin('GET', `/calendar/admin/agenda?q=viewed+often&view=${view}`);
  };
  const searches = () => asking(views, /calendar_agenda.*search_text/s);
  const [first, second] = [await searches(), await searches()];
  expect(Math.min(first.length, second.length)).toBeLessThanOrEqual(1); // Background commits may cause another.
  const { public_id } = await buildEvent({ title: 'Viewed often, too' });
  expect((await searches()).length).toBeGreaterThanOrEqual(1);
  const { body } = await admin('GET', '/calendar/admin/agenda?q=viewed+often');
  expect(body.results).toMatchObject([{}, { id: public_id }]);
});

it('reads no texts for a picker without words, which shows the newest records (D4.5)', async () => {
  const { public_id } = await buildEvent();
  const chosen = async (words: string) => {
    const list = async () => {
      const { body } = await admin('GET', `/calendar/admin/references/event?q=${words}`);
      expect(body.results[0]).toMatchObject({ id: public_id });
    };
    return asking(list, /GROUP BY public_id/);
  };
  for (const statement of await chosen('')) expect(statement).not.toContain('search_text');
  const searching = expect.stringContaining('search_text');
  expect(await chosen('event')).toEqual([
    searching,
    expect.stringContaining('calendar_search_text'),
  ]);
  expect(await chosen('ev')).toEqual([searching]);
});

describe('the entries that Strapi counts on its home page (D15.14)', () => {
  const path = '/content-manager/homepage/count-documents';
  const homepage = () => strapi.plugin('content-manager').service('homepage');

  /** Those that Strapi itself counts for the first administrator. */
  const asAdministrator = async <Read>(read: () => Promise<Read>) => {
    const user = await strapi.db.query('admin::user').findOne({ populate: ['roles'] });
    const { engine } = strapi.service('admin::permission');
    const userAbility = await engine.generateUserAbility(user);
    const ctx = { state: { user, userAbility } } as Parameters<typeof strapi.requestContext.run>[0];
    return strapi.requestContext.run(ctx, read as () => Promise<void>) as Promise<Read>;
  };
  const ofStrapi = () => asAdministrator(() => homepage().getCountDocuments());
  const lastOfStrapi = () =>
    asAdministrator<Stored[]>(() => homepage().getRecentlyPublishedDocuments());

  it('are those of Strapi, and counted again after a change', async () => {
    const counts = async () => (await admin('GET', path)).body.data;
    const before = await counts();
    expect(before).toEqual(await ofStrapi());
    await buildEvent({}, { publish: false });
    const { documentId } = await buildEvent();
    const data = { cost: '5' } as never;
    await strapi.documents(uidOf('event')).update({ documentId, locale: 'en', data });
    await buildVenue();
    await buildTag();
    const after = await counts();
    expect(after).toEqual(await ofStrapi());
    expect(after).toEqual({
      draft: before.draft + 1,
      modified: before.modified + 1,
      published: before.published + 2,
    });
  });

  it('has as last published what Strapi finds, for who may read all or some (D15.14)', async () => {
    await buildEvent({ title: 'Publié' });
    await buildEvent({ title: 'Not published' }, { publish: false });
    const { documentId } = await buildVenue();
    await buildVenue({ venue: 'Salle' }, { of: { documentId } as Stored, language: 'fr' });
    const path = '/content-manager/homepage/recent-documents?action=publish';
    const { body } = await admin('GET', path);
    expect(body.data).toHaveLength(4);
    const key = ({ documentId: id, locale, publishedAt }: Stored) => [id, locale, publishedAt];
    expect(body.data.map(key)).toEqual((await lastOfStrapi()).map(key));
    const ask = await adminWith('event', ['read', 'create', 'publish'], { own: ['read'] });
    expect((await ask('GET', path)).body.data).toEqual([]);
    const forms = '/content-manager/collection-types/plugin::calendar.event';
    const made = await ask('POST', `${forms}/actions/publish?locale=en`, {
      title: 'Own',
      start_date: '2031-05-10 10:00:00',
      end_date: '2031-05-10 12:00:00',
    });
    expect(made.status).toBeLessThan(300);
    const seen = (await ask('GET', path)).body.data;
    expect(seen).toMatchObject([{ title: 'Own', documentId: made.body.data.documentId }]);
  });

  it('are of types that the user may read', async () => {
    await buildVenue();
    const ask = await adminWith('venue', ['read']);
    const { body } = await ask('GET', path);
    const venues = await strapi.db.query(uidOf('venue')).findMany({ select: ['documentId'] });
    const all = new Set(venues.map(({ documentId }) => documentId)).size;
    expect(body.data.draft + body.data.published + body.data.modified).toBe(all);
  });

  it('are counted once until a change, and are read, as the last published are, through an index', async () => {
    const recent = '/content-manager/homepage/recent-documents?action=publish';
    const seen: { sql: string; bindings: unknown[] }[] = [];
    const note = (query: (typeof seen)[number]) => seen.push(query);
    await buildEvent();
    await buildVenue();
    await buildOrganizer();
    await tellingsEnded(strapi);
    strapi.db.connection.on('query', note);
    await admin('GET', path);
    await admin('GET', path);
    await admin('GET', recent);
    strapi.db.connection.removeListener('query', note);
    const counting = seen.filter(({ sql }) => /calendar_events.*group by/is.test(sql));
    expect(counting).toHaveLength(1);
    const last = seen.filter(({ sql }) =>
      /calendar_(events|venues|organizers).*order by (?:.{6}|e\.)published_at/is.test(sql),
    );
    const found = onPostgres ? [] : last.filter(({ sql }) => /SELECT e\.id/.test(sql));
    expect(found).toHaveLength(onPostgres ? 0 : 3);
    expect(last).toHaveLength(3 + found.length);
    const trx = await strapi.db.connection.transaction();
    try {
      for (const way of onPostgres ? ['seqscan', 'bitmapscan', 'sort', 'hashagg'] : [])
        await trx.raw(`SET LOCAL enable_${way} = off`);
      for (const [index, statements] of [
        [/calendar_events_states/, counting],
        [/COVERING INDEX calendar_\w+_changed/, found], // SQLite would read other lists by `published_at`, too.
        [
          onPostgres ? /calendar_\w+_published_at/ : /USING INTEGER PRIMARY KEY/,
          last.filter((one) => !found.includes(one)),
        ],
      ] as const) {
        for (const { sql, bindings } of statements) {
          const explain = onPostgres
            ? `EXPLAIN ${sql.replace(/\$\d+/g, '?')}`
            : `EXPLAIN QUERY PLAN ${sql}`;
          const plan = await trx.raw(explain, bindings as string[]);
          expect(JSON.stringify(plan.rows ?? plan)).toMatch(index);
        }
      }
    } finally {
      await trx.rollback();
    }
  });
});

describe('searching the agenda among many events (D15.5)', () => {
  const hidden = async (event: Stored) => {
    const rows = strapi.db.connection('calendar_agenda').where({ event_id: event.public_id });
    return Number((await rows.first('hidden')).hidden);
  };
  const found = async (word: string) => {
    const { body } = await admin('GET', `/calendar/admin/agenda?q=${word}&view=all`);
    const { body: trash } = await admin('GET', `/calendar/admin/agenda?q=${word}&view=trash`);
    return [...body.results, ...trash.results].map(({ id }: Stored) => id);
  };
  const draft = (event: Stored, data: object) =>
    strapi.documents(uidOf('event')).update({
      ...{ documentId: event.documentId, locale: 'en' },
      data: data as never,
    });

  it('finds what is not public in the rows of those events alone', async () => {
    const open = await buildEvent({ description: 'zanzibar1' });
    const edited = await buildEvent({ description: 'zanzibar2' });
    const unpublished = await buildEvent({ description: 'zanzibar3' }, { publish: false });
    const secret = await buildEvent({ description: 'zanzibar4', password: 'x' });
    const own = await buildEvent({ description: 'zanzibar5', post_status: 'private' });
    const gone = await buildEvent({ description: 'zanzibar6' });
    await draft(edited, { description: 'quagga2' });
    await draft(gone, { trashed_at: new Date() });
    const all = [open, edited, unpublished, secret, own, gone];
    for (const [at, event] of all.entries()) {
      expect([at, await found(`zanzibar${at + 1}`)]).toEqual([at, [event.public_id]]);
      expect([at, await hidden(event)]).toEqual([at, event === open ? 0 : 1]);
    }
    expect(await found('quagga2')).toEqual([edited.public_id]);
    await strapi.documents(uidOf('event')).publish({ documentId: edited.documentId, locale: 'en' });
    expect([await hidden(edited), await found('quagga2')]).toEqual([0, [edited.public_id]]);
    expect(await found('zanzibar2')).toEqual([]);
    expect((await found('zanzibar')).toSorted((one, other) => one - other)).toEqual(
      all.filter((event) => event !== edited).map(({ public_id }) => public_id),
    );
  });

  (onPostgres ? it : it.skip)(
    'names the records whose names have the word, so that PostgreSQL knows how many events refer to them',
    async () => {
      const venue = await buildVenue({ venue: 'Quokka hall' });
      const { public_id } = await buildEvent({ venue: [venue.public_id] });
      const seen: { sql: string; bindings: unknown[] }[] = [];
      const note = (query: (typeof seen)[number]) => seen.push(query);
      strapi.db.connection.on('query', note);
      expect(await found('quokka')).toEqual([public_id]);
      strapi.db.connection.removeListener('query', note);
      const [search] = seen.filter(({ sql }) => /calendar_agenda.*search_text/s.test(sql));
      expect(search?.bindings).toContain(venue.public_id);
      expect(search?.sql).not.toContain('calendar_venues');
    },
  );

  it('finds the texts of public events by an index', async () => {
    const seen: { sql: string; bindings: unknown[] }[] = [];
    const note = (query: (typeof seen)[number]) => seen.push(query);
    strapi.db.connection.on('query', note);
    await admin('GET', '/calendar/admin/agenda?q=okapi');
    strapi.db.connection.removeListener('query', note);
    const [search] = seen.filter(({ sql }) => /calendar_agenda.*search_text/s.test(sql));
    if (onPostgres) {
      expect(search?.sql).toMatch(/calendar_search_text"? s WHERE \(s\.text LIKE/);
      return; // With few rows its plan differs.
    }
    const bindings = search?.bindings as string[];
    const plan = JSON.stringify(
      await strapi.db.connection.raw(`EXPLAIN QUERY PLAN ${search?.sql}`, bindings),
    );
    expect(plan).toContain('SCAN calendar_search_index VIRTUAL TABLE');
    expect(plan).not.toMatch(/SCAN h\b/);
  });
});
