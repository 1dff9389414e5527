import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
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

it('is not begun without the packages that it needs, but says which command installs them', () => {
  const program = `const Module = require('node:module');
    const { _resolveFilename } = Module;
    Module._resolveFilename = (name, ...rest) => {
      if (/^(@types|typescript)\\//.test(name)) throw Object.assign(new Error(), { code: 'MODULE_NOT_FOUND' });
      return _resolveFilename(name, ...rest);
    };
    require(${JSON.stringify(path.resolve(__dirname, '../../../scripts/build.cjs'))}).compileServer();`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^[^\n]+ "npm install --include=dev"[^\n]+\n$/),
  ]);
});

it('deletes output whose source no longer exists', () => {
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

  it('is valid until a source changes', () => {
    write('src/index.ts', 'one');
    expect(isBuilt('server', root)).toBe(false);
    expect(built()).toBe(true);
    expect(isBuilt('server', root)).toBe(true);
    write('src/index.ts', 'two');
    expect(isBuilt('server', root)).toBe(false);
  });

  it('is not valid if a source changed while it ran', () => {
    write('src/index.ts', 'one');
    built(() => write('src/index.ts', 'two'));
    expect(isBuilt('server', root)).toBe(false);
  });

  it('of the admin is valid only for the path it was made for', () => {
    const { PUBLIC_URL, ENV_PATH } = process.env;
    const isBuiltFor = (address?: string) => {
      delete process.env.PUBLIC_URL;
      if (address !== undefined) process.env.PUBLIC_URL = address;
      return isBuilt('admin', root);
    };
    try {
      delete process.env.ENV_PATH;
      write('dist/build/index.html');
      isBuiltFor();
      building(['admin'], () => true, root);
      expect(['https://example.org/', 'https://other.example'].map(isBuiltFor)).toEqual([
        true,
        true,
      ]);
      expect(isBuiltFor('https://example.org/town')).toBe(false);
      building(['admin'], () => true, root);
      expect(isBuiltFor('https://other.example/town/')).toBe(true);
      expect(isBuiltFor()).toBe(false);
      write('.env', 'PUBLIC_URL=https://example.org/town');
      expect([isBuiltFor(), isBuiltFor('https://example.org')]).toEqual([true, false]);
    } finally {
      isBuiltFor(PUBLIC_URL);
      if (ENV_PATH !== undefined) process.env.ENV_PATH = ENV_PATH;
    }
  });

  it('is repeated, if a full disk or a kill has cut the record of the last one', () => {
    write('src/index.ts', 'one');
    built();
    write('dist/fingerprint.json', '{"server":{"sou');
    expect(isBuilt('server', root)).toBe(false);
    expect(built()).toBe(true);
    expect(isBuilt('server', root)).toBe(true);
  });

  it('is made once by processes that need it at the same time', async () => {
    write('src/index.ts', 'one');
    const program = `
      const fs = require('node:fs');
      const { building, buildUnlessBuilt } = require(${JSON.stringify(require.resolve('../../../scripts/build.cjs'))});
      const build = () => {
        fs.appendFileSync('log', 'begun ');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        fs.mkdirSync('dist/src', { recursive: true });
        fs.writeFileSync('dist/src/index.js', 'built');
        fs.appendFileSync('log', 'ended ');
        return true;
      };
      buildUnlessBuilt('server', () => building(['server'], build, '.'), '.');
      fs.appendFileSync('log', fs.readFileSync('dist/src/index.js', 'utf8') + ' ');`;
    const run = promisify(execFile);
    await Promise.all([1, 2, 3].map(() => run(process.execPath, ['-e', program], { cwd: root })));
    expect(fs.readFileSync(path.join(root, 'log'), 'utf8')).toBe('begun ended built built built ');
    expect(isBuilt('server', root)).toBe(true);
  });

  it('that was cut or failed is not valid for the sources of the one before', () => {
    write('src/index.ts', 'one');
    built();
    write('src/index.ts', 'two');
    write('dist/tsconfig.tsbuildinfo', 'of one');
    const cut = () => {
      write('dist/src/other.js', 'half of two');
      throw new Error('No space left on device');
    };
    expect(() => building(['server'], cut, root)).toThrow('No space');
    write('src/index.ts', 'one');
    expect(isBuilt('server', root)).toBe(false);
    const state = path.join(root, 'dist/tsconfig.tsbuildinfo');
    expect(built(() => expect(fs.existsSync(state)).toBe(false))).toBe(true); // All is compiled again.
    write('src/index.ts', 'two');
    expect(building(['server'], () => false, root)).toBe(false);
    write('src/index.ts', 'one');
    expect(isBuilt('server', root)).toBe(false);
  });

  it('of one half leaves the record of the other', () => {
    write('src/index.ts', 'one');
    built();
    write('dist/build/index.html');
    building(['admin'], () => true, root);
    expect(['server', 'admin'].map((half) => isBuilt(half, root))).toEqual([true, true]);
    building(['admin'], () => false, root);
    expect(['server', 'admin'].map((half) => isBuilt(half, root))).toEqual([true, false]);
  });

  it('that failed is not valid', () => {
    write('src/index.ts', 'one');
    expect(building(['server'], () => false, root)).toBe(false);
    expect(isBuilt('server', root)).toBe(false);
  });
});
