import { FIELDS } from '../../src/plugins/calendar/server/src/resources/fields';
import { RECORD_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { api, send } from '../support/http';
import { NASTY_FIELD_VALUES } from '../support/nasty-values';
import { buildEvent } from '../support/records';
import { rowsOf } from '../support/rows';

type Values = Record<string, unknown>;

const NAMES = [...Object.keys(FIELDS.event), 'i18n_language'];

/** What is no plain text by itself; other shapes are for these. */
const STRANGE = NASTY_FIELD_VALUES.filter(
  (value) => typeof value !== 'string' || /[^ -~]|[<&_]/.test(value),
);

const SHAPES: [string, (value: unknown) => unknown][] = [
  ['alone', (value) => value],
  ['in a list', (value) => [value]],
  ['deep inside', (value) => ({ a: [{ label: 'b', value: [value] }] })],
  ['as a name', (value) => ({ [String(value)]: value })],
  [
    'in a record',
    (value) => [{ venue: value, organizer: value, name: value, description: value, slug: value }],
  ],
];

let full: Record<string, string>;
let id: number;
let documentId: string;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  ({ public_id: id, documentId } = await buildEvent({ title: 'Fair' }, { publish: false }));
});

const stored = async () => [
  await rowsOf('event', documentId),
  await Promise.all(RECORD_TYPES.map((type) => strapi.db.query(uidOf(type)).count())),
];

const without = (values: Values, names: string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Sends everything at once, then what was not refused: nothing, or what was answered wrongly. */
async function wrong(value: unknown): Promise<string | undefined> {
  let sent: Values = Object.fromEntries(NAMES.map((name) => [name, value]));
  const before = await stored();
  while (Object.keys(sent).length > 0) {
    const { status, body } = await send('PATCH', api(`/events/${id}`), sent, full);
    if (status === 200 && body.id === id) return undefined;
    const refused = Object.keys(body?.data?.params ?? {}).filter((name) => name in sent);
    if (status !== 400 || refused.length === 0) return `${status} ${body?.code}`;
    expect(await stored()).toEqual(before);
    sent = without(sent, refused);
  }
}

it.each(SHAPES)(
  'takes any value %s of an event, or refuses it by name and changes nothing',
  async (...told) => {
    const [name, shape] = told;
    const answers: Values = {};
    for (const value of name === 'alone' ? NASTY_FIELD_VALUES : STRANGE) {
      const answer = await wrong(shape(value));
      if (answer) answers[JSON.stringify(value).slice(0, 80)] = answer;
    }
    expect(answers).toEqual({});
  },
  60_000,
);

it('refuses half a character twice, as a slug would be made of it (D4.9)', async () => {
  const sent = { title: 'Half', slug: 'a\ud800', start_date: '2040-01-01', end_date: '2040-01-02' };
  for (const _ of ['once', 'again']) {
    const { status, body } = await send('POST', api('/events'), sent, full);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['slug']]);
  }
});
