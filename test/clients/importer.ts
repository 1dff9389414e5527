export interface Feed {
  slug: string;
  title: string;
  start_date: string;
  end_date: string;
  [field: string]: unknown;
}

interface Answered extends Record<string, unknown> {
  id: number;
  code?: string;
}

interface Login {
  root: string;
  user: string;
  password: string;
}

/** Looks an event up by its slug; changes it if it is there, else makes it. */
export class Importer {
  readonly #root: string;
  readonly #headers: Record<string, string>;

  constructor({ root, user, password }: Login) {
    this.#root = root;
    this.#headers = {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'content-type': 'application/json; charset=utf-8',
    };
  }

  async #send(method: string, path: string, body?: unknown) {
    const response = await fetch(`${this.#root}${path}`, {
      method,
      headers: this.#headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answered };
  }

  /** The id behind a slug; the older services answered 400 where the newer answer 404. */
  async #idOf(slug: string): Promise<number | undefined> {
    const { status, body } = await this.#send('GET', `/events/by-slug/${encodeURIComponent(slug)}`);
    if (status === 404 || status === 400) return undefined;
    if (status !== 200) throw new Error(`${status} ${body.code}`);
    return body.id;
  }

  async upsert(event: Feed) {
    const id = await this.#idOf(event.slug);
    const { status, body } = await this.#send('POST', id ? `/events/${id}` : '/events', event);
    if (status !== 200 && status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { made: status === 201, event: body };
  }
}
