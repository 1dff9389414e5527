import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { typesOf } from '../../scripts/openapi-types.cjs';
import { openapiDocument } from '../../src/plugins/calendar/server/src/openapi/document';
import { RESOURCES } from '../../src/plugins/calendar/server/src/resources';
import { describedIn } from '../support/described';

const CLIENT = `
import type { Event, NewEvent, Operations } from './calendar';
const query: Operations['listEvents']['query'] = { page: 2, featured: true };
const sent: NewEvent = { title: 'A', start_date: '2040-01-01', end_date: 2208988800 };
const change: Operations['patchEvent']['body'] = {
  venue: { venue: 'Hall', city: null },
  categories: ['Jazz', 3, { id: 4 }],
  image: false,
  author: '0',
};
const index: Operations['getIndex']['answer']['routes'][string]['methods'] = ['GET'];
export const read = (list: Operations['listEvents']['answer']): string[] =>
  list.events.map((event: Event) => event.start_date_details.year);
export { change, index, query, sent };
`;

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-types-'));
  const types = typesOf(openapiDocument(RESOURCES, describedIn('en')));
  fs.writeFileSync(path.join(folder, 'calendar.ts'), types);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** What the compiler says of a client. */
function faults(code: string): string[] {
  const file = path.join(folder, 'client.ts');
  fs.writeFileSync(file, code);
  const program = ts.createProgram([file], { strict: true, noEmit: true, types: [] });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('lets a client compile against the types of the interface', () => {
  expect(faults(CLIENT)).toEqual([]);
}, 30_000);

it.each([
  ['page: 2', "page: 'two'"],
  ["title: 'A', ", ''],
  ["venue: 'Hall', city", 'city'],
  ['image: false', 'image: true'],
  ['event.start_date_details.year', 'event.start_date_details.century'],
])(
  'refuses a client with another word in place of %s',
  (right, wrong) => {
    expect(faults(CLIENT.replace(right, wrong))).toHaveLength(1);
  },
  30_000,
);
