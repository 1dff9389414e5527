import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sweepOutput } from '../../../scripts/build.cjs';

it('leaves nothing of a source that has gone where it would be found before another', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-build-'));
  const write = (file: string) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), '');
  };
  const kept = ['dist/src/term/index.js', 'dist/src/schema.json', 'dist/build/index.html'];
  for (const file of ['src/term/index.ts', 'src/schema.json', ...kept]) write(file);
  for (const file of ['dist/src/term.js', 'dist/database/migrations/old.js']) write(file);
  try {
    sweepOutput(root);
    const left = fs.readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true });
    const files = left.filter((entry) => entry.isFile());
    expect(
      files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))).sort(),
    ).toEqual(kept.sort());
  } finally {
    fs.rmSync(root, { recursive: true });
  }
});
