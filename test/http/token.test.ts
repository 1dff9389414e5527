import { execFile } from 'node:child_process';
import path from 'node:path';
import { bearer } from '../support/callers';
import { inFull } from '../support/extent';
import { api, get, send } from '../support/http';

const ROOT = path.resolve(__dirname, '../..');

/** Runs the command as a shell script would, next to the tests' server. */
const make = (...options: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ['scripts/token.cjs', ...options],
      { cwd: ROOT },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

const writing = (token: string) =>
  send('POST', api('/events'), {}, bearer(token)).then(({ body }) => body.code);

describe('npm run -s token', () => {
  it('prints only a read-only token, while the server runs', async () => {
    const { status, stdout } = await make();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^[0-9a-f]{256}\n$/);
    const token = stdout.trim();
    expect((await get(api('/events'), bearer(token))).status).toBe(200);
    expect(await writing(token)).toBe('rest_forbidden');
  });

  inFull('creates a token of the given type, and rejects a taken name', async () => {
    const wish = ['--name', 'Importer', '--type', 'full-access'];
    const { stdout } = await make(...wish);
    expect(await writing(stdout.trim())).toBe('rest_missing_callback_param');
    const again = await make(...wish);
    expect({ status: again.status, stdout: again.stdout }).toEqual({ status: 1, stdout: '' });
    expect(again.stderr).toContain('A token called "Importer" already exists.');
  });

  it.each([[['--type', 'admin']], [['--name', ' ']], [['--name', 'x'.repeat(256)]], [['--what']]])(
    'rejects %j with one line on stderr',
    async (options) => {
      const { status, stdout, stderr } = await make(...options);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    },
  );
});
