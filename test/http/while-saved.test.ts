import { apiToken, bearer } from '../support/callers';
import { isExhaustive, isWholeLoad } from '../support/extent';
import { type Answer, api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import {
  buildCategory,
  buildEvent,
  buildOrganizer,
  buildVenue,
  type Stored,
} from '../support/records';

const SECONDS = isWholeLoad ? 60 : 5;
const READERS = 20;
const WRITERS = 20;

let full: Record<string, string>;
let [event, venue, organizer]: Stored[] = [];
let category: Stored;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  venue = await buildVenue({ image: await buildPicture() });
  organizer = await buildOrganizer({ image: await buildPicture() });
  category = await buildCategory();
  event = await buildEvent({
    image: await buildPicture(),
    venue: [venue.public_id],
    organizer: [organizer.public_id],
    categories: [category.public_id],
  });
});

// biome-ignore lint/suspicious/noExplicitAny: an event as it is served.
type Event = any;

/** The parts missing from an event and its referenced records. */
function lackingIn(shown: Event): string[] {
  const pictures = [shown.image, shown.venue?.image, shown.organizer?.[0]?.image];
  const lacks = pictures.flatMap((image, at) =>
    image?.url ? [] : [`the picture of its ${['own', 'venue', 'organizer'][at]}`],
  );
  if (shown.categories?.[0]?.count !== 1) lacks.push('its category');
  return lacks;
}

const asList =
  (name: string) =>
  ({ body }: Answer): string[] => {
    const shown = body[name];
    const disagrees = body.total !== 1 || shown.length !== 1;
    if (disagrees) return [`a total of ${body.total} over ${shown.length} ${name}`];
    if (name === 'events') return lackingIn(shown[0]);
    return name === 'categories' ? [] : pictured(shown[0]);
  };

const pictured = (shown: Event) => (shown.image?.url ? [] : ['its picture']);

type Read = [path: string, faults: (answer: Answer) => string[]];

const reads = (): Read[] => [
  [`/events/${event?.public_id}`, ({ body }) => lackingIn(body)],
  [`/events/by-slug/${event?.slug}`, ({ body }) => lackingIn(body)],
  ['/events', asList('events')],
  [`/events?include=${event?.public_id}`, asList('events')],
  [`/events?venue=${venue?.public_id}&categories=${category.public_id}`, asList('events')],
  [`/venues/${venue?.public_id}`, ({ body }) => pictured(body)],
  ['/venues', asList('venues')],
  ['/organizers', asList('organizers')],
  [`/categories/${category.public_id}`, ({ body }) => (body.count === 1 ? [] : ['its event'])],
  [`/categories?event=${event?.public_id}`, asList('categories')],
];

const writes = (number: number): Read[] => [
  [`/events/${event?.public_id}`, ({ body }) => lackingIn(body)],
  [`/venues/${venue?.public_id}`, ({ body }) => pictured(body)],
  [`/organizers/${organizer?.public_id}`, ({ body }) => pictured(body)],
  [`/events/by-slug/${event?.slug}`, ({ body }) => (body.cost === `$${number}` ? [] : ['cost'])],
];

/** Faults of the answers with their frequency, and numbers of answers. */
const found = { faults: new Map<string, number>(), reads: 0, writes: 0, tooBusy: 0 };

function note(what: string, { status, text, headers }: Answer, lacks: () => string[]) {
  if (status === 503 && headers['retry-after']) {
    found.tooBusy += 1;
    return;
  }
  const faults = status === 200 ? lacks() : [`${status} ${text.slice(0, 80)}`];
  for (const fault of faults) {
    const told = `${what}: ${fault}`;
    found.faults.set(told, (found.faults.get(told) ?? 0) + 1);
  }
}

async function reader(number: number, until: number) {
  const all = reads();
  for (let at = number; Date.now() < until; at += 1) {
    const [path, faultsOf] = all[at % all.length] as Read;
    const answer = await get(api(path));
    found.reads += 1;
    note(`GET ${path}`, answer, () => faultsOf(answer));
  }
}

async function writer(number: number, until: number) {
  const all = writes(number);
  for (let at = number; Date.now() < until; at += 1) {
    const [path, faultsOf] = all[at % all.length] as Read;
    const body = path.startsWith('/events') ? { cost: `$${number}` } : { phone: `${at}` };
    const answer = await send('PATCH', api(path), body, full);
    found.writes += 1;
    note(`PATCH ${path}`, answer, () => faultsOf(answer));
  }
}

it(`${READERS} readers get complete records while ${WRITERS} writers save them for ${SECONDS} seconds`, async () => {
  const until = Date.now() + SECONDS * 1000;
  await Promise.all([
    ...Array.from({ length: READERS }, (_, number) => reader(number, until)),
    ...Array.from({ length: WRITERS }, (_, number) => writer(number + 1, until)),
  ]);
  if (isExhaustive) console.log(found);
  expect(Object.fromEntries(found.faults)).toEqual({});
  expect(found.tooBusy).toBeLessThanOrEqual((found.reads + found.writes) / 50);
  expect(Math.min(found.reads, found.writes)).toBeGreaterThanOrEqual(WRITERS);
});
