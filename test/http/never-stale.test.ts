import { apiToken, bearer } from '../support/callers';
import { allDoors } from '../support/doors';
import { isExhaustive, isWholeLoad } from '../support/extent';
import { api, get } from '../support/http';
import { onPostgres } from '../support/in-turn';
import { buildEvent, type Stored } from '../support/records';
import { Served } from '../support/served';

const SECONDS = isWholeLoad ? 60 : 4;
const READERS = 4;

/** The minimum of checks and writes, and the minutes allowed for them on a slow machine. */
const ENOUGH = { checks: 30, writes: 3, minutes: 5 };

/** Maximum delay in milliseconds after which a node sees another's writes. */
const BEHIND = 1000;

/** A second process of the same calendar, on PostgreSQL. */
let other: Served | undefined;
let event: Stored;
let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  event = await buildEvent({ title: 'Number 0' });
  if (onPostgres) other = await Served.start({ DATABASE_CLIENT: 'postgres' });
});

afterAll(() => other?.stop());

/** A title (a number) that was acknowledged: by which process, and when. */
interface Written {
  number: number;
  here: boolean;
  at: number;
}

const written: Written[] = [{ number: 0, here: true, at: 0 }];

/** Writers through all doors of this process, and through the interface of the other. */
const writers = (): [here: boolean, write: (title: string) => Promise<unknown>][] => [
  ...allDoors.map(([, door]): [boolean, (title: string) => Promise<unknown>] => [
    true,
    async (title) => {
      await door.update('event', event.documentId, { title });
      await door.publish('event', event.documentId);
    },
  ]),
  ...(other ? [[false, changeThere] as [boolean, typeof changeThere]] : []),
];

async function changeThere(title: string) {
  const answer = await other?.ask('PATCH', api(`/events/${event.public_id}`), { title }, full);
  if (answer?.status !== 200) throw new Error(answer?.text);
}

const found = { checks: 0, stale: [] as string[] };

function goesOn(until: number) {
  const isEnough = found.checks >= ENOUGH.checks && written.length >= ENOUGH.writes;
  return Date.now() < (isEnough ? until : until + ENOUGH.minutes * 60_000);
}

async function writing(until: number) {
  const all = writers();
  for (let number = 1; goesOn(until); number += 1) {
    const [here, write] = all[number % all.length] as (typeof all)[number];
    await write(`Number ${number}`);
    written.push({ number, here, at: Date.now() });
  }
}

/** The lowest title that a reader of a process may see at a moment. */
const least = (here: boolean, now: number) =>
  Math.max(
    ...written
      .filter((one) => one.at <= (one.here === here ? now : now - BEHIND))
      .map(({ number }) => number),
  );

const PATHS = [
  () => `/events/${event.public_id}?_fields=title`,
  () => `/events?include=${event.public_id}&_fields=events.title`,
  () => `/events?search=number&_fields=events.title`,
];

async function reading(here: boolean, reader: number, until: number) {
  for (let at = reader; goesOn(until); at += 1) {
    const path = api((PATHS[at % PATHS.length] as () => string)());
    const asked = least(here, Date.now());
    const { text } = here ? await get(path) : await (other as Served).ask('GET', path);
    const number = Number(/Number (\d+)/.exec(text)?.[1]);
    found.checks += 1;
    if (!(number >= asked))
      found.stale.push(`${path}: ${number} where ${asked} was there: ${text}`);
  }
}

it('no read misses a write acknowledged before it, or a second before by another process', async () => {
  const until = Date.now() + SECONDS * 1000;
  const nodes = other ? [true, false] : [true];
  await Promise.all([
    writing(until),
    ...nodes.flatMap((here) =>
      Array.from({ length: READERS }, (_, reader) => reading(here, reader, until)),
    ),
  ]);
  if (isExhaustive) console.log(found.checks, 'checks', written.length, 'writes');
  expect(found.stale).toEqual([]);
  expect(found.checks).toBeGreaterThanOrEqual(ENOUGH.checks);
  expect(written.length).toBeGreaterThanOrEqual(ENOUGH.writes);
});
