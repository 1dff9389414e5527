import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const SCRIPT = path.resolve(__dirname, '../../../scripts/rejections.cjs');

/** A process of which something fails that nobody waits for. */
const failing = (before: string) =>
  promisify(execFile)(process.execPath, [
    '-e',
    `${before}
    const fault = new Error('insert into events - refused');
    Promise.reject(Object.assign(fault, { detail: 'Key (password)=(hunter2)' }));
    setTimeout(() => console.log('still here'), 100);`,
  ]);

it('a process survives an unhandled rejection, and logs it without its detail', async () => {
  const { stdout, stderr } = await failing(`require(${JSON.stringify(SCRIPT)}).logRejections();`);
  expect(stdout).toBe('still here\n');
  expect(stderr).toContain('insert into events - refused');
  expect(stderr).not.toContain('hunter2');
});

it('a process without the handler exits with code 1', async () => {
  await expect(failing('')).rejects.toMatchObject({ code: 1 });
});
