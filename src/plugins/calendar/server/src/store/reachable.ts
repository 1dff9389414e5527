import type { Client, ClientConfig } from 'pg';
import { isPostgres } from './table';

/** PostgreSQL's connection for this question alone; none while there is no answer. */
let own: Client | undefined;

/** Whoever asks meanwhile is given the same answer, so that the question costs one statement at a time. */
let asked: Promise<boolean> | undefined;

function forget() {
  const client = own;
  own = undefined;
  client?.end().catch(() => undefined);
}

async function connect(within: number): Promise<Client> {
  const { driver, connectionSettings } = strapi.db.connection.client;
  const config: ClientConfig = {
    ...connectionSettings,
    password: connectionSettings.password, // Knex keeps it from being listed.
    application_name: 'calendar health',
    connectionTimeoutMillis: within,
    query_timeout: within,
  };
  const client: Client = new driver.Client(config);
  client.on('error', forget);
  client.on('end', forget);
  own = client;
  await client.connect();
  return client;
}

async function askPostgres(within: number) {
  await (own ?? (await connect(within))).query('SELECT 1');
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

const ask = (within: number) =>
  (isPostgres() ? askPostgres(within) : askSqlite()).then(
    () => true,
    () => {
      forget();
      return false;
    },
  );

/** D10.8: whether the database answers within the milliseconds, however many wait for the pool. */
export async function isReachable(within: number): Promise<boolean> {
  asked ??= ask(within).finally(() => {
    asked = undefined;
  });
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), within);
  });
  try {
    return await Promise.race([asked, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** When the calendar ends. */
export const stopAsking = () => forget();
