import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const SCRIPT = path.join(__dirname, 'processes', 'served.cjs');

type Headers = Record<string, string>;

export interface Timed {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** Milliseconds until the complete answer, not counting pauses of this process. */
  took: number;
}

const TICK = 20;

/** A clock on which a pause of this process counts as a single tick. */
class Clock {
  private ticks = 0;
  private readonly timer = setInterval(() => {
    this.ticks += 1;
  }, TICK);

  /** Returns a function that returns the milliseconds since this call. */
  now(): () => number {
    const [ticks, began] = [this.ticks, performance.now()];
    return () => Math.min(performance.now() - began, (this.ticks - ticks + 1) * TICK);
  }

  stop() {
    clearInterval(this.timer);
  }
}

/** A calendar in a process of its own, observed from outside. */
export class Served {
  private readonly clock = new Clock();
  private asked = 0;
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 2000 });
  /** Its output. */
  output = '';
  ended = false;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        this.output += chunk;
      });
    }
    child.once('exit', () => {
      this.ended = true;
    });
  }

  private port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  static async start(env: Record<string, string>): Promise<Served> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-served-'));
    const child = fork(SCRIPT, [], {
      cwd: path.resolve(__dirname, '../..'),
      silent: true,
      env: { ...process.env, DATABASE_FILENAME: path.join(folder, 'data.db'), ...env },
    });
    const served = new Served(child, folder);
    const [told] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(served.output))),
    ]);
    served.port = told.port;
    return served;
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    this.clock.stop();
    if (!this.ended) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await exit;
    }
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs one of the script's tasks in its process. */
  // biome-ignore lint/suspicious/noExplicitAny: each task answers as its caller expects.
  async tell(task: string, ...words: unknown[]): Promise<any> {
    const id = `task ${++this.asked}`;
    this.child.send({ id, task, words });
    for (;;) {
      const [told] = await once(this.child, 'message');
      if (told.id !== id) continue;
      if (told.fault) throw new Error(told.fault);
      return told.result;
    }
  }

  ask(method: string, where: string, body?: unknown, headers: Headers = {}): Promise<Timed> {
    const clock = this.clock.now();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const type: Headers = sent ? { 'content-type': 'application/json' } : {};
    return new Promise((resolve, reject) => {
      const { port, agent } = this;
      const options = { method, port, agent, host: '127.0.0.1', path: where };
      const asking = http.request({ ...options, headers: { ...type, ...headers } }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 0, headers: told } = answer;
          resolve({ status, headers: told, text, took: clock() });
        });
      });
      asking.on('error', reject);
      asking.end(sent);
    });
  }
}

/** The quantile: the value that this fraction of the values does not exceed. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
