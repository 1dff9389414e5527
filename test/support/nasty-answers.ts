import { isExhaustive, isWholeLoad } from './extent';
import { type Answer, get, send } from './http';
import { NASTY_SHAPES, NASTY_VALUES } from './nasty-values';

/** Values longer than this are sent for one name at a time, since the request line is limited. */
const LONG = 500;

type Shape = (typeof NASTY_SHAPES)[number];

interface List {
  address: string;
  names: string[];
  isRight(answer: Answer): boolean;
}

const refusedIn = ({ status, body }: Answer, names: string[]) => {
  if (status === 404 && body.code.endsWith('page-not-found')) return ['page'];
  return status === 400 ? names.filter((name) => name in (body.data?.params ?? {})) : [];
};

/**
 * Sends all names at once, then again without those that were refused by name. Returns the query if
 * the final answer is wrong.
 */
async function wrongAnswer(list: List, value: string, shape: Shape): Promise<string[]> {
  let names = list.names;
  while (names.length > 0) {
    const query = names.map((name) => shape(name, value)).join('&');
    const answer = await get(`${list.address}?${query}`);
    const refused = refusedIn(answer, names);
    if (refused.length === 0) {
      return list.isRight(answer) ? [] : [`${query.slice(0, 200)} → ${answer.status}`];
    }
    names = names.filter((name) => !refused.includes(name));
  }
  return [];
}

/** The shapes for a value: all of them in the full cross product, otherwise one in rotation. */
const shapesOf = (place: number): Shape[] =>
  isExhaustive ? NASTY_SHAPES : NASTY_SHAPES.filter((_, at) => at === place % NASTY_SHAPES.length);

/** Sends every value for every name; returns queries that were neither answered correctly nor refused by name. */
export async function wrongAnswers(list: List): Promise<string[]> {
  const wrong: string[] = [];
  for (const [place, value] of NASTY_VALUES.entries()) {
    const alone = isExhaustive || value.length > LONG;
    const lists = alone ? list.names.map((name) => ({ ...list, names: [name] })) : [list];
    for (const shape of shapesOf(place)) {
      for (const each of lists) wrong.push(...(await wrongAnswer(each, value, shape)));
    }
  }
  return wrong;
}

interface Written {
  address: string;
  id: number;
  headers: Record<string, string>;
  /** Checks made after a refusal. */
  afterRefusal?(): Promise<void>;
}

/**
 * D9.2: sends fields, then again without those refused by name, until the rest is accepted. Returns
 * any other answer.
 */
export async function wrongWrite(
  to: Written,
  sent: Record<string, unknown>,
): Promise<string | undefined> {
  const { status, body } = await send('PATCH', to.address, sent, to.headers);
  if (status === 200 && body.id === to.id) return undefined;
  const told =
    body.code === 'duplicate_term_slug' ? ['slug'] : Object.keys(body.data?.params ?? {});
  const refused = status === 400 ? told.filter((name) => name in sent) : [];
  if (refused.length === 0) {
    return `${JSON.stringify(sent).slice(0, 200)} → ${status} ${body?.code}`;
  }
  await to.afterRefusal?.();
  const left = Object.entries(sent).filter(([name]) => !refused.includes(name));
  return left.length > 0 ? wrongWrite(to, Object.fromEntries(left)) : undefined;
}

/**
 * Whether values are sent for one field at a time: in the full cross product on SQLite. They are judged before a
 * database is asked, so on PostgreSQL all fields together show what it refuses.
 */
const isOneByOne = isExhaustive && !isWholeLoad;

/** Sends every value for all fields together, or for one field at a time. */
export async function wrongWrites(to: Written, fields: string[], values: unknown[]) {
  const wrong: (string | undefined)[] = [];
  for (const value of values) {
    for (const names of isOneByOne ? fields.map((name) => [name]) : [fields]) {
      wrong.push(await wrongWrite(to, Object.fromEntries(names.map((name) => [name, value]))));
    }
  }
  return wrong.filter(Boolean);
}
