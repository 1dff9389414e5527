import {
  NAME_FIELD,
  POST_TYPES,
  type PostType,
} from '../../src/plugins/calendar/server/src/settings/record-types';
import { registerUser } from '../support/callers';
import { firstOf, isExhaustive } from '../support/extent';
import { type Answer, api, send } from '../support/http';
import { onPostgres } from '../support/in-turn';
import {
  everybody,
  type Kept,
  keep,
  PASSWORD,
  type Somebody,
  type State,
  setTrash,
  statesOf,
} from '../support/matrix';

/** Outside of the full cross product, the first type represents all posts. */
const TYPES = firstOf(1, POST_TYPES);

const NOBODYS = 4711;
const PUBLIC: State[] = ['published', 'protected', 'hidden'];
const STATUS: Record<State, string> = {
  published: 'publish',
  protected: 'publish',
  hidden: 'publish',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  future: 'future',
  trashed: 'trash',
};

const may = ({ rights }: Somebody, right: string) => rights.includes(right);
const isOwn = ({ owner }: Kept, { userId }: Somebody) => userId > 0 && owner === userId;
const sees = (who: Somebody) => may(who, 'findUnpublished');

/** D10.7: whether the caller needs no password: they own the record, or may change unpublished ones. */
const unlocks = (kept: Kept, who: Somebody) =>
  isOwn(kept, who) || (sees(who) && may(who, 'update'));

type Outcome = string;

/** D9.4, D10: the expected answer to a read of one record. */
function readingOf(kept: Kept, who: Somebody): Outcome {
  if (kept.state === 'protected') {
    return unlocks(kept, who) ? '200' : '403 event-password-protected';
  }
  if (PUBLIC.includes(kept.state) || sees(who) || isOwn(kept, who)) return '200';
  const isTrashedEvent = kept.type === 'event' && kept.state === 'trashed';
  return isTrashedEvent ? '403 event-no-longer-available' : `403 ${kept.type}-not-accessible`;
}

const withoutRight = ({ known }: Somebody): Outcome => `${known ? 403 : 401} rest_forbidden`;

/** D10.3, D10.4: the expected answer to a change. */
function changingOf(kept: Kept, who: Somebody): Outcome {
  if (!may(who, 'update')) return withoutRight(who);
  const mine = isOwn(kept, who) || may(who, 'manageOthers');
  const published = kept.state !== 'draft' && kept.state !== 'pending';
  return mine && (!published || may(who, 'publish')) ? '200' : '403 rest_forbidden';
}

function deletingOf(kept: Kept, who: Somebody): Outcome {
  if (!may(who, 'delete')) return withoutRight(who);
  if (kept.state === 'trashed') return `410 ${kept.type}-is-in-trash`;
  return changingOf(kept, { ...who, rights: [...who.rights, 'update'] });
}

const outcomeOf = ({ status, body }: Answer): Outcome =>
  status < 400 ? String(status) : `${status} ${body?.code}`;

/** A route with one record in its path. */
interface Row {
  name: string;
  type: PostType;
  /** Whether the route is another path to a record, covered by a row of its own. */
  isAlias?: boolean;
  ask(kept: Kept, headers: Somebody['headers']): Promise<Answer>;
  expected(kept: Kept, who: Somebody): Outcome;
  restore?(kept: Kept): Promise<unknown>;
}

const idPath = ({ type, row }: Kept) => api(`/${type}s/${row.public_id}`);
const slugPath = ({ type, row }: Kept) => api(`/${type}s/by-slug/${row.slug}`);

const METHODS = { event: ['PATCH', 'PUT', 'POST'], others: ['PATCH'] };

const rowsFor = (type: PostType, path: (kept: Kept) => string, name: string): Row[] => [
  {
    type,
    name: `GET ${name}`,
    isAlias: path === slugPath,
    ask: (kept, headers) => send('GET', path(kept), undefined, headers),
    expected: readingOf,
  },
  ...METHODS[isExhaustive || type === 'event' ? 'event' : 'others'].map((method) => ({
    type,
    name: `${method} ${name}`,
    isAlias: method !== 'PATCH' || path === slugPath,
    ask: (kept: Kept, headers: Somebody['headers']) => send(method, path(kept), {}, headers),
    expected: changingOf,
  })),
  {
    type,
    name: `DELETE ${name}`,
    isAlias: path === slugPath,
    ask: (kept, headers) => send('DELETE', path(kept), undefined, headers),
    expected: deletingOf,
    restore: ({ row, state }) =>
      state === 'trashed' ? Promise.resolve() : setTrash(row.public_id, null, type),
  },
];

