import { setTimeout as pause } from 'node:timers/promises';
import { uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { changesSince, cursorNow } from '../support/changes';
import { isExhaustive } from '../support/extent';
import { api, send } from '../support/http';
import { crawl, MIRRORED, Mirror } from '../support/mirror';

type Headers = Record<string, string>;
type Type = keyof typeof MIRRORED;

const SECONDS = isExhaustive ? 300 : 5;
const WRITERS = 20;

const pick = (most: number) => Math.floor(Math.random() * most);
const one = <Value>(values: readonly Value[]): Value => values[pick(values.length)] as Value;

const TYPES = Object.keys(MIRRORED) as Type[];
const NAMES = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
};
const LANGUAGES = ['en', 'en', 'fr', 'ar'] as const;
const isPost = (type: Type) => type !== 'category' && type !== 'tag';

let written = 0;
const word = () => {
  written += 1;
  return `Word ${written} ${Math.random().toString(36).slice(2, 8)}`;
};

interface Known {
  type: Type;
  id: number;
  documentId: string;
}

/** What has been made by now, and may be gone. */
const known: Known[] = [];

const values = (type: Type) => ({
  [NAMES[type]]: word(),
  description: word(),
  ...(type === 'event' && {
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 11:00',
    timezone: 'UTC',
  }),
});

let full: Headers;
const refused: string[] = [];

async function ask(method: string, path: string, body?: object, language?: string) {
  const answer = await send(method, api(path, language), body, full);
  if (answer.status >= 500) refused.push(`${method} ${path}: ${answer.text}`);
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: Strapi types documents per content type.
const documents = (type: Type) => strapi.documents(uidOf(type)) as any;

async function remember(type: Type, id: number) {
  const row = await strapi.db.query(uidOf(type)).findOne({ where: { public_id: id } });
  if (row) known.push({ type, id, documentId: row.documentId });
}

const soon = () => new Date(Date.now() + pick(1500)).toISOString();

/** As programs write. */
const overHttp: (() => Promise<unknown>)[] = [
  async () => {
    const type = one(TYPES);
    const status = isPost(type) ? { status: one(['draft', 'publish', 'publish', 'private']) } : {};
    const { status: answered, body } = await ask('POST', `/${MIRRORED[type].path}`, {
      ...values(type),
      ...status,
    });
    if (answered === 201) await remember(type, body.id);
  },
  () => {
    const { type, id } = one(known);
    const rest = `/${MIRRORED[type].path}/${id}`;
    return ask('PATCH', rest, { description: word() }, one(LANGUAGES));
  },
  () => {
    const { type, id } = one(known);
    return ask('PATCH', `/${MIRRORED[type].path}/${id}`, { [NAMES[type]]: word() }, one(LANGUAGES));
  },
  () => {
    const { type, id } = one(known.filter((each) => isPost(each.type)));
    const status = one(['draft', 'publish', 'private', 'pending', 'publish']);
    return ask('PATCH', `/${MIRRORED[type].path}/${id}`, { status }, one(LANGUAGES));
  },
  () => {
    const { type, id } = one(known.filter((each) => isPost(each.type)));
    return ask('PATCH', `/${MIRRORED[type].path}/${id}`, { date_utc: soon(), status: 'publish' });
  },
  () => {
    const { type, id } = one(known);
    return pick(3) === 0 ? ask('DELETE', `/${MIRRORED[type].path}/${id}`) : undefined;
  },
] as (() => Promise<unknown>)[];

/** As editors and code write; several saves may be one transaction, and one that is given up. */
const byDocuments: (() => Promise<unknown>)[] = [
  async () => {
    const type = one(TYPES);
    const made = await documents(type).create({ data: values(type), locale: 'en' });
    known.push({ type, id: made.public_id, documentId: made.documentId });
  },
  () => {
    const { type, documentId } = one(known);
    return documents(type).update({
      documentId,
      locale: one(LANGUAGES),
      data: { description: word() },
    });
  },
  () => {
    const { type, documentId } = one(known.filter((each) => isPost(each.type)));
    const action = one(['publish', 'unpublish', 'publish', 'discardDraft']);
    return documents(type)[action]({ documentId, locale: one(LANGUAGES) });
  },
  () => {
    const { type, documentId } = one(known);
    return pick(4) === 0
      ? documents(type).delete({ documentId, locale: one(['*', 'fr']) })
      : undefined;
  },
  () => {
    const { type, documentId } = one(known.filter((each) => isPost(each.type)));
    return strapi.db.transaction(async () => {
      await documents(type).update({ documentId, locale: 'en', data: { [NAMES[type]]: word() } });
      await documents(type).publish({ documentId, locale: 'en' });
      if (pick(3) === 0) throw new Error('given up');
    });
  },
];

let until = 0;

async function writer(turn: number) {
  const works = turn % 2 === 0 ? overHttp : byDocuments;
  while (Date.now() < until) {
    try {
      await one(works)();
    } catch {
      // A rule that refuses it, or a record that is gone.
    }
    await pause(pick(20));
  }
}

it('is equal to all lists after random writes by many', async () => {
  full = bearer(await apiToken('full-access'));
  for (const type of TYPES) {
    for (let count = 0; count < 4; count += 1) {
      const { body } = await ask('POST', `/${MIRRORED[type].path}`, values(type));
      await remember(type, body.id);
    }
  }
  const mirrors = [new Mirror({}), new Mirror(full)];
  await Promise.all(mirrors.map((mirror) => mirror.begin()));
  until = Date.now() + SECONDS * 1000;
  const writers = Array.from({ length: WRITERS }, (_, turn) => writer(turn));
  const followers = mirrors.map(async (mirror) => {
    while (Date.now() < until) await mirror.follow();
  });
  const reader = async () => {
    for (let cursor = await cursorNow(); Date.now() < until; await pause(10)) {
      ({ cursor } = await changesSince(cursor)); // Somebody else has lines numbered, too.
    }
  };
  await Promise.all([...writers, ...followers, reader(), reader()]);
  await pause(1600); // What is scheduled is public by then.
  for (const mirror of mirrors) while ((await mirror.follow()) > 0);
  expect(refused).toEqual([]);
  const revisions = new Map<string, number>(
    (await strapi.db.getConnection('calendar_revisions')).map(
      (row: { type: string; public_id: number; revision: string }) => [
        `${row.type} ${row.public_id}`,
        Number(row.revision),
      ],
    ),
  );
  for (const [at, mirror] of mirrors.entries()) {
    const lists = await crawl(at === 0 ? {} : full);
    expect([...mirror.copies.keys()].sort()).toEqual([...lists.keys()].sort());
    expect(Object.fromEntries(mirror.copies)).toEqual(Object.fromEntries(lists));
    for (const [key, revision] of mirror.revisions) {
      if (lists.has(key)) expect([key, revision]).toEqual([key, revisions.get(key)]);
    }
    expect(mirror.revisions.size).toBeGreaterThan(20);
  }
}, 600_000);
