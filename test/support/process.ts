import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = path.resolve(__dirname, '../..');
const HEALTH = '/calendar/events/v1/health';

/** A server on a port that no program is given when it asks for any, so that nobody else takes it afterwards. */
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

/** A port of loopback that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = await listening();
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A calendar as `npm start` runs it, in a process and at an address of its own; without an admin. */
export class Node {
  private child: ChildProcess | undefined;
  /** Everything that it has printed. */
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

  /** Until it answers 200 to whoever asks how it is. */
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

  /** Until the process has ended: its exit code, or the signal that ended it. */
  async end(name?: NodeJS.Signals): Promise<number | string | null | undefined> {
    const { child } = this;
    if (!child) return undefined;
    const exit = this.ended ? undefined : once(child, 'exit');
    if (name) this.signal(name);
    await exit;
    return child.signalCode ?? child.exitCode;
  }
}
