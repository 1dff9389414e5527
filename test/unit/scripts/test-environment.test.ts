import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { testEnvironment } from '../../../scripts/test-environment.cjs';
import { VARIABLES } from '../../../src/plugins/calendar/server/src/settings/environment';

const CONFIG = path.resolve(__dirname, '../../../config');

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-environment-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** All that the configuration asks its environment for. */
function asked(): string[] {
  const names = new Set<string>(VARIABLES);
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

it('overrides every variable that the configuration reads', () => {
  const names = asked();
  expect(names.length).toBeGreaterThan(40);
  const before = { ...process.env };
  try {
    for (const name of names) process.env[name] = "the host's";
    const given = { ...process.env, ...testEnvironment(folder) };
    expect(names.filter((name) => given[name] === "the host's")).toEqual([]);
  } finally {
    process.env = before;
  }
});

it('uses an empty environment file of its own', () => {
  const { ENV_PATH } = testEnvironment(folder);
  expect([path.dirname(ENV_PATH), fs.readFileSync(ENV_PATH, 'utf8')]).toEqual([folder, '']);
});
