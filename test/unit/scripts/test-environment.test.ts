import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testEnvironment } from '../../../scripts/test-environment.cjs';

const CONFIG = path.resolve(__dirname, '../../../config');

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-environment-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** All that the configuration asks its environment for. */
function asked(): string[] {
  const names = new Set<string>();
  const note = (name: string, standard?: unknown) => {
    names.add(name);
    return standard;
  };
  const env = new Proxy(note, { get: () => note });
  for (const file of fs.readdirSync(CONFIG).filter((name) => name.endsWith('.ts'))) {
    const { default: config } = require(path.join(CONFIG, file));
    if (config instanceof Function) config({ env });
  }
  return [...names];
}

it('leaves nothing of the configuration to the shell of who runs the tests', () => {
  const given = testEnvironment(folder);
  expect(asked().length).toBeGreaterThan(20);
  for (const name of asked()) expect(Object.keys(given)).toContain(name);
});

it('leaves nothing to a file of the checkout', () => {
  const { ENV_PATH } = testEnvironment(folder);
  expect([path.dirname(ENV_PATH), fs.readFileSync(ENV_PATH, 'utf8')]).toEqual([folder, '']);
});
