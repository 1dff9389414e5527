import { type TermType, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { firstOf } from '../support/extent';
import { type Answer, api, send } from '../support/http';
import { everybody, type Somebody } from '../support/matrix';
import { buildCategory, buildEvent, buildTag } from '../support/records';

interface Terms {
  type: TermType;
  path: 'categories' | 'tags';
  build: typeof buildTag;
}

interface Asked extends Terms {
  id: number;
  headers: Somebody['headers'];
}

interface Row {
  name: string;
  right: string;
  /** The status for callers with the right. */
  status: number;
  ask(asked: Asked): Promise<Answer>;
  /** Whether the request took effect. */
  done(answer: Answer, asked: Asked): boolean | Promise<boolean>;
}

const TERMS: Terms[] = [
  { type: 'category', path: 'categories', build: buildCategory },
  { type: 'tag', path: 'tags', build: buildTag },
];

/** The number of stored terms that match. */
const stored = (type: TermType, where: object): Promise<number> =>
  strapi.db.query(uidOf(type)).count({ where });

/** Counts include the public event only, not the draft. */
const isShown = (term: { id: number; count: number }, { id }: Asked) =>
  term?.id === id && term.count === 1;

const change = (method: string): Row => ({
  name: `${method} of one`,
  right: 'update',
  status: 200,
  ask: ({ path, id, headers }) =>
    send(method, api(`/${path}/${id}`), { name: `Changed ${id}` }, headers),
  done: async (_, { type, id }) =>
    (await stored(type, { public_id: id, name: `Changed ${id}` })) === 1,
});

const ROWS: Row[] = [
  {
    name: 'GET of the list',
    right: 'find',
    status: 200,
    ask: ({ path, headers }) =>
      send('GET', api(`/${path}?orderby=id&order=desc`), undefined, headers),
    done: ({ body }, asked) =>
      body[asked.path] !== undefined && isShown(body[asked.path][0], asked),
  },
  {
    name: 'GET of one',
    right: 'findOne',
    status: 200,
    ask: ({ path, id, headers }) => send('GET', api(`/${path}/${id}`), undefined, headers),
    done: ({ body }, asked) => isShown(body, asked),
  },
  {
    name: 'POST',
    right: 'create',
    status: 201,
    ask: ({ path, id, headers }) => send('POST', api(`/${path}`), { name: `New ${id}` }, headers),
    done: async (_, { type, id }) => (await stored(type, { name: `New ${id}` })) === 1,
  },
  ...['PUT', 'PATCH', 'POST'].map(change),
  {
    name: 'DELETE of one',
    right: 'delete',
    status: 200,
    ask: ({ path, id, headers }) => send('DELETE', api(`/${path}/${id}`), undefined, headers),
    done: async (_, { type, id }) => (await stored(type, { public_id: id })) === 0,
  },
];

let callers: Somebody[];

beforeAll(async () => {
  callers = await everybody();
});

const expectedOf = ({ right, status }: Row, { termRights, known }: Somebody) =>
  termRights.includes(right) ? `${status} done` : `${known ? 403 : 401} rest_forbidden`;

const CASES = firstOf(1, TERMS).flatMap((terms) =>
  ROWS.map((row) => [row.name, terms.path, row, terms] as const),
);

let number = 0;

/** Rights whose answers contain a term's count of events; deleting a term removes it from them. */
const NEED_EVENTS = ['find', 'findOne', 'delete'];

/** Rights to read, which leave a term as it is for the next caller. */
const READING = ['find', 'findOne'];

/** A new term; where it matters, with a public event and a draft. */
async function fresh({ build, path }: Terms, { right }: Row): Promise<number> {
  number += 1;
  const { public_id } = await build({ name: `Term ${number}` });
  if (!NEED_EVENTS.includes(right)) return public_id;
  await buildEvent({ [path]: [public_id] });
  await buildEvent({ [path]: [public_id] }, { publish: false });
  return public_id;
}

it.each(CASES)(
  'allows %s at /%s only for callers with the permission',
  async (_n, _p, row, terms) => {
    const found: Record<string, string> = {};
    const read = READING.includes(row.right) ? await fresh(terms, row) : undefined;
    for (const { name, headers } of callers) {
      const asked = { ...terms, id: read ?? (await fresh(terms, row)), headers };
      const answer = await row.ask(asked);
      const done = await row.done(answer, asked);
      found[name] = `${answer.status} ${done ? 'done' : answer.body?.code}`;
    }
    expect(found).toEqual(
      Object.fromEntries(callers.map((caller) => [caller.name, expectedOf(row, caller)])),
    );
  },
);
