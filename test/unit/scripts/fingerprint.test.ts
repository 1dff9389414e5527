import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fingerprintOf } from '../../../scripts/fingerprint.cjs';

let root: string;
const fingerprint = () => fingerprintOf(root, ['src', 'package.json', 'absent']);
const write = (file: string, text: string) => fs.writeFileSync(path.join(root, file), text);

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-fingerprint-'));
  fs.mkdirSync(path.join(root, 'src/deep'), { recursive: true });
  write('src/deep/a.ts', 'a');
  write('package.json', '{}');
});
afterEach(() => fs.rmSync(root, { recursive: true }));

it('the fingerprint is unchanged when a file is only touched', () => {
  const before = fingerprint();
  fs.utimesSync(path.join(root, 'src/deep/a.ts'), 0, 0);
  expect(fingerprint()).toBe(before);
});

it.each([
  ['a file changes', () => write('src/deep/a.ts', 'b')],
  ['a file comes', () => write('src/b.ts', '')],
  ['a file goes', () => fs.rmSync(path.join(root, 'src/deep/a.ts'))],
  [
    'a file gets another name',
    () => fs.renameSync(path.join(root, 'src/deep/a.ts'), path.join(root, 'src/a.ts')),
  ],
  ['package.json changes', () => write('package.json', '{"a":1}')],
])('the fingerprint changes when %s', (_what, change) => {
  const before = fingerprint();
  change();
  expect(fingerprint()).not.toBe(before);
});

it('the fingerprint ignores files outside the named paths', () => {
  const before = fingerprint();
  write('README.md', 'x');
  expect(fingerprint()).toBe(before);
});