/** D10.3: routes by slug resolve the record and then behave like those by id; events represent them. */
const ROWS = TYPES.flatMap((type) => [
  ...rowsFor(type, idPath, `/${type}s/{id}`),
  ...(isExhaustive || type === 'event'
    ? rowsFor(type, slugPath, `/${type}s/by-slug/{slug}`)
    : rowsFor(type, slugPath, `/${type}s/by-slug/{slug}`).slice(0, 1)),
]);

/** One caller of each kind. All callers are tested with events, only these with other types. */
const REPRESENTATIVES = ['nobody', 'contributor', 'author', 'editor', 'a custom token'];
const isAsked = (name: string, type: PostType) =>
  isExhaustive || type === 'event' || REPRESENTATIVES.includes(name);

let callers: Somebody[];
let records: Kept[];
const logged: string[] = [];
const note = ({ message }: { message: string }) => logged.push(message);
let cells = 0;
const tokens: string[] = [];

beforeAll(async () => {
  callers = await everybody();
  await registerUser(NOBODYS);
  records = [];
  for (const type of TYPES) {
    const asking = callers.filter(({ name, userId }) => userId > 0 && isAsked(name, type));
    for (const owner of [NOBODYS, ...asking.map(({ userId }) => userId)]) {
      for (const state of statesOf(type)) records.push(await keep(type, state, owner));
    }
  }
  tokens.push(
    ...callers.flatMap(({ headers }) => headers.authorization?.split(' ').slice(1) ?? []),
  );
  strapi.log.on('data', note);
});

afterAll(() => {
  strapi.log.off('data', note);
  console.info(`${cells} cells`);
});

const canariesIn = (answer: Answer) =>
  `${answer.text} ${JSON.stringify(answer.headers)}`.match(/CANARY-\w+-\d+-END/g) ?? [];

const NAMES = [
  'nobody',
  'authenticated',
  'reader',
  'contributor',
  'author',
  'editor',
  'a JWT',
  'a read-only token',
  'a full token',
  'a custom token',
  'a full token over Basic',
];

const callerNamed = (name: string) => callers.find((caller) => caller.name === name) as Somebody;

/** The caller's own records and those of another owner. */
const recordsFor = ({ userId }: Somebody, type: PostType) =>
  records.filter((kept) => kept.type === type && (kept.owner === NOBODYS || kept.owner === userId));

it('has a caller for every name', () => {
  expect(callers.map(({ name }) => name)).toEqual(NAMES);
});

/** Callers tested with routes that are aliases: an owner of records, and one who may change all. */
const OTHER_WAYS = ['author', 'a custom token'];
/** An alias leads to the same code before the database is asked, so all callers take it on one database only. */
const onEveryWay = isExhaustive && !onPostgres;
const takes = (name: string, { type, isAlias }: Row) =>
  isAsked(name, type) && (onEveryWay || !isAlias || OTHER_WAYS.includes(name));

