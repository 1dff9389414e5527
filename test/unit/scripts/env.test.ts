import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'dotenv';
import { writeMissingSecrets } from '../../../scripts/env.cjs';

const SECRETS = [
  'APP_KEYS',
  'ADMIN_JWT_SECRET',
  'API_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
];

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-env-'));
  file = path.join(folder, 'data', '.env');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const content = () => fs.readFileSync(file, 'utf8');
const mode = () => (fs.statSync(file).mode & 0o777).toString(8);
const given = (text: string) => {
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, text, { mode: 0o644 });
};

it('writes every secret into a file that only its owner reads', () => {
  expect(writeMissingSecrets({ file, env: {} })).toEqual(SECRETS);
  const values = [...content().matchAll(/^(\w+)="(\S{44,})"$/gm)].map(([, name, value]) => {
    return [name, value] as const;
  });
  expect(values.map(([name]) => name)).toEqual(SECRETS);
  expect(new Set(values.map(([, value]) => value)).size).toBe(SECRETS.length);
  expect(mode()).toBe('600');
});

it('writes nothing the second time', () => {
  writeMissingSecrets({ file, env: {} });
  const before = content();
  expect(writeMissingSecrets({ file, env: {} })).toEqual([]);
  expect(content()).toBe(before);
});

it('adds missing secrets, and keeps existing values', () => {
  given('PORT=8080\nJWT_SECRET=mine\nAPI_TOKEN_SALT=');
  expect(writeMissingSecrets({ file, env: {} })).not.toContain('JWT_SECRET');
  expect(content()).toContain('PORT=8080\nJWT_SECRET=mine\nAPI_TOKEN_SALT=\nAPP_KEYS="');
  expect(content()).toMatch(/^API_TOKEN_SALT=".+"$/m);
  expect(mode()).toBe('600');
});

it.each([
  ['with a line behind it', 'JWT_SECRET=\nPORT=1\n'],
  ['in quotes', 'JWT_SECRET=""\nPORT=1\n'],
  ['of blanks in quotes', "JWT_SECRET='  '\nPORT=1\n"],
  ['with a comment', 'JWT_SECRET=  # none\nPORT=1\n'],
])('adds a secret that is empty, %s', (_, before) => {
  given(before);
  expect(writeMissingSecrets({ file, env: { JWT_SECRET: ' ' } })).toContain('JWT_SECRET');
  expect(parse(content()).JWT_SECRET).toMatch(/^\S{40,}$/);
});

it('writes no secret that the environment sets', () => {
  const env = Object.fromEntries(SECRETS.map((name) => [name, 'given']));
  expect(writeMissingSecrets({ file, env })).toEqual([]);
  expect(fs.existsSync(file)).toBe(false);
});

it('reports in one sentence that the file cannot be written', () => {
  fs.mkdirSync(file, { recursive: true }); // Nobody reads a folder, not even root.
  const script = require.resolve('../../../scripts/env.cjs');
  const env = { PATH: process.env.PATH, ENV_PATH: file };
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The secrets cannot be stored in .+\.env \(EISDIR[^\n]+\): [^\n]+\n$/);
});

it('reports in one sentence that the file is in another encoding, and leaves it as it is', () => {
  fs.mkdirSync(path.dirname(file));
  const written = Buffer.from('\ufeffDATABASE_URL=postgres://db/calendar\r\n', 'utf16le');
  fs.writeFileSync(file, written);
  const script = require.resolve('../../../scripts/env.cjs');
  const env = { PATH: process.env.PATH, ENV_PATH: file };
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The secrets cannot be stored in .+\.env \(it is not .+ UTF-8\): [^\n]+\n$/,
  );
  expect(fs.readFileSync(file)).toEqual(written);
});

it('writes one set of secrets when several processes start at once', () => {
  const script = require.resolve('../../../scripts/env.cjs');
  const start = `for i in 1 2 3 4; do ENV_PATH="${folder}/.env" node "${script}" & done; wait`;
  const env = { PATH: process.env.PATH };
  const { stdout } = spawnSync('sh', ['-c', start], { env, encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toHaveLength(1);
  const names = fs.readFileSync(path.join(folder, '.env'), 'utf8').match(/^\w+(?==)/gm);
  expect(names).toEqual(SECRETS);
});

it('uses the .env of the project that it belongs to, wherever it is started', () => {
  const project = path.join(folder, 'project');
  const scripts = path.resolve(__dirname, '../../../scripts');
  fs.cpSync(scripts, path.join(project, 'scripts'), { recursive: true });
  fs.symlinkSync(path.resolve(scripts, '../node_modules'), path.join(project, 'node_modules'));
  const options = { cwd: folder, env: { PATH: process.env.PATH } };
  spawnSync(process.execPath, ['project/scripts/env.cjs'], options);
  expect(fs.readdirSync(folder)).toEqual(['project']);
  expect(Object.keys(parse(fs.readFileSync(path.join(project, '.env'))))).toEqual(SECRETS);
});

it('writes the secrets after a start that could not, by a process of the same id', () => {
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(`${file}.${process.pid}`, ''); // As left by a full disk, in a container.
  expect(writeMissingSecrets({ file, env: {} })).toEqual(SECRETS);
});

it('writes the secrets on a file system without hard links', () => {
  const link = jest.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  });
  expect(writeMissingSecrets({ file, env: {} })).toEqual(SECRETS);
  link.mockRestore();
  expect([fs.readdirSync(path.dirname(file)), mode()]).toEqual([['.env'], '600']);
});

it('leaves nothing behind when the disk is full', () => {
  const write = jest.spyOn(fs, 'writeFileSync').mockImplementation((name) => {
    fs.closeSync(fs.openSync(String(name), 'w'));
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' });
  });
  expect(() => writeMissingSecrets({ file, env: {} })).toThrow('ENOSPC');
  write.mockRestore();
  expect(fs.readdirSync(path.dirname(file))).toEqual([]);

  fs.writeFileSync(file, 'PORT=1\n');
  const append = jest.spyOn(fs, 'appendFileSync').mockImplementation((name) => {
    fs.writeFileSync(String(name), 'PORT=1\nAPP_KEYS="ab');
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' });
  });
  expect(() => writeMissingSecrets({ file, env: {} })).toThrow('ENOSPC');
  append.mockRestore();
  expect(content()).toBe('PORT=1\n');
});
