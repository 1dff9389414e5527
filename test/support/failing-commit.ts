import { setTimeout as pause } from 'node:timers/promises';
import { recordTable } from '../../src/plugins/calendar/server/src/content-types/rows';
import { isPostgres } from '../../src/plugins/calendar/server/src/database/run';

const sql = (statement: string) => strapi.db.connection.raw(statement);

/** Executes a statement at COMMIT, by a deferred constraint trigger. */
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

/** Makes COMMIT fail on SQLite, by a row that violates a deferred foreign key. */
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

/** Retries, since the pool may hand out the lost connection until its socket has closed. */
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
  /** PostgreSQL's SQLSTATE; SQLite has only one kind of failure. */
  code?: string;
  times?: number;
}

/** Runs work while, on PostgreSQL, the first COMMIT of a transaction that changed an event takes this many seconds. */
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

/** Runs work while, on PostgreSQL, the first transaction that changed an event loses its connection at COMMIT. */
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
  /** An SQL condition on NEW. */
  isMeant: string;
}

/** Runs work while matching rows cannot be written. */
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

/** Runs work while an event with this title cannot be changed. */
export const whileTitleFails = <Result>(title: string, work: () => Promise<Result>) =>
  whileRowFails(
    { table: recordTable('event'), action: 'UPDATE', isMeant: `NEW.title = '${title}'` },
    work,
  );

/** Runs work while transactions that changed an event fail at COMMIT; `times` limits how many (PostgreSQL). */
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
