import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { building, isBuilt, sweepOutput } from '../../../scripts/build.cjs';

let root: string;

const write = (file: string, text = '') => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-build-'));
});

afterEach(() => fs.rmSync(root, { recursive: true }));

it('leaves nothing of a source that has gone where it would be found before another', () => {
  const kept = ['dist/src/term/index.js', 'dist/src/schema.json', 'dist/build/index.html'];
  for (const file of ['src/term/index.ts', 'src/schema.json', ...kept]) write(file);
  for (const file of ['dist/src/term.js', 'dist/database/migrations/old.js']) write(file);
  sweepOutput(root);
  const left = fs.readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true });
  const files = left.filter((entry) => entry.isFile());
  expect(
    files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))).sort(),
  ).toEqual(kept.sort());
});

describe('a build', () => {
  const built = (meanwhile: () => void = () => undefined) =>
    building(
      ['server'],
      () => {
        write('dist/src/index.js', 'built');
        meanwhile();
        return true;
      },
      root,
    );

  it('holds until a source changes', () => {
    write('src/index.ts', 'one');
    expect(isBuilt('server', root)).toBe(false);
    expect(built()).toBe(true);
    expect(isBuilt('server', root)).toBe(true);
    write('src/index.ts', 'two');
    expect(isBuilt('server', root)).toBe(false);
  });

  it('does not hold for what somebody changed while it ran', () => {
    write('src/index.ts', 'one');
    built(() => write('src/index.ts', 'two'));
    expect(isBuilt('server', root)).toBe(false);
  });

  it('that failed is no build', () => {
    write('src/index.ts', 'one');
    expect(building(['server'], () => false, root)).toBe(false);
    expect(isBuilt('server', root)).toBe(false);
  });
});
