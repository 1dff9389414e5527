import { setTimeout as pause } from 'node:timers/promises';
import { isPostgres, recordTable } from '../../src/plugins/calendar/server/src/database/run';

const sql = (statement: string) => strapi.db.connection.raw(statement);

/** A constraint trigger that waits until COMMIT, and then does this. */
async function doAtCommit(table: string, statement: string) {
  await sql('CREATE SEQUENCE planted_commits');
  await sql(`CREATE FUNCTION planted_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${statement}; RETURN NULL; END $$`);
  await sql(`CREATE CONSTRAINT TRIGGER planted_commit AFTER INSERT OR UPDATE OR DELETE ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION planted_commit()`);
}

const raiseAtCommit = (table: string, code: string, times: number) =>
  doAtCommit(
    table,
    `IF nextval('planted_commits') <= ${times} THEN RAISE 'planted' USING ERRCODE = '${code}'; END IF`,
  );

/** A row that refers to nothing, which SQLite looks at when it commits. */
async function orphanAtCommit(table: string) {
  await sql(`CREATE TABLE planted_commits (id integer PRIMARY KEY,
    parent integer REFERENCES planted_commits (id) DEFERRABLE INITIALLY DEFERRED)`);
  for (const action of ['INSERT', 'UPDATE', 'DELETE']) {
    await sql(`CREATE TRIGGER planted_${action} AFTER ${action} ON ${table}
      BEGIN INSERT INTO planted_commits (parent) VALUES (-1); END`);
  }
}

async function allowCommits() {
  if (isPostgres()) {
    await sql('DROP FUNCTION IF EXISTS planted_commit CASCADE');
    await sql('DROP SEQUENCE IF EXISTS planted_commits');
    return;
  }
  for (const action of ['INSERT', 'UPDATE', 'DELETE']) {
    await sql(`DROP TRIGGER IF EXISTS planted_${action}`);
  }
  await sql('DROP TABLE IF EXISTS planted_commits');
}

/** The pool learns of a connection that is gone when its socket has closed: until then it may hand it out. */
async function allowCommitsAgain() {
  for (let tries = 1; ; tries += 1) {
    try {
      return await allowCommits();
    } catch (error) {
      if (tries === 100) throw error;
      await pause(100);
    }
  }
}

interface Failure {
  /** PostgreSQL's code for it; SQLite knows one kind only. */
  code?: string;
  times?: number;
}

/** Does the work while COMMIT takes so many seconds, on PostgreSQL, of a transaction that changed an event. */
export async function whileCommitsTake<Result>(
  seconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await doAtCommit(
      recordTable('event'),
      `IF nextval('planted_commits') = 1 THEN PERFORM pg_sleep(${seconds}); END IF`,
    );
    return await work();
  } finally {
    await allowCommits();
  }
}

/** Does the work while the first transaction that changed an event loses its connection as it commits, on PostgreSQL. */
export async function whileCommitLosesItsConnection<Result>(
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await doAtCommit(
      recordTable('event'),
      `IF nextval('planted_commits') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF`,
    );
    return await work();
  } finally {
    await allowCommitsAgain();
  }
}

interface Row {
  table: string;
  action: 'INSERT' | 'UPDATE';
  /** A condition of NEW. */
  isMeant: string;
}

/** Does the work while rows like this cannot be written, and only then. */
export async function whileRowFails<Result>(
  { table, action, isMeant }: Row,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    if (isPostgres()) {
      await sql(`CREATE FUNCTION planted_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF ${isMeant} THEN RAISE 'planted'; END IF; RETURN NEW; END $$`);
      await sql(`CREATE TRIGGER planted_commit BEFORE ${action} ON ${table}
        FOR EACH ROW EXECUTE FUNCTION planted_commit()`);
    } else {
      await sql(`CREATE TRIGGER planted_${action} BEFORE ${action} ON ${table} WHEN ${isMeant}
        BEGIN SELECT RAISE(ABORT, 'planted'); END`);
    }
    return await work();
  } finally {
    await allowCommits();
  }
}

/** Does the work while an event of this title cannot be changed, and only then. */
export const whileTitleFails = <Result>(title: string, work: () => Promise<Result>) =>
  whileRowFails(
    { table: recordTable('event'), action: 'UPDATE', isMeant: `NEW.title = '${title}'` },
    work,
  );

/** Does the work while every transaction that changed an event fails when it commits, and only then. */
export async function whileCommitsFail<Result>(
  work: () => Promise<Result>,
  { code = '23514', times = 1e6 }: Failure = {},
): Promise<Result> {
  const table = recordTable('event');
  try {
    await (isPostgres() ? raiseAtCommit(table, code, times) : orphanAtCommit(table));
    return await work();
  } finally {
    await allowCommits();
  }
}
