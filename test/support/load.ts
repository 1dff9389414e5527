import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const EVENTS = '/calendar/events/v1/events';

/** Times within the default window of lists. */
const FUTURE = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
export const NEXT_YEAR = { start_date: `${FUTURE} 18:00:00`, end_date: `${FUTURE} 20:00:00` };

/** Timeout of a request in milliseconds. */
const PATIENCE = 30_000;

interface Answer {
  at: number;
  method: string;
  /** 0 if there was no connection, or it broke. */
  status: number;
  text: string;
}

/** An event that a client has written. */
interface Written {
  title: string;
  id?: number;
  /** The last acknowledged cost; `unsure` is a later one whose request got no answer. */
  cost: string;
  unsure?: string;
}

/** Milliseconds after which all clients stop, whatever the test does. */
const LONGEST = 600_000;

/** Clients that read and write continuously, at one or more origins, until they are stopped. */
export class Load {
  readonly answers: Answer[] = [];
  readonly written: Written[] = [];
  private readonly agent = new http.Agent({ keepAlive: true });
  private until = Date.now() + LONGEST;
  private readonly clients: Promise<void>[];

  constructor(
    private readonly origins: string[],
    private readonly token: string,
    count: number,
  ) {
    this.clients = Array.from({ length: count }, (_, at) => this.client(at));
  }

  async stop(): Promise<void> {
    this.until = 0;
    await Promise.all(this.clients);
    this.agent.destroy();
  }

  /** Waits for a number of further answers. */
  async pass(count: number): Promise<void> {
    const enough = this.answers.length + count;
    while (this.answers.length < enough) {
      if (!this.isGoing) throw new Error(`${enough - this.answers.length} requests are left`);
      await pause(10);
    }
  }

  private get isGoing(): boolean {
    return Date.now() < this.until;
  }

  get failed(): Answer[] {
    return this.answers.filter(({ status }) => status !== 200 && status !== 201);
  }

  get acknowledged(): Written[] {
    return this.written.filter(({ id }) => id !== undefined);
  }

  private async client(number: number) {
    const origin = this.origins[number % this.origins.length]!;
    while (this.isGoing) {
      const event: Written = { title: `Load ${randomUUID()}`, cost: '1' };
      await this.create(origin, event);
      await this.ask(origin, 'GET', `${EVENTS}?per_page=5`);
      if (event.id !== undefined) await this.change(origin, event, '2');
      await this.ask(origin, 'GET', event.id === undefined ? EVENTS : `${EVENTS}/${event.id}`);
      if (this.failed.length > 0) await pause(20); // Pauses so as not to flood a node that is down.
    }
  }

  private async create(origin: string, event: Written) {
    const { title, cost } = event;
    this.written.push(event);
    const { status, text } = await this.ask(origin, 'POST', EVENTS, { title, cost, ...NEXT_YEAR });
    if (status === 201) event.id = JSON.parse(text).id;
  }

  private async change(origin: string, event: Written, cost: string) {
    event.unsure = cost;
    const { status } = await this.ask(origin, 'POST', `${EVENTS}/${event.id}`, { cost });
    if (status === 200) Object.assign(event, { cost, unsure: undefined });
  }

  private ask(origin: string, method: string, where: string, body?: unknown): Promise<Answer> {
    return new Promise((resolve) => {
      const answered = (status: number, text = '') => {
        const answer = { at: Date.now(), method, status, text };
        this.answers.push(answer);
        resolve(answer);
      };
      const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
      const sent = body === undefined ? undefined : JSON.stringify(body);
      if (sent) headers['content-type'] = 'application/json';
      const options = { method, headers, agent: this.agent, timeout: PATIENCE };
      const asked = http.request(`${origin}${where}`, options, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('error', () => answered(0));
        answer.on('end', () => answered(answer.statusCode ?? 0, text));
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => answered(0));
      asked.end(sent);
    });
  }
}
