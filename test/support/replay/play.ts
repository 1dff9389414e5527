import { member } from '../callers';
import { type Answer, send } from '../http';
import { compare, type Difference, type Met } from './compare';
import { Ids, kindOfPlace } from './ids';
import { normalOurs, normalTheirs } from './normal';
import { ourRequest } from './our-request';
import { type CallerName, type Exchange, isShape, type Json, RECORDING } from './recording';

const ROLES = {
  admin: 'editor',
  author: 'author',
  contributor: 'contributor',
  subscriber: 'authenticated',
} as const;

type Headers = Record<string, string>;

interface Cast {
  headers: Record<CallerName, Headers>;
  users: Partial<Record<CallerName, number>>;
}

/** The headers and user ids of the five callers; the administrator has the role with all rights. */
async function cast(): Promise<Cast> {
  const made: Cast = { headers: { anonymous: {} } as Cast['headers'], users: {} };
  for (const name of ['admin', 'author', 'contributor', 'subscriber'] as const) {
    const { id, headers } = await member(ROLES[name]);
    made.headers[name] = headers;
    made.users[name] = id;
  }
  return made;
}

/** The result of a request. */
export interface Played {
  name: string;
  differences: Difference[];
}

const codeOf = (body: Json | undefined): Json => (isShape(body) ? (body.code ?? null) : null);

const totals = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    ['x-tec-total', 'x-tec-totalpages'].map((name) => [name, String(headers[name] ?? '')]),
  );

interface Stage extends Cast {
  root: string;
  ids: Ids;
  met: Met;
}

function differences(exchange: Exchange, answer: Answer, { root, ids, met }: Stage): Difference[] {
  const { request, response } = exchange;
  const kind = kindOfPlace(request.path);
  const said = (status: number, body: Json, headers: Record<string, unknown>) => ({
    status,
    code: codeOf(body),
    headers: totals(headers),
  });
  const ours: Json = answer.body ?? null;
  const outside = compare(
    said(response.status, response.body, response.headers),
    said(answer.status, ours, answer.headers),
    '',
    met,
  );
  if (response.status !== answer.status) return outside;
  const origin = baseURL;
  const own = normalOurs(ours, { ids, root: `${origin}${root}`, origin }, kind);
  return [...outside, ...compare(normalTheirs(response.body), own, 'body', met)];
}

async function playOne(exchange: Exchange, stage: Stage): Promise<Played> {
  const { request, response } = exchange;
  const { path, body } = ourRequest(stage.ids, exchange);
  const headers = stage.headers[request.as];
  const answer = await send(request.method, `${stage.root}${path}`, body, headers);
  if (answer.status < 300) {
    stage.ids.learn(response.body, answer.body, kindOfPlace(request.path));
  }
  return { name: exchange.name, differences: differences(exchange, answer, stage) };
}

/** Replays all recorded requests in order, below a root such as `/calendar/events/v1`. */
export async function play(root: string): Promise<{ played: Played[]; met: Met }> {
  const made = await cast();
  const stage: Stage = { ...made, root, ids: new Ids(made.users), met: new Set() };
  const played: Played[] = [];
  for (const exchange of RECORDING) played.push(await playOne(exchange, stage));
  return { played, met: stage.met };
}
