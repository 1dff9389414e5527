import { randomUUID } from 'node:crypto';
import { makeFirstAdmin } from '../../scripts/demo-access.cjs';
import { RECORD_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { member } from '../support/callers';
import { api, send } from '../support/http';
import { buildEvent } from '../support/records';

const WORDS = ['entry.create', 'entry.update', 'entry.publish', 'entry.unpublish', 'entry.delete'];

it('keeps the password of an event out of webhook events', async () => {
  const told: string[] = [];
  const listen = (word: string) => async (about: unknown) => {
    told.push(`${word} ${JSON.stringify(about)}`);
  };
  const stops = WORDS.map((word) => strapi.eventHub.on(word, listen(word)));
  try {
    const { documentId } = await buildEvent({ title: 'Told', password: 'SECRET-word' });
    const events = strapi.documents('plugin::calendar.event');
    await events.update({ documentId, data: { title: 'Told again' } as never });
    await events.delete({ documentId });
  } finally {
    for (const stop of stops) stop();
  }
  expect(told.filter((text) => text.includes('Told')).length).toBeGreaterThan(2);
  expect(told.filter((text) => text.includes('SECRET-word'))).toEqual([]);
});

it('reveals whether a user exists only to those who may set other authors', async () => {
  const [author, editor, other] = [
    await member('author'),
    await member('editor'),
    await member('reader'),
  ];
  const times = { start_date: '2040-05-01', end_date: '2040-05-02' };
  const statuses = (headers: Record<string, string>) =>
    Promise.all(
      [other.id, 2_000_000_000].map(async (id) => {
        const sent = { title: 'Theirs', ...times, author: id };
        const { status, body } = await send('POST', api('/events'), sent, headers);
        return [status, body.code];
      }),
    );
  expect(await statuses(author.headers)).toEqual([
    [403, 'rest_forbidden'],
    [403, 'rest_forbidden'],
  ]);
  expect(await statuses(editor.headers)).toEqual([
    [201, undefined],
    [400, 'rest_invalid_param'],
  ]);
});

describe("Strapi's MCP server, if a host enables it (D10.6, D10.9)", () => {
  it('has no tool for records of the calendar', () => {
    const registry = strapi.get('ai.mcp');
    const isKept = (subject: string) => {
      const action = 'plugin::content-manager.explorer.read';
      const policies = [{ action: 'admin::webhooks.read' }, { action, subject }];
      const tool = { name: randomUUID(), auth: { policies } };
      registry.registerTool(tool);
      try {
        registry.registerTool(tool); // Refused if the name is taken.
        return false;
      } catch {
        return true;
      }
    };
    expect(isKept('plugin::upload.file')).toBe(true);
    for (const type of RECORD_TYPES) expect([type, isKept(uidOf(type))]).toEqual([type, false]);
  });

  it('deletes no folder of the media library', async () => {
    const folders = strapi.plugin('upload').service('folder');
    const { id } = await folders.create({ name: 'Kept', parent: null });
    const asked = (auditSource?: string) =>
      strapi.requestContext.run({ state: { auditSource } } as never, () =>
        folders.deleteByIds([id]),
      );
    const count = () => strapi.db.query('plugin::upload.folder').count({ where: { id } });
    await expect(asked('mcp')).rejects.toThrow('Forbidden');
    expect(await count()).toBe(1);
    await asked();
    expect(await count()).toBe(0);
  });
});

class TakenBack extends Error {}

it('creates the demo’s administrator once, with a random password', async () => {
  expect(await makeFirstAdmin(strapi)).toBeUndefined(); // An administrator exists.
  const passwords: string[] = [];
  const asIfFresh = () =>
    strapi.db.transaction(async () => {
      await strapi.db.query('admin::user').deleteMany({});
      const made = await makeFirstAdmin(strapi);
      const [user] = await strapi.db.query('admin::user').findMany();
      const { validatePassword } = strapi.service('admin::auth');
      expect(await validatePassword(made?.password, user.password)).toBe(true);
      passwords.push(made.password);
      throw new TakenBack();
    });
  await expect(asIfFresh()).rejects.toThrow(TakenBack);
  await expect(asIfFresh()).rejects.toThrow(TakenBack);
  expect(new Set(passwords).size).toBe(2);
  for (const password of passwords) expect(password).toMatch(/^[\w-]{24}aA1$/);
});
