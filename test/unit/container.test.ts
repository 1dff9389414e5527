import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import manifest from '../../package.json';

type Step = { instruction: string; text: string };

const { contextFilter } = require('../../scripts/container/context.cjs') as {
  contextFilter: (dockerignore: string) => (name: string) => boolean;
};
const { command, readSteps, readVariables } = require('../../scripts/container/dockerfile.cjs') as {
  command: (text: string) => string[];
  readSteps: (dockerfile: string) => Step[];
  readVariables: (text: string) => Record<string, string>;
};

const ROOT = path.resolve(__dirname, '../..');
const HEALTH = '/calendar/events/v1/health';

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

function lint(program: 'dclint' | 'dockerfilelint', ...words: string[]) {
  const file = path.join(ROOT, 'node_modules/.bin', program);
  const { status, stdout, stderr } = spawnSync(file, words, { cwd: ROOT, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the Dockerfile', () => {
  const steps = readSteps(read('Dockerfile'));
  const texts = (instruction: string) =>
    steps.filter((step) => step.instruction === instruction).map((step) => step.text);

  it('uses one Node version in both stages, which package.json allows', () => {
    const versions = texts('FROM').map((text) => /^node:(\d+)-bookworm-slim AS /.exec(text)?.[1]);
    expect(versions).toHaveLength(2);
    expect(new Set(versions).size).toBe(1);
    const [least, most] = (manifest.engines.node.match(/(?<=[<>=])\d+/g) ?? []).map(Number);
    expect(Number(versions[0])).toBeGreaterThan(least ?? Number.NaN);
    expect(Number(versions[0])).toBeLessThan(most ?? Number.NaN);
  });

  it('installs build tools for native modules in the first stage only', () => {
    const [first] = texts('RUN');
    expect(first).toMatch(/python3 make g\+\+/);
    expect(texts('RUN').filter((text) => text.includes('apt-get'))).toHaveLength(1);
  });

  it('runs as the unprivileged user node', () => {
    expect(texts('USER')).toEqual(['node']);
  });

  it('listens on the port that it exposes', () => {
    const variables = Object.assign({}, ...texts('ENV').map(readVariables));
    expect(variables).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
    expect(texts('EXPOSE')).toEqual([variables.PORT]);
  });

  it('starts the same command as `npm start`', () => {
    const [start = ''] = texts('CMD');
    expect(command(start).join(' ')).toBe(manifest.scripts.start);
  });

  it('checks the health route with a script of the project', () => {
    const [health = ''] = texts('HEALTHCHECK');
    const script = command(health.replace('CMD ', ''))[1] ?? '';
    expect(existsSync(path.join(ROOT, script))).toBe(true);
    expect(read(script)).toContain(HEALTH);
  });

  it('passes dockerfilelint', () => {
    expect(lint('dockerfilelint', 'Dockerfile')).toMatchObject({ status: 0 });
  });
});

describe('compose.yaml', () => {
  const compose = read('compose.yaml');

  it('waits for a healthy database and uses the same health script', () => {
    expect(compose).toContain('condition: service_healthy');
    expect(compose).toContain('["CMD", "node", "scripts/health.cjs"]');
  });

  it('requires a database password with a clear message', () => {
    const passwords = compose.match(/_PASSWORD: .*/g) ?? [];
    expect(passwords).toHaveLength(2);
    for (const line of passwords)
      expect(line).toMatch(/\$\{DATABASE_PASSWORD:\?.*DATABASE_PASSWORD/);
  });

  it('publishes only the port of the image, on loopback', () => {
    expect(compose).toMatch(/"127\.0\.0\.1:\$\{PORT:-1337\}:1337"/);
    expect(compose.match(/^ *ports:/gm)).toHaveLength(1);
    expect(compose.match(/^ *- "[^"]*:\d+"$/gm)).toHaveLength(1);
  });

  it('mounts volumes on the data and upload folders that the image owns', () => {
    const [given] = readSteps(read('Dockerfile'))
      .map(({ text }) => /chown -R node:node (.*)$/.exec(text)?.[1]?.split(' '))
      .filter(Boolean);
    expect(given).toEqual(['data', 'public/uploads']);
    for (const folder of given ?? [])
      expect(compose).toMatch(new RegExp(`- [\\w-]+:/app/${folder}\n`));
  });

  it('passes dclint without a warning', () => {
    expect(lint('dclint', '--max-warnings', '0', 'compose.yaml')).toMatchObject({ status: 0 });
  });
});

/** What exports and backups leave in the folder when docs/hosting.md is followed. */
const WHOLE_CALENDARS = ['calendar.tar.gz', 'calendar.tar.gz.enc', 'calendar.dump', 'calendar.db'];

it('ignores exports and backups of a calendar in git', () => {
  const ignored = read('.gitignore').split('\n');
  for (const name of WHOLE_CALENDARS) expect(ignored).toContain(name.replace('calendar', '*'));
  expect(ignored).toContain('public/uploads_backup_*'); // A transfer that failed leaves the pictures there.
});

describe('the build context', () => {
  const sent = contextFilter(read('.dockerignore'));

  it.each([
    '.env',
    '.env.local',
    '.git/config',
    'node_modules/koa/package.json',
    'test/unit/a.ts',
    '.tmp/data.db',
    ...WHOLE_CALENDARS,
    'public/uploads/a.png',
    'public/uploads_backup_1764518400000/a.png',
  ])('excludes %s', (name) => expect(sent(name)).toBe(false));

  it.each([
    'package.json',
    'src/index.ts',
    'scripts/health.cjs',
    'src/plugins/calendar/docs-page/docs.js',
    'public/uploads/.gitkeep',
    'config/server.ts',
  ])('includes %s', (name) => expect(sent(name)).toBe(true));
});

describe('the health check', () => {
  const check = (env: NodeJS.ProcessEnv) =>
    new Promise((resolve) => {
      const options = { env: { ...process.env, HOST: undefined, ...env } };
      execFile(process.execPath, [path.join(ROOT, 'scripts/health.cjs')], options, (error) =>
        resolve(error?.code ?? 0),
      );
    });

  const addresses: [string, string | undefined][] = [
    ['127.0.0.1', undefined],
    ['127.0.0.1', ' '],
    ['0.0.0.0', '0.0.0.0'],
  ];
  if (process.platform === 'linux') addresses.push(['127.0.0.2', '127.0.0.2']); // Others have one loopback address.

  it.each(addresses)('asks at %s if HOST is %s', async (listening, HOST) => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(asked.length > 1 ? 503 : 200).end();
    }).listen(0, listening);
    await once(server, 'listening');
    const PORT = ` ${(server.address() as AddressInfo).port} `;
    expect([await check({ HOST, PORT }), await check({ HOST, PORT })]).toEqual([0, 1]);
    expect(asked[0]).toBe('/calendar/events/v1/health');
    server.close();
  });
});