describe.each(NAMES)('%s', (name) => {
  it.each(ROWS.filter((row) => takes(name, row)).map((row) => [row.name, row] as const))(
    'gets from %s what their permissions allow, and no hidden text',
    async (_, { type, ask, expected, restore }) => {
      const who = callerNamed(name);
      const wrong: string[] = [];
      for (const kept of recordsFor(who, type)) {
        const answer = await ask(kept, who.headers);
        const [found, wanted] = [outcomeOf(answer), expected(kept, who)];
        const what = `${kept.state}, ${isOwn(kept, who) ? 'own' : "another's"}`;
        if (found !== wanted) wrong.push(`${what}: ${found} instead of ${wanted}`);
        if (answer.status >= 400 && canariesIn(answer).length > 0) wrong.push(`${what}: told`);
        if (answer.text.includes(PASSWORD)) wrong.push(`${what}: password`);
        if (answer.status < 400) await restore?.(kept);
        cells += 1;
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Callers who also send the states as a list, which is parsed alike for all: one who is refused, one who is not. */
const IN_BRACKETS = ['nobody', 'editor'];

const LISTINGS = NAMES.flatMap((name) =>
  TYPES.filter((type) => isAsked(name, type)).map((type) => [name, type] as const),
);

describe.each(LISTINGS)('%s, listing each %s,', (name, type) => {
  const list = (query: string, who: Somebody) =>
    send('GET', api(`/${type}s?per_page=1000&${query}`), undefined, who.headers);

  const idsWhere = (test: (kept: Kept) => boolean) =>
    records
      .filter((kept) => kept.type === type && test(kept))
      .map(({ row }) => row.public_id)
      .sort((one, other) => one - other);

  const idsOf = (events: { id: number }[]) =>
    events.map(({ id }) => id).sort((one, other) => one - other);

  const listed = async (query: string, who: Somebody) => {
    const { status, body } = await list(query, who);
    cells += 1;
    return status === 200
      ? { status, ids: idsOf(body[`${type}s`]), total: body.total }
      : { status, code: body.code, params: Object.keys(body.data.params) };
  };

  const found = (test: (kept: Kept) => boolean) => {
    const ids = idsWhere(test);
    return { status: 200, ids, total: ids.length };
  };

  beforeAll(() => {
    strapi.config.set('plugin::calendar.maxPerPage', 1000);
  });
  afterAll(() => {
    strapi.config.set('plugin::calendar.maxPerPage', 50);
  });

  it('finds in default lists what their permissions allow', async () => {
    const who = callerNamed(name);
    const isPublic = ({ state }: Kept) => state === 'published' || state === 'protected';
    const standard = ({ state }: Kept) => state !== 'trashed' && state !== 'hidden';
    expect(await listed('', who)).toEqual(found(sees(who) ? standard : isPublic));
    expect(await listed('status=publish', who)).toEqual(found(isPublic));
    const hidden = found(({ state }) => state === 'hidden');
    if (type !== 'event') return;
    expect(await listed('hide_from_listings=true', who)).toEqual(
      sees(who) ? hidden : found(isPublic),
    );
  });

  it.each(['draft', 'pending', 'private', 'future', 'trash', 'draft,trash', 'publish,private'])(
    'finds with status=%s what their permissions allow',
    async (statuses) => {
      const who = callerNamed(name);
      const refused = { status: 400, code: 'rest_invalid_param', params: ['status'] };
      const wanted = ({ state }: Kept) =>
        statuses.split(',').includes(STATUS[state]) && state !== 'hidden';
      const expected = sees(who) ? found(wanted) : refused;
      expect(await listed(`status=${statuses}`, who)).toEqual(expected);
      if (!isExhaustive && !IN_BRACKETS.includes(name)) return;
      const [first, ...others] = statuses.split(',');
      const brackets = [first, ...others].map((each) => `status[]=${each}`).join('&');
      expect(await listed(brackets, who)).toEqual(expected);
    },
  );

  it('gets 400 for states that do not exist', async () => {
    for (const status of ['any', 'foo', 'publish,foo', 'inherit', '', '%20']) {
      expect(await listed(`status=${status}`, callerNamed(name))).toMatchObject({ status: 400 });
    }
  });

  it('gets a rest_url with the states, which returns the same list', async () => {
    const who = callerNamed(name);
    const { body } = await list('', who);
    const { searchParams, pathname, search } = new URL(body.rest_url);
    expect(searchParams.get('status')).toBe(
      sees(who) ? 'publish,future,draft,pending,private' : 'publish',
    );
    const again = await send('GET', `${pathname}${search}`, undefined, who.headers);
    expect(again.body).toEqual({ ...body, feed_url: again.body.feed_url });
  });

  it('reads only the texts that are open to them', async () => {
    const who = callerNamed(name);
    const answer = await list('status=publish', who);
    const open = records.filter(
      (kept) =>
        kept.type === type &&
        (kept.state === 'published' || (kept.state === 'protected' && unlocks(kept, who))),
    );
    expect(new Set(canariesIn(answer))).toEqual(new Set(open.map(({ canary }) => canary)));
    expect(answer.text).not.toContain(PASSWORD);
  });

  it('finds by search only the texts that are open to them', async () => {
    const who = callerNamed(name);
    const locked = records.filter((kept) => kept.state === 'protected' && !unlocks(kept, who));
    expect(await listed('status=publish&search=CANARY', who)).toEqual(
      found((kept) => ['published', 'protected'].includes(kept.state) && !locked.includes(kept)),
    );
  });
});

it('logs no password and no token', () => {
  const log = logged.join('\n');
  expect(tokens).toHaveLength(10);
  for (const secret of [PASSWORD, ...tokens]) expect(log.includes(secret)).toBe(false);
  expect(log).not.toContain('CANARY-protected');
});

it.each(TYPES)('lets only callers with the permission create each %s', async (type) => {
  const start_date = '2999-01-01 10:00:00';
  const found: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const who of callers) {
    const sent = { [NAME_FIELD[type]]: 'New', start_date, end_date: start_date };
    const answer = await send('POST', api(`/${type}s`), sent, who.headers);
    found[who.name] = answer.status === 201 ? `201 ${answer.body.status}` : outcomeOf(answer);
    const status = may(who, 'publish') ? 'publish' : 'draft';
    expected[who.name] = may(who, 'create') ? `201 ${status}` : withoutRight(who);
    cells += 1;
  }
  expect(found).toEqual(expected);
});
