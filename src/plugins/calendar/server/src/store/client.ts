import type { Client, ClientConfig } from 'pg';

interface Asking {
  /** As PostgreSQL lists the connection. */
  name: string;
  /** Milliseconds until a connection or an answer is given up. */
  within: number;
}

/** A connection to PostgreSQL beside the pool, which waits for nobody else's work. */
export async function connectBeside({ name, within }: Asking): Promise<Client> {
  const { driver, connectionSettings } = strapi.db.connection.client;
  const config: ClientConfig = {
    ...connectionSettings,
    password: connectionSettings.password, // Knex keeps it from being listed.
    application_name: name,
    connectionTimeoutMillis: within,
    query_timeout: within,
  };
  const client: Client = new driver.Client(config);
  await client.connect();
  return client;
}
