import { FIELDS } from '../../src/plugins/calendar/server/src/kinds/fields';
import { RECORD_TYPES, uidOf } from '../../src/plugins/calendar/server/src/settings/record-types';
import { apiToken, bearer } from '../support/callers';
import { isExhaustive, split } from '../support/extent';
import { api, send } from '../support/http';
import { wrongWrite } from '../support/nasty-answers';
import { NASTY_FIELD_VALUES } from '../support/nasty-values';
import { buildEvent } from '../support/records';
import { rowsOf } from '../support/rows';

const NAMES = [...Object.keys(FIELDS.event), 'i18n_language'];

/** Values other than plain texts; only these are also sent in other shapes. */
const STRANGE = NASTY_FIELD_VALUES.filter(
  (value) => typeof value !== 'string' || /[^ -~]|[<&_]/.test(value),
);

/** A quarter of the combinations; `unit/kinds/any-value` covers all of them without requests. */
const isTaken = (_: unknown, at: number) => isExhaustive || at % 4 === 0;

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

it.each(split(SHAPES))(
  'accepts every value sent %s, or rejects it by name and changes nothing',
  async (...told) => {
    const [name, shape] = told;
    const values = name === 'alone' ? NASTY_FIELD_VALUES : STRANGE.filter(isTaken);
    const wrong: (string | undefined)[] = [];
    for (const value of values.map(shape)) {
      const before = await stored();
      const afterRefusal = async () => expect(await stored()).toEqual(before);
      const to = { address: api(`/events/${id}`), id, headers: full, afterRefusal };
      wrong.push(await wrongWrite(to, Object.fromEntries(NAMES.map((each) => [each, value]))));
    }
    expect(wrong.filter(Boolean)).toEqual([]);
  },
);

it('rejects a slug with a lone surrogate, also when it is sent again (D4.9)', async () => {
  const sent = { title: 'Half', slug: 'a\ud800', start_date: '2040-01-01', end_date: '2040-01-02' };
  for (const _ of ['once', 'again']) {
    const { status, body } = await send('POST', api('/events'), sent, full);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['slug']]);
  }
});
