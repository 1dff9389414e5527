import fs from 'node:fs';
import path from 'node:path';
import { SOURCES } from '../../../scripts/build.cjs';
import { importsOf } from '../../support/imports';

const ROOT = path.resolve(__dirname, '../../..');
const ADMIN = 'src/plugins/calendar/admin/src';

/** What the admin takes of the server, types apart, by its path in the repository. */
const taken = fs
  .readdirSync(path.join(ROOT, ADMIN), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => importsOf(file, fs.readFileSync(path.join(ROOT, ADMIN, file), 'utf8')))
  .filter(({ to, typeOnly }) => to.startsWith('../') && !typeOnly)
  .map(({ to }) => path.posix.join(ADMIN, to));

it('rebuilds the admin when a server file that it imports changes', () => {
  expect(taken).toContain('src/plugins/calendar/server/src/messages/fields/en.json');
  const sources: string[] = SOURCES.admin;
  const isSource = (file: string) =>
    sources.some((place) => file.startsWith(place) || place.startsWith(`${file}.`));
  expect(taken.filter((file) => !isSource(file))).toEqual([]);
});
