import type { Client, ClientConfig } from 'pg';
import { isPostgres } from './run';

interface ConnectionOptions {
  /** As PostgreSQL lists the connection. */
  name: string;
  /** Milliseconds until a connection or an answer is given up. */
  within: number;
}

/** A connection to PostgreSQL beside the pool, which waits for nobody else's work. */
export async function connectBeside({ name, within }: ConnectionOptions): Promise<Client> {
  const { driver, connectionSettings } = strapi.db.connection.client;
  const config: ClientConfig = {
    ...connectionSettings,
    password: connectionSettings.password, // Knex keeps it from being listed.
    application_name: name,
    connectionTimeoutMillis: within,
    query_timeout: within,
  };
  const client: Client = new driver.Client(config);
  // It may be ended as it opens, before anybody listens: Node ends the process of an error that nobody hears.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** PostgreSQL's connection for this question alone; none while there is no answer. */
let own: Client | undefined;

/** Whoever asks meanwhile is given the same answer, so that the question costs one statement at a time. */
let pending: Promise<boolean> | undefined;

function forget(client = own) {
  if (client === own) own = undefined;
  client?.end().catch(() => undefined);
}

async function connect(within: number): Promise<Client> {
  const client = await connectBeside({ name: 'calendar health', within });
  client.on('error', () => forget(client));
  client.on('end', () => forget(client));
  return client;
}

async function askPostgres(within: number) {
  own ??= await connect(within);
  await own.query('SELECT 1');
}

/** A handle of its own waits for no transaction; only a statement that runs keeps this process from it. */
async function askSqlite() {
  const { driver, connectionSettings } = strapi.db.connection.client;
  const handle = new driver(connectionSettings.filename, { readonly: true, fileMustExist: true });
  try {
    handle.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
  } finally {
    handle.close();
  }
}

/** A client that says nothing is given up, so that the next question has another. */
async function ask(within: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database is silent.')), within);
  });
  try {
    await Promise.race([isPostgres() ? askPostgres(within) : askSqlite(), timedOut]);
    return true;
  } catch {
    forget();
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** D10.8: whether the database answers within the milliseconds, however many wait for the pool. */
export function isReachable(within: number): Promise<boolean> {
  pending ??= ask(within).finally(() => {
    pending = undefined;
  });
  return pending;
}

/** When the calendar ends. */
export const stopAsking = () => forget();
