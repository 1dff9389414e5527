import { mayChange } from '../../../src/plugins/calendar/server/src/database/data-changes';

it.each([
  'insert into "public"."calendar_events" ("title") values ($1)',
  'update "calendar_events" set "title" = $1',
  'delete from "files" where "id" = $1',
  'UPDATE calendar_events SET title = 1',
  'update "strapi_core_store_settings" set "value" = $1',
  'WITH moved AS (DELETE FROM a RETURNING *) INSERT INTO b SELECT * FROM moved',
  'TRUNCATE "calendar_events"',
  'alter table "calendar_events" add column a integer',
  'INSERT INTO @t SELECT 1',
])('recognizes a statement that changes data: %s', (sql) => {
  expect(mayChange(sql)).toBe(true);
});

it.each([
  'select * from "calendar_events" where title = $1',
  'SELECT pg_advisory_xact_lock(1)',
  'WITH RECURSIVE tree AS (SELECT 1) SELECT * FROM tree',
  'BEGIN;',
  'COMMIT;',
  'SAVEPOINT trx2;',
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'insert into "public"."strapi_sessions" ("id") values ($1)',
  'update "admin_users" set "a" = $1',
  'update "strapi_api_tokens" set "last_used_at" = $1',
])('recognizes a statement that changes nothing in responses: %s', (sql) => {
  expect(mayChange(sql)).toBe(false);
});
