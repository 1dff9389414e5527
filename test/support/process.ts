import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = path.resolve(__dirname, '../..');
const HEALTH = '/calendar/events/v1/health';

/** A server on a port outside the ephemeral range, so that no other program gets the port after it is closed. */
export async function listening(): Promise<net.Server> {
  for (let tries = 0; tries < 100; tries += 1) {
    const server = net.createServer();
    const taken = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(randomInt(20_000, 30_000), '127.0.0.1', () => resolve(undefined));
    });
    if (!taken) return server;
  }
  throw new Error('All ports are taken.');
}

/** A free port of loopback. */
export async function freePort(): Promise<number> {
  const server = await listening();
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A calendar as run by `npm start`, in its own process and at its own origin; without the admin panel. */
export class Node {
  private child: ChildProcess | undefined;
  /** Its output. */
  said = '';

  constructor(
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  begin(): this {
    const env = { ...process.env, ...this.env, HOST: '127.0.0.1', PORT: String(this.port) };
    const child = spawn(process.execPath, ['test/support/processes/serve.cjs'], { cwd: ROOT, env });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.said += chunk;
      });
    }
    this.child = child;
    return this;
  }

  get ended(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until the health check answers 200. */
  async ready(): Promise<this> {
    while (!(await this.isWell())) {
      if (this.ended) throw new Error(`The calendar ended:\n${this.said}`);
      await pause(50);
    }
    return this;
  }

  async isWell(): Promise<boolean> {
    const options = { signal: AbortSignal.timeout(3000), headers: { connection: 'close' } };
    return fetch(`${this.origin}${HEALTH}`, options).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** Waits until the process has ended, after sending it a signal if one is given; returns its exit code or signal. */
  async end(name?: NodeJS.Signals): Promise<number | string | null | undefined> {
    const { child } = this;
    if (!child) return undefined;
    const exit = this.ended ? undefined : once(child, 'exit');
    if (name) this.signal(name);
    await exit;
    return child.signalCode ?? child.exitCode;
  }
}
